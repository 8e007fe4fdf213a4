"""The forms in which word lists come, and the entries that a text holds in its form.

Recognised are one word per line, Markdown bullets, numbered lines, words between commas, semicolons or tabs, tables
(CSV, TSV) and JSON. What an entry has to be to lie on a card is decided in `list_words`.
"""

import json
import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from codenames_core.files.strict_json import read_json
from codenames_core.game.words import BOARD_SIZE
from codenames_core.support.errors import WordListError
from codenames_core.text.plurals import counted

ONE_A_LINE: Final = "one word per line"
MARK: Final = "# one word a line"  # as it stands in the files of all versions
"""The first line of a list that is surely in this form: without it, words with commas may look like another one."""
MOST_LINES: Final = 200_000
MOST_ENTRIES: Final = 200_000

_MOST: Final = 0.8
"""The share of lines, or rows, that have to be alike."""
_BULLET: Final = re.compile(r"\s*[-*+•‣–—]\s+(?:\[[ xX]\]\s+)?(?P<word>.*)")
_NUMBERED: Final = re.compile(r"\s*\(?\d{1,6}(?:[.):]\s*|\s+-\s+)(?P<word>\D.*)")
_QUOTED: Final = re.compile(r"""(["'“„«`*_]{1,2})(?P<word>[^"“”„«»`*_]+)(["'”“»`*_]{1,2})""")
_WORD_FIELDS: Final = ("word", "words", "name", "names", "term", "text", "card", "label", "title", "value")
"""Titles of the column, or the names of the field, that holds the words, by precedence."""
_BETWEEN: Final = {"\t": "tabs", ";": "semicolons", ",": "commas"}
_LANGUAGE: Final = re.compile(r"#+\s*language\s*:(?P<language>.*)", re.IGNORECASE)
_LITERAL: Final = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)


class Problem(NamedTuple):
    """Something wrong in a word list."""

    line: int
    """Counted from 1; 0 where the whole file is meant."""
    message: str


class ListEntry(NamedTuple):
    """What may be a word, as it stands in the file."""

    line: int
    """Counted from 1; 0 where it is not known."""
    text: str


class Entries(NamedTuple):
    """What a list holds, and what it was taken for."""

    form: str
    """In words, as in "a JSON list"."""
    entries: Sequence[ListEntry]
    problems: Sequence[Problem] = ()
    """Lines that are unlike the others."""
    language: ListEntry | None = None
    """What is stated as the language of the words."""


def entries_in(text: str, where: str) -> Entries:
    """Return the entries of a list, in the form that its text is in; `where` names it in complaints.

    Raises:
        WordListError: it looks like JSON and is none, or has far too many lines.
    """
    if text.lstrip().startswith(("[", "{")):
        return _in_json(text, where)
    if (count := text.count("\n") + text.count("\r")) > MOST_LINES:
        raise WordListError(f"{where}: {count:,} lines; the limit for a word list is {MOST_LINES:,}")
    every = list(_lines(text))
    lines = [ListEntry(line, stripped) for line, written in every if (stripped := written.split("#", 1)[0].strip())]
    language = _stated_language(every)
    if any(written.strip() == MARK for _, written in every[:1]):
        return Entries(ONE_A_LINE, lines, language=language)
    return _in_lines(lines, where)._replace(language=language)


def language_line(language: str) -> str:
    """Return the line above the words that states their language.

    >>> language_line("de")
    '# language: de'
    """
    return f"# language: {language}"


def _stated_language(lines: Iterable[ListEntry]) -> ListEntry | None:
    """Return what the comments above the words state; None where they state no language."""
    for line, written in lines:
        if stated := _LANGUAGE.fullmatch(written.strip()):
            return ListEntry(line, stated["language"].strip())
        if written.strip() and not written.lstrip().startswith("#"):
            return None
    return None


