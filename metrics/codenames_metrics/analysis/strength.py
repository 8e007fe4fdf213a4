"""The order of strength, in which tables and pictures list models and line-ups that they do not rank themselves."""

from collections.abc import Iterable, Sequence

from codenames_metrics.analysis.leaderboard import BoardRole, Leaderboard


def by_strength(board: Leaderboard) -> list[str]:
    """Return models, the strongest first: by the win rates of teams of one model, else as cluers, else as listed."""
    listed = [entry.model for entry in board.overall.entries]
    for ranking in board.roles:
        if ranking.mode is None and str(ranking.role) == str(BoardRole.CLUER):
            listed += [entry.model for entry in ranking.entries]
    return list(dict.fromkeys([*listed, *(entry.model for entry in board.cluer.entries)]))


def lineups_by_strength(board: Leaderboard) -> list[str]:
    """Return line-ups, the strongest of each composition first."""
    return [entry.lineup for composition in board.compositions for entry in composition.entries]


def ordered(names: Iterable[str], order: Sequence[str]) -> list[str]:
    """Return names in an order; those that it does not have come last, as they come."""
    places = {name: place for place, name in enumerate(order)}
    return sorted(names, key=lambda name: places.get(name, len(places)))
