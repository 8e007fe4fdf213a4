"""What every screen uses: lines, widgets, dialogs, themes, settings, wording. Nothing here knows a feature."""
