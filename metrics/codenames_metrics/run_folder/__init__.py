"""The files of a run, and how each is written so that a crash loses nothing."""
