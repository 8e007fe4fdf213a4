"""The search: candidates are asked, scored and rewritten."""
