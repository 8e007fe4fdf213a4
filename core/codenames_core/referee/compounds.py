"""Compounds of languages that write them in one word, cut where both halves are known words.

A half of two to four letters is found in many words by accident (rag in Nachtrag), so only the short nouns and stems
listed here are believed. Derived words are no compounds: whatever begins with a prefix or ends in a suffix.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

_LINKS: Final[Mapping[str, tuple[str, ...]]] = {
    "de": ("", "s", "es", "n", "en", "er", "e"),
    "nl": ("", "s", "en", "e", "n", "ne"),
    "sv": ("", "s", "e", "o", "u"),
    "da": ("", "s", "e"),
    "nb": ("", "s", "e"),
    "nn": ("", "s", "e"),
    "is": ("", "s", "a", "u", "ar"),
    "lb": ("", "s", "n"),
    "fi": ("", "n"),
    "hu": ("",),
    "fa": ("",),
    "ko": ("",),
}
"""What may stand between the halves."""

_SHORT: Final[Mapping[str, frozenset[str]]] = {
    language: frozenset(words.split())
    for language, words in {
        "da": """
        bil bog by dag fod hav hus is ko lys mad mus ost sko sne sol tog vej øje øre ø bær barn ben bjørn blad
        bold bord brød dyr fisk flag fugl glas guld gård hest hund hånd hår jord jul kage kniv kort land luft mand mord
        nat ord park post regn salt sand skib skov slot spil sten stol stue sø tand tøj tårn vand ven vin vind år
        """,
        "de": """
        arm arzt bad bar bau ball bär bein berg bett bild boot brot bus dach ei eis fuß gas hof hut kuh öl ohr ort
        rad rat rock see tag tal tee tor tür uhr uhu weg zoo zug zeh alt amt auge auto bahn band bank baum blatt
        blau blei blut brei brett buch burg dieb dorf dose draht ecke ehre ende ente erde eule fahr fall fang
        faust feld fell fest film floh flug frau geld gelb gift glas glut gold grab gras groß grün haar hahn hals
        hand hase haus haut heft heim heiß helm hemd herz hexe hirn hitze hoch holz horn hose huhn hund jagd jahr
        kalt kamm käse kern kind kino kleb koch kohl kopf korb korn kühl kuss lack lamm land last laub lauf laut
        lehm leim lese licht lied loch löwe luft lupe magd mann maus meer mehl mond moor moos mord mund name nase
        nass nest netz neu note nuss obst ofen oper park pelz pfad pilz post rabe rand raum reis ring rohr rose
        rot rübe ruhe rund saal sack saft säge salz sand sarg satz sau schuh seil sekt senf sieb sitz sohn spar
        stab süß tanz teig tief tier tuch turm vase vieh volk wald wand warm wein welt werk wind wohn wolf wort
        wurm zahn zaun zeit zelt zieh zoll zopf früh teil kilo topf höhe knie laus lehr lust mais mode mohn müll
        nerv paar pest pfau pult qual rest rost ruhm sinn ski sonn stroh takt teer text tod ton ufer wachs wal
        wild wolle zwerg drei zwei rolle
        """,
        "fi": """
        jää kuu maa pää puu suu tie työ yö uni äiti isä kala käsi ovi auto kivi koti kone lumi lintu meri talo
        tuli vesi kirja kello kenkä kissa koira leipä luola marja peili pallo pöytä sauna silta sota sormi tuoli
        ukko akka poika mies nainen pala jalka vuori
        """,
        "fa": """
        دست کش گوش آب چشم سر پا کتاب خانه دار آش پز گل دان شب روز کار گاه دل راه آهن بند گردن پیچ گوشت ماه ستاره
        برف باران آفتاب سیب زمین توت فرنگی شتر مرغ گاو نامه روزنامه دوش مو خشک لاک پشت هوا پیما تخت خواب میز نان
        شیر
        """,
        "ko": """
        물 불 눈 코 귀 손 발 꽃 나무 고기 사람 집 개 말 새 소 닭 돼지 비 바람 해 달 별 산 강 바다 길 돌 흙 빛 밤
        낮 아침 저녁 밥 떡 국 술 빵 옷 신발 모자 장갑 수건 가방 안경 우산 책 방 문 창문 책상 의자 침대 거울 가위
        칼 숟가락 젓가락 그릇 컵 병 공 축구 야구 농구 배 기차 자동차 비행기 자전거 학교 병원 도서관 화장실 부엌
        거실 눈물 얼음 무지개 구름 벌레 벌 꿀 나비 거미 뱀 곰 호랑이 고양이 금 은 금붕어 목 걸이 귀걸이 반지 팔
        다리 머리 가슴 허리 어깨 목소리 노래 춤 그림 종이 연필 지우개 사진 영화 빗 방울 송이 가락 주머니
        """,
        "hu": """
        agy ágy cél fa fal fej fog fül fű haj hal ház hó jég kar kép kéz kő láb lap nap orr szem tej tér tó tűz úr
        út vár víz zár ablak ajtó ágyú bolt esés hang hajó hely híd idő ország világ kert kör könyv lány méz nyár pálya
        pénz sajt sör szék szél szín szív szoba torta toll utca zene
        """,
        "nb": """
        bil bok by dag fot hav hus is ko lys mat mus ost sko snø sol tog vei øye øre øy bær barn ben bjørn blad
        ball bord brød dyr fisk flagg fugl glass gull gård hest hund hånd hår jord jul kake kniv kort land luft mann
        mord natt ord park post regn salt sand skip skog slott spill stein stol stue sjø tann tårn vann venn vin
        vind år
        """,
        "nl": """
        bal bel bed bos bus dag das ei gas hof hut ijs kat kom kop koe man mug oog pan pet pot rok rug tak tas top
        oor vis voet wol zak zee zon appel arts baan baas bank beer been berg blad boek boom boot brief brug brood
        bouw buik deur dier dorp duim geld glas goud gras haar hand hart hemd hond hoofd hoog hout huis jaar jacht
        kaas kast kerk kind kist klok koek kool kunst kust lamp land lees lied lijn loop maan maat markt melk mond
        muis muur naam nest neus nood oud paal park pijl pijp plek punt raad raam rand riem rood rook roos rots
        schip schoen slaap slag slot soep spel speel staat stad stal ster stof stok taal tand tent thee tijd trein
        tuin veer veld vest vlag volk vuur wand week weer werk wijk wijn wind wolf wolk woon zaad zaak zand zeep
        zoek zout zuur zwem stuk vlieg laag boog winkel werp licht soort stoel groep perk plaats val
        """,
        "sv": """
        bok båt dag fot gås hav hus häl is kaj ko lov mat mus ost rum sjö sko snö sol så te tak tåg tår val väg ö
        öga öra bär får hår gång barn ben berg bild bil björn blad blod boll bord bröd djur dörr eld film fisk
        fält glas gran gris gräs guld gård hals hand hatt hjul häst höst hund jakt jord jul kniv kock korg korv
        kort kung kött lamm land ljud ljus lock luft lång löv man mask mjöl moln mord mynt mål måne natt näsa nöt
        ord orm park port post ramp ring rock ros rygg röst salt sand sill sked skal skog spel stad sten stig stol
        ström såg säck säng tand torg torn trä träd tupp tvål ugn vakt varg vind vin våg vägg vår år ägg äng hög
        sjuk halv regn båge verk möte halm grund skott fall
        """,
    }.items()
}
"""Nouns and stems of two to four letters, and a few longer ones, that begin and end compounds."""
_FIRST_HALVES: Final[Mapping[str, frozenset[str]]] = {
    language: frozenset(words.split())
    for language, words in {
        "es": "abre corta cuenta gira guarda lava limpia para porta rasca saca salva",
        "fr": "garde lave ouvre para porte taille tire",
        "it": "apri arco aspira capo ferro guarda lava para porta salva spazza",
        "pt": "guarda lava porta quebra salva tira",
    }.items()
}
"""Where compounds are rarer: the verbs and nouns that begin them."""

_ROOTS: Final[Mapping[str, tuple[str, ...]]] = {
    "cs": ("pád",),
    "pl": ("spad", "pad", "wód", "lot", "chód", "ciąg"),
    "ru": ("ход", "воз", "пад", "вод", "вар", "лёт", "кат", "провод", "коп", "рез"),
    "uk": ("хід", "воз", "спад", "пад", "від", "літ", "провід"),
}
"""Roots that end Slavic compounds, behind a noun and a vowel."""
_PREFIXES: Final[Mapping[str, frozenset[str]]] = {
    language: frozenset(words.split())
    for language, words in {
        "da": "af an be bort efter for fore frem gen ind med mis ned om op over på sam sammen selv til u ud under ved",
        "de": "ab an auf aus be bei da dar durch eben ein emp empor ent er fort frei ge gegen her hin hinter los miss "
        "mit nach nieder offen schi selbst über um un unter ur ver viel vor voraus vorbei weg weiter wider wieder zer "
        "zu zurück zusammen",
        "nb": "an av be bort etter for fore frem gjen inn med mis ned om opp over på sam sammen selv til u under "
        "ut ved",
        "nl": "aan achter af al ander be bij boven door er ge heen her hoe in in mee na om on onder ont op over "
        "tegen terug toe tussen uit ver voor weg zelf",
        "sv": "an av be bort efter fort för före fram igen in med miss ned o om på sam själv till under upp ut vid "
        "åter över",
        "fi": "ala epä esi etu jälki yli",
        "hu": "be bele egy el fel fél ki le meg rá vissza át össze",
    }.items()
}
"""What begins a derived word, and is no half of a compound."""
_BOUND_PREFIXES: Final[Mapping[str, tuple[str, ...]]] = {
    "da": ("be", "for"), "de": ("be", "emp", "ent", "er", "ge", "ver", "zer"), "nb": ("be", "for"),
    "nl": ("be", "ge", "her", "ont", "ver"), "sv": ("be", "för", "före"),
}  # fmt: skip
"""Where the rest is a word, it is derived with one of these: Verstand is no Vers."""
_SUFFIX_WORDS: Final = """
    ismus tieren schaft heit keit eben isch ische ischem ischen ischer isches nisch nische nischen lich weise loser
    lose voll haft ling linge lingen nisse tion tionen ration artig artige stellen teller ungen ieren sion sionen innen
    mässig mässige mässigen mäßig mäßige mäßigen
    nativ native nativen nation nationen ionen ei erei is steil
    chap chappen dingen slang steller tehuis svärd svärda svärt sling slinga slingar
    ment mentet menten mente menter
    netje netjes tje tjes naar naars
    lijk lijke baar bare heid schap schappen achtig loos loze nemende eren deren teren keren seren iteit erij ering
    ling lingen aard aards lende lijks talig talige schappelijke strekt natie naties hagen tricht
    het heten skap skapet lig bar else ande ningen ning elsen aren arna heter liga ligt ering eringen are aste ande
    anden enhet enheter ökande ökning ökningar turen ringen stans piller
    maatti lainen läinen moinen minen mainen maton mätön ttaja täjä isuus
    szerű telen talan etlen atlan elem izmus vezet vezetet
