"""Bradley-Terry ratings by role: how much each model adds as a cluer and as a guesser, with any partner.

`rated_games` has the model. Ratings are those that make the games most likely; their intervals are of the profile
likelihood, for boards and not for games (`statistics.clustered_logistic`). A model that always or never wins has a
bound in place of a rating, and 0 is then the mean of the others, so that it spoils none of theirs.
"""

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel, ConfigDict

from codenames_core.game.config import GameMode
from codenames_metrics.analysis.rated_games import RatedGames, rated_games
from codenames_metrics.analysis.scores import Score
from codenames_metrics.game.metric import Credit
from codenames_metrics.statistics.clustered_logistic import Profiled
from codenames_metrics.statistics.intervals import CONFIDENCE, Bounds

if TYPE_CHECKING:
    from codenames_metrics.statistics.clustered_logistic import Floats

FEWEST_BOARDS: Final = 10
MOST_PROFILED: Final = 30
"""Models of which each has an interval; for more, the time it takes grows beyond use."""
_DIGITS: Final = 6


# D-101: only mixed teams tell a cluer's part from a guesser's.
class Rating(BaseModel):
    """One model's ratings, in logits, against the mean of the models in `Ratings.zero`."""

    model_config = ConfigDict(frozen=True)

    model: str
    games: int
    """Decided games in which it was on one side alone, in any seat."""
    strength: float | None
    """As cluer and guesser together: the rating of a team of this model alone. None where it may have no end."""
    strength_ci: Bounds | None
    """95 %, with one end alone where the rating may have no end; None for fewer than ten boards, which say too little
    of their spread, for more than `MOST_PROFILED` models, and until all games are played or given up. The same for the
    others."""
    win_chance: float | None
    """Of such a team against one of rating 0, if neither moved first: 1 / (1 + exp(-strength))."""
    cluer: float | None
    """None where the games cannot tell its roles apart, as where it only ever plays with itself, and where it may have
    no end."""
    cluer_ci: Bounds | None
    guesser: float | None
    guesser_ci: Bounds | None
    is_endless: bool
    """Whether the games allow a rating without end, as where somebody always or never won against it."""


class Ratings(BaseModel):
    """The ratings of all models by the games of one mode, or of all."""

    model_config = ConfigDict(frozen=True)

    mode: GameMode | None
    """None for all modes together."""
    games: int
    """Decided ones; mirrors are among them."""
    boards: int
    start: float | None
    """What moving first adds, in logits; it finds nine words where the other side finds eight."""
    start_ci: Bounds | None
    zero: tuple[str, ...]
    """The models whose mean is 0: the largest group in which everybody has beaten everybody, directly or through
    others; all, where no group is the largest."""
    models: tuple[Rating, ...]
    """Best first."""


def fit_ratings(scores: Iterable[Score], mode: GameMode | None = None) -> Ratings | None:
    """Return the ratings of the models in some games; None where no two line-ups ever met.

    Args:
        scores: the games; undecided ones and those with a ghost are left out.
        mode: whose games count; all if not given.
    """
    games = rated_games(scores, mode)
    return ratings(games, mode) if games else None


def ratings(games: RatedGames, mode: GameMode | None, *, final: bool = True) -> Ratings:
    """Return the ratings of the models in games that are counted already; until all are, they have no intervals."""
    start = _profile(games, games.start, final=final)
    models = sorted(games.models, key=lambda model: (-_place(games, model), model))
    return Ratings(
        mode=mode,
        games=games.games,
        boards=games.boards,
        start=start.estimate,
        start_ci=_ends(games, start, final=final),
        zero=games.zero,
        models=tuple(_rating(games, model, final=final) for model in models),
    )


def _rating(games: RatedGames, model: str, *, final: bool) -> Rating:
    strength = _profile(games, games.against_mean(Credit.TEAM, model), final=final)
    cluer, guesser = (_of_role(games, role, model, final=final) for role in (Credit.CLUER, Credit.GUESSER))
    return Rating(
        model=model,
        games=games.games_of(model),
        strength=strength.estimate,
        strength_ci=_ends(games, strength, final=final),
        win_chance=None if strength.estimate is None else chance(strength.estimate),
        cluer=cluer.estimate if cluer else None,
        cluer_ci=_ends(games, cluer, final=final) if cluer else None,
        guesser=guesser.estimate if guesser else None,
        guesser_ci=_ends(games, guesser, final=final) if guesser else None,
        is_endless=strength.estimate is None,
    )


def chance(rating: float) -> float:
    """Return how likely a team of a rating is to win against one of rating 0.

    >>> chance(0.0)
    0.5
    """
    return rounded(1 / (1 + math.exp(-rating)))


def _of_role(games: RatedGames, role: Credit, model: str, *, final: bool) -> Profiled | None:
    weights = games.against_mean(role, model)
    return _profile(games, weights, final=final) if games.fitted.is_determined(weights) else None


def _place(games: RatedGames, model: str) -> float:
    return round(float(games.against_mean(Credit.TEAM, model) @ games.fitted.parameters), 3)


def _profile(games: RatedGames, weights: "Floats", *, final: bool) -> Profiled:
    if not _has_ends(games, final=final):
        found = Profiled(games.fitted.estimate(weights), None, None)
    else:
        found = games.fitted.profile(weights, CONFIDENCE)
    return Profiled(*(None if value is None else rounded(value) for value in found))


def _ends(games: RatedGames, profiled: Profiled, *, final: bool) -> Bounds | None:
    return Bounds(profiled.low, profiled.high) if _has_ends(games, final=final) else None


def _has_ends(games: RatedGames, *, final: bool) -> bool:
    return final and games.boards >= FEWEST_BOARDS and len(games.models) <= MOST_PROFILED


def rounded(value: Any) -> float:
    """A few digits less than the machine has, for processors differ in the last ones; and no -0."""
    return round(float(value), _DIGITS) + 0.0
