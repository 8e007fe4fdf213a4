"""What panels say, as lines of styled text: pure functions of values, drawn by `codenames_tui.ui.widgets`."""
