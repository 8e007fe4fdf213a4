"""The laboratory: decisions asked again, without games."""
