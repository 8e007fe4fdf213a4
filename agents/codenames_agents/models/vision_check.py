"""Whether a seat can see the picture that it would be shown, as far as that is known before a game.

What models take pictures is litellm's knowledge. Of a model that its list does not have, and of any server of one's
own, nothing is known: it is asked.
"""

from collections.abc import Iterable

from codenames_core.game.config import AgentConfig
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line


def refuse_who_cannot_see(agents: Iterable[AgentConfig], words: Iterable[str], *, force: bool = False) -> None:
    """Refuse a game in which a seat would be shown a picture that cannot be drawn, or that its model cannot see.

    Args:
        agents: who plays.
        words: all words that may be on the board.
        force: whether a model may be tried that is known not to see.

    Raises:
        InputError: there is such a seat; the message names the agent or the word, and what to do.
    """
    seeing = [agent for agent in agents if agent.sees is not None]
    if not seeing:
        return
    from codenames_agents.providers.model_names import whole_name
    from codenames_agents.vision.lettering import why_not_drawn
    from codenames_agents.vision.ocr import check_ocr_is_there
    from codenames_agents.vision.picture_file import check_pictures_can_be_drawn

    try:
        check_pictures_can_be_drawn()
    except InputError:
        if any("/" not in whole_name(agent.spec) for agent in seeing):
            check_ocr_is_there()  # the extra for reading brings what draws along
        raise
    if reason := next((reason for word in words if (reason := why_not_drawn(word))), ""):
        raise InputError(f"{one_line(seeing[0].label, 60)} is to see a picture of the board: {reason}")
    for agent in seeing if not force else ():
        if reason := why_cannot_see(agent):
            raise InputError(reason)


def why_cannot_see(agent: AgentConfig) -> str:
    """Return why an agent cannot see the picture that it asks for; empty where it can, or where that is not known."""
    if agent.sees is None or agent.api_base is not None:
        return ""
    from codenames_agents.providers.model_names import whole_name
    from codenames_agents.providers.price_list import entry_of, price_list

    model = whole_name(agent.spec.removeprefix("litellm:"))
    if "/" not in model or (found := entry_of(price_list(), model)) is None:
        return ""
    if found[1].get("supports_vision") is True:
        return ""
    return (
        f"{one_line(agent.spec, 60)} is not known to see pictures; choose a model that does, write sees=words, or "
        "try it all the same with --force"
    )
