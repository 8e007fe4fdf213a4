r"""What a terminal sends, as messages: keys, pastes, the mouse, reports. Whatever cannot be read is left out.

The bytes are cut where ECMA-48 cuts them, and Textual's parser is handed whole pieces: left to itself it takes half a
sequence for keys, and ends at one that it cannot read.

    text        UTF-8; what is none becomes U+FFFD
    paste       ESC [ 200 ~ text ESC [ 201 ~    all of it is text, and none of it a key
    mouse       ESC [ M and three bytes; or a sequence
    sequence    ESC [ parameters, intermediates, one final byte
    report      ESC ] text BEL, ESC P text ESC \ and their like
    alt         ESC and a character
    escape      ESC, when nothing follows
"""

import re
import sys
from codecs import getincrementaldecoder
from collections.abc import Generator, Iterator
from typing import Final

from textual import events
from textual._xterm_parser import XTermParser
from textual.message import Message

from codenames_tui.ui.graphics.answers import is_answer
from codenames_tui.ui.messages import TerminalAnswer

_PIECE: Final = re.compile(
    rb"""
      (?P<text>[^\x1b]+)
    | (?P<paste>\x1b\[200~)
    | (?P<mouse>\x1b\[M[^\x00-\x1f]{3})
    | (?P<sequence>\x1b(?: \[\[. | \[[0-9]+\$ | \[[0-?]+[ -/]*[@-~] | \[[ -/]*[@-LN-Z\\-~] | O[ -~] ))
    | (?P<report>\x1b(?: \][^\x07\x18\x1a\x1b]*\x07 | []PX^_][^\x18\x1a\x1b]*\x1b\\ ))
    | (?P<broken>\x1b(?: \[(?: [0-?]+[ -/]* | M[^\x00-\x1f]{0,2} )(?![@-~])
                      | _G[a-z]=[ -~]*(?:\x1b(?=\x1b|\Z))? ))
    | (?P<alt>\x1b(?: [\x00-\x1a\x1c-\x7f] | [\xc2-\xdf][\x80-\xbf] | [\xe0-\xef][\x80-\xbf]{2}
                    | [\xf0-\xf4][\x80-\xbf]{3} ))
    | (?P<escape>\x1b)
    """,
    re.VERBOSE | re.DOTALL,
)
_BEGINNING: Final = re.compile(
    rb"""\x1b(?: \[[0-?]*[ -/]* | \[M[^\x00-\x1f]{0,2} | \[\[ | O | []PX^_][^\x07\x18\x1a\x1b]{0,4096}\x1b?
               | [\xc2-\xf4][\x80-\xbf]{0,2} )?\Z""",
    re.VERBOSE,
)
"""What may become a longer piece when more comes."""
_PASTE_ENDS: Final = b"\x1b[201~"
_INTERRUPTS: Final = (b"\x03", b"\x1b[99;5u")
"""Ctrl+C, which by itself ends a paste whose end never came."""
_KEY: Final = re.compile(r"\x1b\[([\d:;]*[:;][\d:;]*|\d+)([u~ABCDEFHPQS])")
"""A key of the kitty protocol, or one of xterm that is held with others."""
_SIZE: Final = re.compile(r"\x1b\[48;(\d+)(?::[\d:]*)?;(\d+)(?::[\d:]*)?;(\d+)(?::[\d:]*)?;(\d+)(?::[\d:]*)?t")
_TOO_LONG: Final = re.compile(r"\d{8}")
"""No number in a sequence has so many digits: the last character of Unicode has seven."""
_RELEASED: Final = "3"
_SHIFT: Final = 2
_FIRST_SURROGATE: Final = 0xD800
_LAST_SURROGATE: Final = 0xDFFF
_UNREADABLE: Final = (ValueError, ArithmeticError, LookupError)


