"""What screens are made of: base pages, dialogs, and the keys that are active."""
