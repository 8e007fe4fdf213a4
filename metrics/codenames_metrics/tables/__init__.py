"""Metrics as text and rows: Markdown tables, CSV, JSON and Parquet, and how numbers are written in them."""
