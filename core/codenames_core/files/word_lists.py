"""Word lists in files, in the form in which they come: read, complained of, and written as one word per line.

Which forms there are is said in `list_forms`; what an entry becomes on a card, in `list_words`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from codenames_core.files.list_forms import MARK, ONE_A_LINE, ListEntry, Problem, entries_in, language_line
from codenames_core.files.list_words import CardWord, card_word, name_of, why_unusable
from codenames_core.files.untrusted_files import decode, read_bytes
from codenames_core.game.language_codes import language_code, language_name
from codenames_core.game.words import BOARD_SIZE, WordList, normalise
from codenames_core.support.errors import InputError, WordListError
from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line

LARGEST_WORD_LIST: Final = 10_000_000
"""Bytes; a larger file is surely not a word list."""
_MOST_NAMED: Final = 3
"""Doubles that a note names."""
_BYTE_ORDER_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class ListReading:
    """What a file holds."""

    form: str
    """What it was taken for, in words: "one word per line", "a JSON list"."""
    words: tuple[str, ...]
    """Distinct, in the order of the file; those that cannot be used are left out."""
    problems: tuple[Problem, ...] = ()
    """Because of which no board can be dealt; empty for a list that can be used."""
    notes: tuple[str, ...] = ()
    """What was changed or dropped on the way."""
    language: str = ""
    """The code of the language that the file states; empty where it states none."""

    @property
    def summary(self) -> str:
        """What it was taken for and what was changed, in a line; empty for a plain list that says no more."""
        if self.form == ONE_A_LINE and not self.notes and not self.language:
            return ""
        return "; ".join((f"{self.taken_for}, {counted(len(self.words), 'word')}", *self.notes))

    @property
    def taken_for(self) -> str:
        """The form and the language, in words."""
        return f"read as {self.form}" + (f" in {language_name(self.language)}" if self.language else "")


def load_word_list(path: Path | str) -> WordList:
    """Read a list from a file.

    Raises:
        WordListError: the file cannot be read or has problems; the message names the file and the first lines.
    """
    return usable_words(path, read_word_list(path))


def read_word_list(path: Path | str) -> ListReading:
    """Return what the file at `path` holds, with every problem of it.

    Raises:
        WordListError: the file cannot be read, or is no text, or broken JSON; the message names it.
    """
    where = one_line(str(path))
    return reading_of(_text(read_bytes(path, LARGEST_WORD_LIST, WordListError), where), where)


def usable_words(path: Path | str, reading: ListReading) -> WordList:
    """Return the words that were read from the file at `path` as a list to deal from.

    Raises:
        WordListError: the list has problems.
    """
    if reading.problems:
        raise WordListError(_complaint(reading.problems, one_line(str(path))))
    return WordList(one_line(Path(path).stem), reading.words, reading.language)


def load_dealt_words(path: Path | str) -> tuple[str, ...]:
    """Return the words that boards were dealt from, one a line, exactly as they were written down.

    Raises:
        WordListError: the file cannot be read, or holds too few words.
    """
    where = one_line(str(path))
    words = tuple(_text(read_bytes(path, LARGEST_WORD_LIST, WordListError), where).split("\n"))
    words = words[:-1] if words[-1:] == ("",) else words
    if problem := _too_few(len(set(map(normalise, words)))):
        raise WordListError(_complaint([problem], where))
    return words


def written_list(words: Iterable[str], language: str = "") -> str:
    """Return the text of a list, one word per line, that reads back as the same words in the same language."""
    head = (MARK, language_line(language)) if language else (MARK,)
    return "".join(f"{line}\n" for line in (*head, *words))


def reading_of(text: str, where: str) -> ListReading:
    """Return what the text of a list holds; `where` names it in complaints.

    Raises:
        WordListError: it is no text, or broken JSON.
    """
    form, entries, odd_lines, stated = entries_in(text, where)
    problems = list(odd_lines)
    language = _language(stated, problems)
    taken: dict[str, tuple[int, CardWord]] = {}
    doubles: list[tuple[str, int, int]] = []
    for line, entry in entries:
        card = card_word(entry)
        if not card.word:
            continue
        if reason := why_unusable(card.word):
            problems.append(Problem(line, reason))
            continue
        first = taken.setdefault(normalise(card.word), (line, card))
        if first[1] is not card:
            doubles.append((first[1].word, first[0], line))
    if problem := _too_few(len(taken)):
        problems.append(problem)
    cards = [card for _, card in taken.values()]
    notes = (*_notes_on(cards), *_note_on_doubles(doubles))
    return ListReading(form, tuple(card.word for card in cards), tuple(sorted(problems, key=_by_line)), notes, language)


def _language(stated: ListEntry | None, problems: list[Problem]) -> str:
    """The code of the language that is stated; what is no language is added to the problems."""
    try:
        return language_code(stated.text) if stated else ""
    except InputError as error:
        problems.append(Problem(stated.line if stated else 0, f"states a language: {error}"))
        return ""


def _by_line(problem: Problem) -> tuple[bool, int]:
    return problem.line == 0, problem.line


def _too_few(count: int) -> Problem | None:
    return Problem(0, f"a board needs {BOARD_SIZE} distinct words; there are {count}") if count < BOARD_SIZE else None


def _notes_on(cards: Iterable[CardWord]) -> Iterator[str]:
    """Say what was changed in words, and how often."""
    cards = list(cards)
    if count := sum(card.is_emoji for card in cards):
        yield f"{counted(count, 'emoji', 'emoji')} with their names beside them"
    if count := sum(card.has_underscores for card in cards):
        yield f"underscores read as spaces in {counted(count, 'word')}"
    for sign, count in Counter(sign for card in cards for sign in set(card.dropped)).most_common():
        yield f"{name_of(sign)} dropped from {counted(count, 'word')}"


def _note_on_doubles(doubles: list[tuple[str, int, int]]) -> Iterator[str]:
    if doubles:
        named = [f"{one_line(word)!r} (lines {first} and {other})" for word, first, other in doubles[:_MOST_NAMED]]
        more = [f"{len(doubles) - _MOST_NAMED} more"] if len(doubles) > _MOST_NAMED else []
        yield f"{counted(len(doubles), 'double')} dropped: {', '.join((*named, *more))}"


def _complaint(problems: Iterable[Problem], where: str, most: int = 5) -> str:
    problems = list(problems)
    lines = [f"line {line}: {message}" if line else message for line, message in problems[:most]]
    more = f" (and {len(problems) - most} more)" if len(problems) > most else ""
    return f"word list {where}: " + "; ".join(lines) + more


def _text(data: bytes, where: str) -> str:
    """Return the text of a file in UTF-8 or, with a byte order mark, in UTF-16.

    Raises:
        WordListError: it is neither.
    """
    if data[:2] in _BYTE_ORDER_MARKS:
        try:
            text = data.decode("utf-16")
        except UnicodeDecodeError as error:
            raise WordListError(
                f"{where}: begins like UTF-16 text but is not (byte {error.start}); save it as UTF-8"
            ) from error
    else:
        text = decode(data, where, WordListError)
    if (at := text.find("\0")) >= 0:
        line = text.count("\n", 0, at) + 1
        raise WordListError(
            f"{where}: line {line}: contains {name_of(text[at])}, so it is not text; save it as UTF-8 text"
        )
    return text
