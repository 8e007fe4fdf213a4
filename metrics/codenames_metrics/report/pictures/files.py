"""The files of pictures: each as SVG with its data as CSV beside it, and as PDF where that is asked for."""

from collections.abc import Iterator
from typing import Final

from codenames_metrics.report.pictures.gallery import Gallery
from codenames_metrics.report.pictures.sheet import Picture
from codenames_metrics.report.pictures.svg import svg_text
from codenames_metrics.run_folder.line_file import csv_line
from codenames_metrics.tables.markdown import cell

PLOTS: Final = "plots"
_OTHER_SECTIONS: Final = ("win_rates", "head_to_head_")
"""Beginnings of the names of those that stand beside their tables."""


def picture_files(picture: Picture) -> dict[str, str]:
    """Return the texts of a picture by their names in the results folder."""
    return {f"{PLOTS}/{picture.name}.svg": svg_text(picture), f"{PLOTS}/{picture.name}.csv": csv_text(picture)}


def csv_text(picture: Picture) -> str:
    """Return the data of a picture; shares are fractions, and unknown values are empty."""
    lines = (picture.columns, *(map(_plain, row) for row in picture.rows))
    return b"".join(csv_line(list(line)) for line in lines).decode()


def _plain(value: object) -> object:
    return str(value).lower() if isinstance(value, bool) else value


def shown_pictures(gallery: Gallery, begins: str) -> Iterator[str]:
    """Yield the pictures whose names begin so, as Markdown."""
    for picture in gallery.pictures:
        if picture.name.startswith(begins):
            yield f"![{cell(picture.title)}]({PLOTS}/{picture.name}.svg)"


def pictures_section(gallery: Gallery) -> Iterator[str]:
    """Yield the pictures that stand beside no table, and why some are missing."""
    if not gallery.pictures and not gallery.left_out:
        return
    yield "## Play in pictures"
    yield (
        f"All pictures are in `{PLOTS}/`, made for one column of a paper (8 cm) and readable in greys, each with its "
        "data as CSV beside it; `codenames-tui bench report` also writes them as PDF where the extra `[pictures]` is "
        "installed."
    )
    for picture in gallery.pictures:
        if not picture.name.startswith(_OTHER_SECTIONS):
            yield from shown_pictures(gallery, picture.name)
    if gallery.left_out:
        yield "\n".join(["Left out for want of data:", "", *(f"- {cell(reason)}" for reason in gallery.left_out)])