def _in_lines(lines: Sequence[ListEntry], where: str) -> Entries:
    return (
        _marked(lines, _BULLET, "Markdown bullets", "has no bullet, as most lines of this list have")
        or _marked(lines, _NUMBERED, "numbered lines", "has no number in front, as most lines of this list have")
        or _delimited(lines, where)
        or Entries(ONE_A_LINE, [ListEntry(line, _unquoted(word)) for line, word in lines])
    )


def _lines(text: str) -> Iterator[ListEntry]:
    return (ListEntry(number, line) for number, line in enumerate(text.splitlines(), start=1))


def _are_most(count: int, of: int) -> bool:
    return count > 1 and count >= _MOST * of


def _unquoted(text: str) -> str:
    quoted = _QUOTED.fullmatch(text)
    return quoted["word"].strip() if quoted else text


# Bullets and numbers


def _marked(lines: Sequence[ListEntry], mark: re.Pattern[str], form: str, complaint: str) -> Entries | None:
    """Return what stands behind the marks; None where most lines have none."""
    found = [(line, mark.fullmatch(text)) for line, text in lines]
    if not _are_most(sum(match is not None for _, match in found), len(lines)):
        return None
    entries = [ListEntry(line, _unquoted(match["word"].strip(" ,;"))) for line, match in found if match]
    return Entries(form, entries, [Problem(line, complaint) for line, match in found if match is None])


# Commas and tables


def _delimited(lines: Sequence[ListEntry], where: str) -> Entries | None:
    """Return what stands between tabs, semicolons or commas; None where most lines hold none."""
    for sign, name in _BETWEEN.items():
        holding = sum(sign in text for _, text in lines)
        signs = sum(text.count(sign) for _, text in lines)
        if signs > MOST_ENTRIES:
            raise WordListError(f"{where}: {signs:,} {name}; the limit for a word list is {MOST_ENTRIES:,}")
        if 2 * holding > len(lines) or len(lines) < BOARD_SIZE <= signs:
            rows = _rows(lines, sign, where)
            return _table(rows, name) or _between(rows, name)
    return None


class _Row(NamedTuple):
    line: int
    cells: Sequence[str]


_LONGEST_FIELD: Final = 1 << 17
"""Characters between two separators. The reader has such a bound as well, but one that the whole process shares."""


def _rows(lines: Sequence[ListEntry], sign: str, where: str) -> list[_Row]:
    """Return the rows, each with the number of the line where it begins."""
    import csv  # few lists are tables

    reader = csv.reader((text for _, text in lines), delimiter=sign, skipinitialspace=True)
    rows: list[_Row] = []
    begins = 0
    try:
        for cells in reader:
            if max(map(len, cells), default=0) > _LONGEST_FIELD:
                raise csv.Error
            rows.append(_Row(lines[begins].line, [cell.strip() for cell in cells]))
            begins = reader.line_num
    except csv.Error as error:
        line = lines[min(begins, len(lines) - 1)].line
        said = f"a field between {_BETWEEN[sign]} is too long, or its quotation marks do not end"
        raise WordListError(f"{where}: line {line}: {said}; write one word per line") from error
    return rows


def _between(rows: Sequence[_Row], name: str) -> Entries:
    entries = [ListEntry(line, _unquoted(cell)) for line, cells in rows for cell in cells if cell]
    return Entries(f"words between {name}", entries)


def _table(rows: Sequence[_Row], name: str) -> Entries | None:
    """Return the column of words; None where the rows are no table: a board needs one of 25 rows."""
    width, count = Counter(len(cells) for _, cells in rows).most_common(1)[0]
    if width < 2 or len(rows) < BOARD_SIZE or not _are_most(count, len(rows)):
        return None
    title = _word_field(cell.casefold() for cell in rows[0].cells)
    whole = [row for row in rows if len(row.cells) == width]
    columns = [[row.cells[column] for row in whole] for column in range(width)]
    filled = [column for column in range(width) if any(columns[column])]
    if len(filled) < 2 or (title is None and width > 2 and all(map(_are_words, columns))):
        return None
    if title is None:
        best = max(filled, key=lambda column: _count_of_words(columns[column]))
    else:
        best = [cell.casefold() for cell in rows[0].cells].index(title)
    body = rows if title is None else rows[1:]
    entries = [ListEntry(row.line, row.cells[best]) for row in body if len(row.cells) == width]
    ragged = [
        Problem(row.line, f"has {counted(len(row.cells), 'column')}, but most rows of this table have {width}")
        for row in body
        if len(row.cells) != width
    ]
    return Entries(f"a table with {name}, column {best + 1} of {width}", entries, ragged)


