"""Clues and what the referee has to say of them, judged by the publisher's rules. One kind a line.

A case is `clue/BOARD WORD`; spaces in either are written as `_`.
"""

ILLEGAL = {
    "the word itself": "bank/BANK Bank/bank BANK/Bank ice_cream/ICE_CREAM",
    "regular forms": "banks/BANK kings/KING boxes/BOX ponies/PONY walked/WALK walking/WALK hopped/HOP tallest/TALL",
    "irregular forms": "mice/MOUSE feet/FOOT geese/GOOSE teeth/TOOTH men/MAN women/WOMAN children/CHILD wolves/WOLF "
    "broken/BREAK ran/RUN swam/SWIM flown/FLY drove/DRIVE sang/SING wrote/WRITE mouse/MICE die/DICE",
    "possessives": "king's/KING kings'/KING",
    "derived words": "breakage/BREAK banker/BANK kingdom/KING pianist/PIANO beautiful/BEAUTY sunny/SUN archery/ARCHER "
    "prisoner/PRISON cigarette/CIGAR friendly/FRIEND darkness/DARK unlock/LOCK swimmer/SWIM american/AMERICA "
    "italian/ITALY chinese/CHINA nunnery/NUN golden/GOLD princess/PRINCE prince/PRINCESS heroine/HERO detect/DETECTIVE "
    "guardian/GUARD enforce/FORCE asleep/SLEEP olympic/OLYMPICS horizontal/HORIZON email/MAIL",
    "a part of a compound": "horse/HORSESHOE shoe/HORSESHOE butter/BUTTERFLY ball/FOOTBALL snow/SNOWMAN rain/RAINBOW "
    "shoes/HORSESHOE wolf/WEREWOLF maid/MERMAID coal/CHARCOAL mare/NIGHTMARE vision/TELEVISION scope/MICROSCOPE "
    "nuts/WALNUT deer/REINDEER",
    "a part of a name": "york/NEW_YORK new/NEW_YORK cream/ICE_CREAM icy/ICE_CREAM black/BLACK_HOLE",
    "a compound that holds the word": "breakdown/BREAK snowshoe/SHOE football/BALL sunlight/SUN waterfall/WATER "
    "lighthouse/HOUSE toothbrush/TOOTH spaceship/SHIP fireman/FIRE unhorsed/HORSE scuba-diver/DIVER "
    "skyscraper/SKY monday/DAY",
    "a compound that shares a part": "snowshoe/HORSESHOE unhorsed/HORSESHOE snowball/SNOWMAN "
    "walnut/COCONUT monday/FRIDAY raspberry/STRAWBERRY",
    "joined and split": "newyork/NEW_YORK new-york/NEW_YORK icecream/ICE_CREAM ice-cream/ICE_CREAM "
    "horse-shoe/HORSESHOE",
    "tricks of Unicode": "b\u200bank/BANK ba\u00adnk/BANK \uff42\uff41\uff4e\uff4b/BANK "
    "\U0001d41b\U0001d41a\U0001d427\U0001d424/BANK "
    "\u0412\u0410N\u041a/BANK bаnk/BANK cafe\u0301/CAF\u00c9 caf\u00e9/CAFE\u0301 b00k/BOOK stra\u00dfe/STRASSE",
    "scripts without spaces": "行/银行 银行/银行 银行家/银行 山/富士山 กา/กาแฟ",
    "other scripts": "банк/БАНК מלך/מלך βιβλίο/ΒΙΒΛΙΟ",
}
"""Refused under `official`."""

LEGAL = {
    "letters alone": "art/HEART police/ICE hamster/HAM island/ENGLAND education/CAT office/ICE antarctica/CAR "
    "carpet/CAR season/SEA legend/LEG planet/PLANE hero/HER pantry/PAN "
    "carrot/CAR mandate/DATE capital/CAP carton/CAR chair/HAIR "
    "beast/EAST scarf/CAR friend/END justice/ICE notice/ICE cotton/COT earth/EAR pear/EAR pirate/RAT battery/BAT "
    "combat/BAT panther/ANT elephant/ANT pumpkin/PUMP button/BUTT penguin/PEN pencil/PEN tailor/TAIL irony/IRON "
    "harpy/HARP stationery/STATION heron/HERO apply/APPLE figure/FIG flourish/FLOUR popular/POPCORN "
    "literature/TRAFFIC_LIGHT policy/POLICE entail/TAIL diversity/DIVER fairness/FAIRY cavity/CAVE candid/CANDY "
    "forgive/FORGE county/COUNT enroll/ROLL encounter/COUNTER subject/SUBJECTIVE largess/LARGE",
    "strangers": "money/BANK mineral/LEAD ocean/NEW_YORK zebra/HORSE",
    "hyphens and apostrophes inside": "merry-go-round/CASTLE o'clock/CASTLE rock-’n’-roll/CASTLE",
    "other scripts": "деньги/БАНК כסף/בנק 河/银行",
    "at most forty characters": "a" * 40 + "/BANK",
}
"""Allowed under `official`."""

NO_WORD = (
    "", "   ", "\u200b", "!", "\u2014", "two words", "new\u00a0york", "loch\nness", "-bank", "bank-", "'", "money!",
    "a/b", "m.o.n.e.y", "👍", "a" * 41, "x" * 1_000_000,
    None, 3, ["bank"], {"word": "bank"}, b"bank", float("nan"), 10**5000,
)  # fmt: skip
"""Refused under every rule set, whatever is on the board."""

NUMBERS = (
    0,
    1,
    9,
    25,
    "0",
    "2",
    " 2 ",
    "25",
    "unlimited",
    " Unlimited ",
    "UNLIMITED",
    "\uff12",
    "\u3000\uff11\uff10",
    "\uff55\uff4e\uff4c\uff49\uff4d\uff49\uff54\uff45\uff44",
)
NO_NUMBERS = (
    -1, 26, 1000, 10**5000, True, False, 2.0, 1.5, float("nan"), float("inf"), None, "", "-1", "+2", "26", "2.0", "1e1",
    "0x2", "1_0", "²", "②", "\uff0d\uff11", "\uff12\uff16", "two", "2 or 3", "9" * 5000, [2], {"n": 2}, b"2",
)  # fmt: skip


def pairs(cases: dict[str, str]) -> list[tuple[str, str, str]]:
    """Kind, clue and board word of each case."""
    return [
        (kind, *(word.replace("_", " ") for word in case.split("/")))  # type: ignore[misc]
        for kind, line in cases.items()
        for case in line.split(" ")
    ]
