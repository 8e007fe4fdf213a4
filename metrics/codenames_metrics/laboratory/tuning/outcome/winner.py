"""The chosen prompts as a file that `--prompts` finds, written beside what is there and never over it."""

from pathlib import Path

from codenames_agents.models.prompts import PromptSet, parse_prompts
from codenames_core.files.atomic_writes import write_new
from codenames_core.files.untrusted_files import decode, read_bytes
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.laboratory.tuning.planning.candidates import texts_id

_LARGEST = 1_000_000


def prompts_file(prompts: PromptSet) -> str:
    """Return the text of a prompt set's file; what is read from it is the set again."""
    import tomli_w

    has_returns = r"\r" in prompts.model_dump_json()  # which TOML takes for the end of a line, unless they are escaped
    return tomli_w.dumps(prompts.model_dump(exclude_none=True), multiline_strings=not has_returns)


def write_prompts(prompts: PromptSet, folder: Path) -> Path:
    """Write a set into a folder under its name, and return where it lies; the very same set there is left.

    Raises:
        InputError: another set of that name is there.
        StorageError: the disk refused.
    """
    path = folder / f"{prompts.name}.toml"
    where = one_line(str(path))
    if path.exists():
        found = parse_prompts(decode(read_bytes(path, _LARGEST), where), where)
        if texts_id(found) != texts_id(prompts):
            raise InputError(f"{where}: another prompt set of this name is there; move it, and run the tune again")
        return path
    folder.mkdir(parents=True, exist_ok=True)
    write_new(path, prompts_file(prompts).encode())
    return path