class TerminalInput:
    """Reads what comes in, however it is cut into pieces."""

    def __init__(self) -> None:
        self._parser = XTermParser()
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._rest = b""
        self._paste: bytearray | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether something has begun that may be an escape key, or more."""
        return bool(self._rest) and self._paste is None

    def feed(self, data: bytes) -> Iterator[Message]:
        """Yield what has come."""
        if self._paste is not None and data in _INTERRUPTS:
            yield from self._end_paste()
        yield from self._read(data, is_all=False)

    def flush(self) -> Iterator[Message]:
        """Yield what has begun, now that nothing more has come for a while."""
        if self.is_waiting:
            yield from self._read(b"", is_all=True)

    def _read(self, more: bytes, *, is_all: bool) -> Iterator[Message]:
        data, self._rest = self._rest + more, b""
        at = 0
        while at < len(data):
            if self._paste is not None:
                at = yield from self._read_paste(self._paste, data, at)
            elif not is_all and _BEGINNING.match(data, at):
                self._rest, at = data[at:], len(data)
            elif piece := _PIECE.match(data, at):  # which every byte begins
                at = piece.end()
                yield from self._read_piece(piece.lastgroup, piece.group())

    def _read_piece(self, kind: str | None, data: bytes) -> Iterator[Message]:
        is_text = kind == "text"
        if text := self._decoder.decode(data if is_text else b"", final=not is_text):
            yield from self._parser.feed(text)
        match kind:
            case "paste":
                self._paste = bytearray()
            case "sequence":
                yield from self._read_sequence(data.decode("ascii", "replace"))
            case "report" if is_answer(report := data.decode("ascii", "replace")):
                yield TerminalAnswer(report)
            case "alt" | "escape":
                yield from _keys(data.decode())
            case _:  # a mouse of before SGR, an answer that nobody waits for, half a sequence
                pass

    def _read_paste(self, paste: bytearray, data: bytes, at: int) -> Generator[Message, None, int]:
        """Take what belongs to the paste, yield it if it has ended, and return where to read on."""
        ends = data.find(_PASTE_ENDS, at)
        if ends >= 0:
            paste += data[at:ends]
            yield from self._end_paste()
            return ends + len(_PASTE_ENDS)
        cut = next(n for n in range(len(_PASTE_ENDS), -1, -1) if data.endswith(_PASTE_ENDS[:n], at))
        paste += data[at : len(data) - cut]
        self._rest = data[len(data) - cut :]
        return len(data)

    def _end_paste(self) -> Iterator[Message]:
        pasted, self._paste = self._paste, None
        if pasted:
            yield events.Paste(pasted.decode("utf-8", "replace").replace("\x00", ""))

    def _read_sequence(self, sequence: str) -> Iterator[Message]:
        """Yield what a sequence says; nothing where it is unknown, or no terminal's."""
        if _TOO_LONG.search(sequence):
            return
        if is_answer(sequence):
            yield TerminalAnswer(sequence)
            return
        if size := _SIZE.fullmatch(sequence):
            yield from self._resized(*map(int, size.groups()))
            return
        if key := _KEY.fullmatch(sequence):
            sequence = _plain_key(*key.groups())
        try:
            known = list(self._parser.feed(sequence)) if sequence else []
        except _UNREADABLE:
            known = []
        if not known:  # the parser may wait for the rest of it, or have ended
            self._parser = _parser_after(self._parser)
        yield from known

    def _resized(self, height: int, width: int, pixel_height: int, pixel_width: int) -> Iterator[Message]:
        """Yield a new size; of a terminal that does not know its pixels, without them."""
        if not (width and height):
            return
        pixels = (pixel_width, pixel_height) if pixel_width and pixel_height else None
        resized = events.Resize.from_dimensions((width, height), pixels)
        self._parser.terminal_size, self._parser.terminal_pixel_size = resized.size, resized.pixel_size
        self._parser.mouse_pixels = pixels is not None
        yield resized


def _parser_after(before: XTermParser) -> XTermParser:
    """Return a parser that knows of the mouse and the size what the one before it knew."""
    parser = XTermParser()
    parser.last_x, parser.last_y = before.last_x, before.last_y
    parser.mouse_pixels = before.mouse_pixels
    parser.terminal_size, parser.terminal_pixel_size = before.terminal_size, before.terminal_pixel_size
    return parser


def _keys(pressed: str) -> Iterator[Message]:
    """Yield the escape key, or a key with alt; the end of what comes says that nothing more belongs to it."""
    parser = XTermParser()
    yield from parser.feed(pressed)
    yield from parser.feed("")


def _plain_key(codes: str, end: str) -> str:
    """Return a key of the kitty protocol without what Textual cannot read; nothing where none was pressed.

    The fields are `key:shifted:base ; modifiers:event ; text`, and all but the first may be missing.
    """
    fields = [field.split(":") for field in codes.split(";")]
    keys, modifiers, text, *_ = [*fields, [""], [""], [""]]
    if modifiers[1:2] == [_RELEASED]:
        return ""
    held = int(modifiers[0] or 1)
    typed = [character for character in text if character]
    if not typed and end == "u" and held == _SHIFT and len(keys) > 1:
        typed = keys[1:2]
    if not all(_is_character(code) for code in (keys[0] or "1", *typed) if code):
        return ""
    parts = [keys[0] or "1", str(max(held, 1)), ":".join(typed)]
    return f"\x1b[{';'.join(parts if typed else parts[:2])}{end}"


def _is_character(code: str) -> bool:
    number = int(code)
    return 0 < number <= sys.maxunicode and not _FIRST_SURROGATE <= number <= _LAST_SURROGATE
