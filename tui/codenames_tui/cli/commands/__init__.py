"""What the command line does, a module for each group of commands. Each is imported when its command is called."""
