"""Results for people and for programs: reports, tables, plots, exports."""