"""
_SUFFIXES: Final = frozenset(_SUFFIX_WORDS.split())
"""What ends one."""
_PARTICIPLES: Final = ("ende", "enden")
"""End a compound only behind a link, as in Wochenende."""
_SHORTEST: Final[Mapping[str, int]] = {"is": 4, "lb": 4}
"""Letters of a half that is believed wherever it is known, 5 where nothing is said; shorter ones have to be listed."""


def joins_words(language: str) -> bool:
    """Return whether the language writes compounds in one word, and its links are known."""
    return language in _LINKS or language in _FIRST_HALVES or language in _ROOTS


def cuts(word: str, language: str, known: Callable[[str], bool]) -> Iterator[tuple[str, str]]:
    """Yield the halves of a compound, both of them words of which `known` is true, without what links them.

    Where a word can be cut in several places, only the cut without a link or with the longest last half is believed.

    >>> list(cuts("eisbär", "de", {"eis", "bär"}.__contains__))
    [('eis', 'bär')]
    """
    if is_derived(word, language, known):
        return
    found = min(_two_words(word, language, known), default=None)
    if found is not None:
        yield found[2:]
    for at in range(3, len(word) - 2):
        if word[:at] in _FIRST_HALVES.get(language, ()) and known(word[at:]):
            yield word[:at], word[at:]
    yield from _slavic_cuts(word, language, known)


def is_short_half(part: str, language: str) -> bool:
    """Return whether a part is one of the short nouns that are believed inside of compounds."""
    return part in _SHORT.get(language, frozenset())


def is_derived(word: str, language: str, known: Callable[[str], bool]) -> bool:
    """Return whether a word is another one with a prefix that never stands alone: Verstand, verhouding."""
    return any(
        word.startswith(prefix) and len(word) > len(prefix) + 3 and known(word.removeprefix(prefix))
        for prefix in _BOUND_PREFIXES.get(language, ())
    )


def _two_words(word: str, language: str, known: Callable[[str], bool]) -> Iterator[tuple[bool, int, str, str]]:
    """Every way to cut a word in two, the likeliest the least."""
    short, prefixes = _SHORT.get(language, frozenset()), _PREFIXES.get(language, frozenset())
    shortest = _SHORTEST.get(language, 5)
    for at in range(1, len(word) - 1):
        first, last = word[:at], word[at:]
        if _is_accident(first, last, language, known):
            continue
        if last in _SUFFIXES or first in prefixes or not (last in short or (len(last) >= shortest and known(last))):
            continue
        for link in _LINKS.get(language, ()):
            base = first.removesuffix(link)
            if base in prefixes or (last in _PARTICIPLES and not link.endswith(("n", "s"))):
                continue
            if (base != first or not link) and (base in short or (len(base) >= shortest and known(base))):
                yield link != "", -len(last), base, last
                break


def _is_accident(first: str, last: str, language: str, known: Callable[[str], bool]) -> bool:
    """Whether one of two halves is a prefix or a suffix in truth: zugrunde, motivering, waardoor."""
    if language == "de" and first == "zug" and known("g" + last):
        return True
    if last == "ring" and first.endswith("e"):
        return True
    if language != "nl":
        return False
    return (first.endswith("s") and first[:-1] in _PREFIXES["nl"]) or (last == "oor" and first.endswith("d"))


def _slavic_cuts(word: str, language: str, known: Callable[[str], bool]) -> Iterator[tuple[str, str]]:
    """A noun without its ending, o or e, and a root: водо-пад."""
    for root in _ROOTS.get(language, ()):
        stem = word.removesuffix(root)
        if stem == word or stem[-1:] not in tuple("oeое"):
            continue
        for ending in ("", "a", "o", "а", "о", "я", "ь"):
            if len(stem) > 3 and known(stem[:-1] + ending):
                yield stem[:-1] + ending, root
                break
