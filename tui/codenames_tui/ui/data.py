"""The folders of the data that is shipped with the app."""

from importlib.resources import files
from pathlib import Path


def data_folder(name: str) -> Path:
    """Return the path of the folder `themes` or `sample_episodes`.

    An installed app has it inside the package; in a checkout it is at the top of the repository.
    """
    package = Path(str(files("codenames_tui")))
    installed = package / name
    return installed if installed.is_dir() else package.parents[1] / name
