"""Small words of other languages than English: two names that share only such a one are strangers."""

from collections.abc import Mapping
from typing import Final

FUNCTION_WORDS: Final[Mapping[str, frozenset[str]]] = {
    language: frozenset(words.split())
    for language, words in {
        "ca": "a al amb d de del dels el els en i l la les per",
        "cs": "a do i k ke na o od po s se u v ve z za ze",
        "da": "af den det i og på til ved",
        "de": "am an auf aus bei das dem den der des die ein eine im in mit nach und von vor zu zum zur über unter",
        "es": "a al con de del e el en la las lo los o para por sin un una y",
        "fi": "ja",
        "fr": "a au aux avec d dans de des du en et l la le les par pour sans sous sur un une à",
        "hu": "a az és egy",
        "it": "a ai al alla con d da dal de degli dei del dell della delle di e i il in l la le lo per un una",
        "nb": "av den det i og på til ved",
        "nl": "aan bij de den der des een en het in met naar of op te ten ter uit van voor",
        "pl": "do i na o od po pod w we z za ze",
        "pt": "a ao com d da das de do dos e em na no o os para por um uma à",
        "ro": "a al cu de din in la pe si și",
        "ru": "а без в во до за и из к на о об от по под с со у",
        "sv": "av den det i och på till vid",
        "tr": "ve ile",
        "uk": "а без в до з за зі і й на об о от по під про та у",
    }.items()
}
