"""`python -m codenames_tui`: the same as the command `codenames-tui`."""

import sys

from codenames_tui.cli import main

if __name__ == "__main__":
    sys.exit(main())
