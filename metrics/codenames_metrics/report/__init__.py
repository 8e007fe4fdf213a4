"""What a run comes to, for people: the report, its plots and warnings, the comparison of two runs."""
