"""The probe: recorded decisions asked again with one thing changed, to see what it causes."""
