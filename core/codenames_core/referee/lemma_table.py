"""A table from the forms of a language to their lemmas, small enough to be shipped and read in a moment.

It is a minimal acyclic automaton over the letters of the language (Daciuk, Mihov, Watson & Watson, "Incremental
construction of minimal acyclic finite-state automata", Computational Linguistics 26(1), 2000). Each path spells a form,
the sign `FORM_ENDS`, how many letters are cut off its end, and the letters that are put there instead. Forms with the
same endings share what is behind their stems, so that millions of them take a few megabytes.

A node is the number of its children, the sign of each, and where each child stands, in three bytes. Where the number is
above `MOST_CHILDREN`, that much is taken away from it, and the last child stands as many bytes before the node as one
byte at its end says. Children stand before their parents; `ACCEPTED` is behind the last sign of a path.

What is said of a language besides its lemmas (`LemmaTable.rest`) is left to `lemmas`; `scripts/compile_lemmas.py`
writes the tables.
"""

import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

FORM_ENDS: Final = 0
NO_SIGN: Final = 255
"""Of a letter that is not of the language; no node has such a child."""
MOST_CHILDREN: Final = 200
ACCEPTED: Final = 0
ADDRESS_BYTES: Final = 3


@dataclass(frozen=True, slots=True, eq=False)
class LemmaTable:
    """The forms that are known in one language."""

    letters: str
    """All letters of forms and lemmas; the sign of each is its place, counted from 1."""
    root: int
    nodes: bytes
    rest: Mapping[str, Any]
    """What else is known of the language."""
    _signs: Mapping[str, int]

    @classmethod
    def read(cls, packed: bytes) -> "LemmaTable":
        """Return the table that was packed: one line of JSON, and the nodes.

        Raises:
            ValueError, OSError, EOFError: this is no table.
        """
        head, _, nodes = gzip.decompress(packed).partition(b"\n")
        said = json.loads(head)
        letters, root = said.pop("letters"), said.pop("root")
        return cls(letters, root, nodes, said, {letter: sign for sign, letter in enumerate(letters, 1)})

    def lemma(self, form: str) -> str | None:
        """Return the lemma of a form, as it is written here; None for a form that is unknown."""
        node = self.root
        for sign in (*(self._signs.get(letter, NO_SIGN) for letter in form), FORM_ENDS):
            child = self._child(node, sign)
            if child is None:
                return None
            node = child
        cut, node = self._only_child(node)
        ending = ""
        while node != ACCEPTED:
            sign, node = self._only_child(node)
            ending += self.letters[sign - 1]
        return form[: len(form) - cut] + ending

    def _child(self, node: int, sign: int) -> int | None:
        place = self.nodes.find(sign, node + 1, node + 1 + self._count(node)) - node - 1
        return self._address(node, place) if place >= 0 else None

    def _only_child(self, node: int) -> tuple[int, int]:
        return self.nodes[node + 1], self._address(node, 0)

    def _count(self, node: int) -> int:
        count = self.nodes[node]
        return count - MOST_CHILDREN if count > MOST_CHILDREN else count

    def _address(self, node: int, place: int) -> int:
        count = self._count(node)
        at = node + 1 + count + ADDRESS_BYTES * place
        if self.nodes[node] > MOST_CHILDREN and place == count - 1:
            return node - self.nodes[at]
        return int.from_bytes(self.nodes[at : at + ADDRESS_BYTES], "little")