def _count_of_words(cells: Sequence[str]) -> int:
    return len({cell for cell in cells if any(map(str.isalpha, cell))})


def _are_words(cells: Sequence[str]) -> bool:
    return _count_of_words(cells) >= 0.9 * len(cells)


def _word_field(names: Iterable[str]) -> str | None:
    present = set(names)
    return next((name for name in _WORD_FIELDS if name in present), None)


# JSON


def _in_json(text: str, where: str) -> Entries:
    """Return the texts of a JSON value, or of a JSON value a line."""
    try:
        tree = read_json(text, where, WordListError)
    except WordListError as error:
        entries = _in_json_lines(text)
        if entries is None:
            hint = "it begins as JSON does; write a JSON list of words, or one word per line"
            raise WordListError(f"{error}; {hint}") from error
        return entries
    words = list(_texts(tree))
    if len(words) > MOST_ENTRIES:
        raise WordListError(f"{where}: {len(words):,} texts; the limit for a word list is {MOST_ENTRIES:,}")
    line_of = _finder_of_lines(text)
    form = "a JSON list" if isinstance(tree, list) else "a JSON object of words"
    language = tree.get("language") if isinstance(tree, dict) and any(map(_is_nested, tree.values())) else None
    stated = ListEntry(0, language) if isinstance(language, str) else None
    return Entries(form, [ListEntry(line_of(word), word) for word in words], language=stated)


def _is_nested(value: object) -> bool:
    return isinstance(value, list | dict)


def _in_json_lines(text: str) -> Entries | None:
    entries: list[ListEntry] = []
    for line, written in _lines(text):
        if written.strip():
            try:
                tree = read_json(written, "", WordListError)
            except WordListError:
                return None
            entries.extend(ListEntry(line, word) for word in _texts(tree))
    return Entries("JSON lines", entries)


def _texts(tree: Any) -> Iterator[str]:
    """Yield the words of a JSON value: the texts in lists, and of objects what `_texts_of` says."""
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, list):
        for value in tree:
            yield from _texts_of(value, is_item=True) if isinstance(value, dict) else _texts(value)
    elif isinstance(tree, dict):
        yield from _texts_of(tree, is_item=False)


def _texts_of(fields: Mapping[str, Any], *, is_item: bool) -> Iterator[str]:
    """Yield the list named for words, the text named for a word, all inner lists and objects, or the texts there are.

    An object in a list is an entry, of which only the first text is taken.
    """
    named = _word_field(name for name, value in fields.items() if isinstance(value, list))
    name = named or _word_field(name for name, value in fields.items() if isinstance(value, str))
    inner = list(filter(_is_nested, fields.values()))
    if name is not None:
        yield from _texts(fields[name])
    elif inner:
        for value in inner:
            yield from _texts(value)
    else:
        texts = [value for value in fields.values() if isinstance(value, str)]
        yield from texts[:1] if is_item else texts or fields


def _finder_of_lines(text: str) -> Callable[[str], int]:
    """Return a function that says on which line of the JSON text a word stands; to be asked in the words' order."""
    line, at = 1, 0
    lines: dict[str, deque[int]] = {}
    for literal in _LITERAL.finditer(text):
        line += text.count("\n", at, literal.start())
        at = literal.start()
        lines.setdefault(json.loads(literal[0], strict=False), deque()).append(line)

    def line_of(word: str) -> int:
        places = lines.get(word)
        return places.popleft() if places else 0

    return line_of
