"""Files: episodes, journals, and reading what may be broken or hostile."""
