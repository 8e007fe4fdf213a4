"""`words check`: can boards be dealt from this list?"""

import argparse
import json

from codenames_core.text import one_line
from codenames_core.words import check_word_list, load_word_list
from codenames_tui import exits


def check(options: argparse.Namespace) -> int:
    """Print every problem of the list with its line, or how many words it holds."""
    problems = check_word_list(options.file)
    where = one_line(options.file)
    if options.json:
        count = 0 if problems else len(load_word_list(options.file).words)
        found = [{"line": problem.line or None, "message": problem.message} for problem in problems]
        print(json.dumps({"file": options.file, "words": count, "problems": found}))
    elif problems:
        for line, message in problems:
            print(f"{where}: line {line}: {message}" if line else f"{where}: {message}")
    else:
        word_list = load_word_list(options.file)
        print(f"{where}: {len(word_list.words)} words, SHA-256 {word_list.sha256[:12]}")
    return exits.ANSWER_IS_NO if problems else exits.DONE
