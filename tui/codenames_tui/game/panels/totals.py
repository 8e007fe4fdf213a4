"""What a game took so far in a few words: tokens, cost, calls, refused tries, time. Unknown is a question mark."""

from math import isfinite

from codenames_core.game.config import TEAMS, Team
from codenames_core.game.usage import PartialSum, UsageTotals
from codenames_core.text.plurals import counted
from codenames_tui.game.sessions.decisions import Decisions
from codenames_tui.ui.lines.lines import Glyphs

_THOUSAND, _MILLION = 1_000, 1_000_000
_A_TENTH_OF_A_CENT = 0.001


def totals_in_words(spent: UsageTotals, glyphs: Glyphs) -> tuple[str, ...]:
    """Return the totals of the models' calls, in ever fewer words; nothing where no model was asked."""
    if not spent.model_calls:
        return ()
    tokens = tokens_of(spent)
    parts = [tokens, cost(spent.cost_usd), calls(spent), clock(spent.seconds)]
    between = f" {glyphs.dot} "
    ways = [parts, parts[:-1], parts[:2], parts[1:2]]
    return tuple(between.join(way) for way in ways)


def team_totals(decisions: Decisions, count: int, glyphs: Glyphs) -> dict[Team, str]:
    """Return what the first `count` decisions took, by team: `2.1k in 310 out · $0.0021`; nothing without a model."""
    totals = {team: decisions.spent_by(team, count) for team in TEAMS}
    return {team: _team_total(spent, glyphs) if spent.model_calls else "" for team, spent in totals.items()}


def _team_total(spent: UsageTotals, glyphs: Glyphs) -> str:
    return f"{tokens_of(spent)} {glyphs.dot} {cost(spent.cost_usd)}"


def tokens_of(spent: UsageTotals) -> str:
    """Return the tokens in and out: `12.3k in 1.2k out`."""
    return f"{count(spent.tokens_in)} in {count(spent.tokens_out)} out"


def calls(spent: UsageTotals) -> str:
    """Return how often agents were asked, and how many answers could not be used: `42 calls, 3 refused`."""
    asked = f"{counted(spent.calls, 'call')}"
    return f"{asked}, {spent.refused:,} refused" if spent.refused else asked


def count(number: PartialSum) -> str:
    """Return a count of tokens.

    >>> count(PartialSum(12_345, 0, 3)), count(PartialSum(310, 1, 2)), count(PartialSum(0, 2, 2))
    ('12.3k', '310?', '?')
    """
    if number.parts == number.unknown:
        return "?" if number.parts else "0"
    return f"{_short(number.known)}{'?' if number.unknown else ''}"


def _short(number: float) -> str:
    if number < _THOUSAND:
        return f"{number:.0f}"
    return f"{number / _THOUSAND:.1f}k" if number < _MILLION else f"{number / _MILLION:.1f}M"


def cost(number: PartialSum) -> str:
    """Return a sum of money; what is not known is said, and is not zero.

    >>> cost(PartialSum(0.0123, 0, 3)), cost(PartialSum(0.0123, 1, 3))
    ('$0.0123', '$0.0123 + ?')
    >>> cost(PartialSum(0, 2, 3)), cost(PartialSum(0, 0, 2))
    ('$?', '$0')
    """
    if number.unknown and not number.known:
        return "$?"
    return f"{dollars(number.known)} + ?" if number.unknown else dollars(number.known)


def dollars(amount: float) -> str:
    """Return an amount with as many digits as tell something.

    >>> dollars(0), dollars(0.00004), dollars(0.0123), dollars(12.5)
    ('$0', '$0.00004', '$0.0123', '$12.50')
    """
    if not amount:
        return "$0"
    if amount >= 1:
        return f"${amount:,.2f}"
    return f"${amount:.4f}" if amount >= _A_TENTH_OF_A_CENT else f"${amount:.6f}".rstrip("0")


def clock(seconds: float) -> str:
    """Return a time; a file can say anything, also that it was endless.

    >>> clock(0.4), clock(75), clock(3_725)
    ('0:00', '1:15', '1:02:05')
    """
    if not isfinite(seconds):
        return "?"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
