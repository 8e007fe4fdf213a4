"""What came of single turns: why one was lost, and one in a few numbers."""
