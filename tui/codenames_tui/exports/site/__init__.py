"""A benchmark as a static site that any host can serve: results, every model, every game; nothing private."""
