"""Languages by their codes, as people write them.

The code of a language is that of ISO 639-1, or of ISO 639-3 where the former has none. Also read are the other codes of
ISO 639-2 and -3, a code with a region or script behind it (`pt-BR`, `zh_Hans`), codes that the standards have
withdrawn, English and native names, and codes of countries where these are no language's: `ua`, `jp`, but not `se`,
which is Northern Sámi.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line

ENGLISH: Final = "en"
PATTERN: Final = r"^[a-z]{2,3}$"
_REGION: Final = re.compile(r"([a-z]{2,3}|[a-z]{4,})(?:[-_][a-z0-9]{2,8})*(?:[.@].*)?")
_TABLE: Final = """\
ar Arabic ara | العربية
be Belarusian bel | беларуская by
bg Bulgarian bul | български
bn Bengali ben | বাংলা
ca Catalan cat | català
cs Czech ces cze | čeština cz
cy Welsh cym wel | cymraeg
da Danish dan | dansk dk
de German deu ger | deutsch at
el Greek ell gre | ελληνικά gr
en English eng | english gb us
es Spanish spa | español castilian
et Estonian est | eesti
eu Basque eus baq | euskara
fa Persian fas per pes | فارسی farsi ir
fi Finnish fin | suomi
fr French fra fre | français
ga Irish gle | gaeilge
gl Galician glg | galego
he Hebrew heb iw | עברית il
hi Hindi hin | हिन्दी
hr Croatian hrv | hrvatski
hu Hungarian hun | magyar
hy Armenian hye arm | հայերեն
id Indonesian ind in | indonesia
is Icelandic isl ice | íslenska
it Italian ita | italiano
ja Japanese jpn | 日本語 jp
ka Georgian kat geo | ქართული
ko Korean kor | 한국어
la Latin lat | latina
lt Lithuanian lit | lietuvių
lv Latvian lav lvs | latviešu
mk Macedonian mkd mac | македонски
ms Malay msa may | melayu
nb Norwegian nob nor no | norsk bokmål
nl Dutch nld dut | nederlands flemish
nn Nynorsk nno | nynorsk
pl Polish pol | polski
pt Portuguese por | português ptbr
ro Romanian ron rum mo | română
ru Russian rus | русский
sk Slovak slk slo | slovenčina
sl Slovenian slv | slovenščina
sq Albanian sqi alb | shqip
sr Serbian srp | српски srpski
sv Swedish swe | svenska
sw Swahili swa | kiswahili
ta Tamil tam | தமிழ்
te Telugu tel | తెలుగు
th Thai tha | ไทย
tl Tagalog tgl fil | filipino
tr Turkish tur | türkçe
uk Ukrainian ukr | українська ua
ur Urdu urd | اردو
vi Vietnamese vie | vn
zh Chinese zho chi cmn | 中文 mandarin cn
"""
"""A language a line: its code, its name, other codes, and behind the bar other names and what is written for it."""


def language_code(text: str) -> str:
    """Return the code of the language that is meant.

    A code that is not in the table stands for itself: it may be that of any language.

    >>> [language_code(text) for text in ("de", "pt-BR", "zh_CN", "deu", "ua", "Japanese", "xx")]
    ['de', 'pt', 'zh', 'de', 'uk', 'ja', 'xx']

    Raises:
        InputError: it is neither a code nor a known name; the message says which may be meant.
    """
    written = text.strip().casefold()
    region = _REGION.fullmatch(written)
    base = region[1] if region else written
    codes = _codes()
    if code := codes.get(written) or codes.get(base):
        return code
    if region and re.fullmatch(PATTERN, base):
        return base
    import difflib  # only complaints need it

    close = difflib.get_close_matches(base[:40], codes, n=1, cutoff=0.7)
    needed = "two or three small letters are needed, as in en or de"
    meant = f"did you mean {codes[close[0]]} ({language_name(codes[close[0]])})?" if close else needed
    raise InputError(f"{one_line(text, 40)!r} is not a language code; {meant}")


def language_name(code: str) -> str:
    """Return the English name of a language; its code in quotes where the table lacks it.

    >>> language_name("de"), language_name("xx")
    ('German', "'xx'")
    """
    return _names().get(_codes().get(code, code)) or repr(one_line(code, 20))


@lru_cache(maxsize=1)
def _codes() -> Mapping[str, str]:
    """From everything that the table knows, in small letters, to the code of the language."""
    rows = [row.casefold().replace("|", " ").split() for row in _TABLE.splitlines()]
    return MappingProxyType({word: row[0] for row in rows for word in row})


@lru_cache(maxsize=1)
def _names() -> Mapping[str, str]:
    rows = [row.split() for row in _TABLE.splitlines()]
    return MappingProxyType({row[0]: row[1] for row in rows})
