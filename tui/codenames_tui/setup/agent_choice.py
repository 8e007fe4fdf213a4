"""Who can be chosen for a seat: agents that are here, those that were named before, and the models that are found.

Models are looked for only once a person chooses: of providers whose keys are set, and of servers on this machine.
"""

from collections.abc import Iterator, Sequence

from codenames_core.game.config import AgentConfig
from codenames_core.support.errors import InputError
from codenames_tui.setup import game_form
from codenames_tui.ui.lines.lines import Glyphs
from codenames_tui.ui.screens.choosing import ChooseAgent, LookUp, Offer


def agent_chooser(title: str, now: str, recent: tuple[str, ...], glyphs: Glyphs) -> ChooseAgent:
    """Return the question who plays.

    Args:
        title: for which seat.
        now: who plays now.
        recent: who was named before.
        glyphs: what is drawn with.
    """
    return ChooseAgent(title, offers(recent), now, glyphs, look_up(recent))


def offers(recent: tuple[str, ...]) -> list[Offer]:
    """Return the agents that can be chosen for a seat: those that are here, and those that were named before."""
    specs = game_form.agents_to_choose(recent)
    return [Offer(spec, game_form.about_agent(spec), _section(number)) for number, spec in enumerate(specs)]


def _section(number: int) -> str:
    if number == 0:
        return "Offline"
    return "Named before" if number == len(game_form.agents_to_choose()) else ""


def look_up(recent: tuple[str, ...]) -> LookUp:
    """Return what finds models: at an address that is given, or at the usual ones, those in `recent`, and with keys."""

    def find(address: str) -> Sequence[Offer]:
        if address:
            return list(_at(address))
        return [*_here(recent), *_with_keys()]

    return find


def _at(address: str) -> Iterator[Offer]:
    from codenames_agents.providers.model_choice import models_at

    found = models_at(address)
    if found.problem:
        yield Offer(f"{found.server} {found.problem}", "", idle=True)
    yield from _offers(found.specs, f"From the server at {found.server}.", f"At {found.server}")


def _here(recent: tuple[str, ...]) -> Iterator[Offer]:
    """Yield the models of servers on this machine, and say of those that gave none why not."""
    from codenames_agents.providers.model_choice import USUAL_SERVERS, models_here

    names = {address: name for name, address in USUAL_SERVERS.items()}
    silent: list[str] = []
    problems: list[str] = []
    for address, found in zip(asked := [*names, *_local_bases(recent)], models_here(asked), strict=True):
        name = f"{names[address]}, {found.server}" if address in names else found.server
        yield from _offers(found.specs, f"From the server on this machine: {name}.", f"On this machine: {name}")
        if found.problem == "does not answer" and address in names:
            silent.append(f"{names[address]} :{address.rpartition(':')[2].partition('/')[0]}")
        elif found.problem and address not in names:
            problems.append(f"{name} {found.problem}")
    if silent:
        problems.append(f"No server found: {', '.join(silent)}")
    for place, problem in enumerate(problems):
        yield Offer(problem, "", "" if place else "Servers on this machine", idle=True)


def _local_bases(recent: tuple[str, ...]) -> Iterator[str]:
    """Yield the addresses on this machine that specs name which were used before."""
    from codenames_agents.providers.endpoints import is_foreign
    from codenames_agents.providers.model_choice import USUAL_SERVERS

    for spec in recent:
        try:
            base = AgentConfig.parse(spec).api_base
        except InputError:
            continue
        if base and not is_foreign(base) and base.startswith("http://") and base not in USUAL_SERVERS.values():
            yield base


def _with_keys() -> Iterator[Offer]:
    from codenames_agents.providers.model_choice import models_with_keys

    found = False
    for provider, variable, specs in models_with_keys():
        found = True
        yield from _offers(specs, f"Asked with the key in {variable}.", f"{provider}: {variable} is set")
    if not found:
        note = "No API key is set. Set OPENAI_API_KEY or another one to choose from its models."
        yield Offer(note, "", "Providers", idle=True)


def _offers(specs: Sequence[str], about: str, section: str) -> Iterator[Offer]:
    for place, spec in enumerate(specs):
        yield Offer(spec, about, "" if place else section, label=spec.partition("?")[0])
