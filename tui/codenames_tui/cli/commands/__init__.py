"""What the commands do: a module for each, in a folder by subject, found by the parser's `handler`.

A new command is a function here that takes the parsed options and returns an exit code, and a part of the parser in
`codenames_tui.cli.command_line`. The docstring of its module begins with the command as it is typed.
"""
