"""Lemmas that the dictionaries or the regular endings get wrong: a word that only looks like a form of another.

Each was met among clues that the referee refused: `haven` is no form of the Dutch `have`, `Geste` none of `Gest`.
"""

from collections.abc import Mapping
from typing import Final

LEMMAS: Final[Mapping[str, Mapping[str, str]]] = {
    language: {word: lemma or word for word, _, lemma in (pair.partition(":") for pair in pairs.split())}
    for language, pairs in {
        "de": """
        andreas angeles banner becken becker blues boden burger dann darin eisen eltern ernte france geste gruss
        jacke jeans leiter lukas marion meister messe messer person potter schwanger steven weile wetter zweier
        armee daten:datum leider liege kombination allerdings neuerdings vereinzelt zugehörigkeit
        beinhalten beinhaltet:beinhalten poster seine seinem:seine seinen:seine seiner:seine seines:seine
        """,
        "nl": """
        haan haven he kater vals wegens tijdens trouwens vervolgens volgens reeds straks soms koers rots pols wars
        slechts alles anders allen niets niet tegen steen varken eens buis prijs pers wens kamers:kamer meters:meter
        peters vingers:vinger jeetje langs begin koe goes diens wilders waarin daarin spanje hen
        maastricht eiland eilanden:eiland oorzaak oorzaken:oorzaak uiten oversteken
        """,
        "sv": """
        allan min stans:stan vann:vinna vägar:väg hållet:hålla star fans:fan brons fasad men mens kalle sken:skina träna
        matte matten:matte bot
        """,
    }.items()
}
"""From a word in small letters to its only lemma; where nothing is said, it is its own."""
