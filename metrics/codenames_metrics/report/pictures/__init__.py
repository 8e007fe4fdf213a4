"""The pictures of a report: what is drawn, as values, and the same as SVG and as PDF."""
