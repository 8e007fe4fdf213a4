"""A game as an SVG that plays by itself, without scripts, wherever a picture can stand: in a README, too.

Each part of the picture is written once for each time that it is seen without a break, and shown and hidden by the
keyframes of the style sheet. Who asks their system for less motion sees the last picture.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final
from xml.sax.saxutils import escape

from codenames_core.files.record import EpisodeRecord
from codenames_tui.exports.colours import colours
from codenames_tui.exports.moving.playing import TimedPicture, frames_of
from codenames_tui.exports.moving.scene import HEIGHT, WIDTH
from codenames_tui.exports.moving.shapes import Lettering, Part, RoundedBox, Shape, width_of_words
from codenames_tui.exports.svg import NO_CHARACTERS
from codenames_tui.exports.turns import Turns
from codenames_tui.ui.prose.narration import title_of

_FONT: Final = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"


def to_animated_svg(record: EpisodeRecord, pace: float, turns: Turns | None = None) -> str:
    """Return the picture; see `frames_of` for the arguments and errors."""
    return "\n".join(_elements(title_of(record), frames_of(record, pace, turns))) + "\n"


def _elements(title: str, frames: Sequence[TimedPicture]) -> Iterator[str]:
    spans = seen_parts(frames)
    times = [0.0, *accumulate(frame.seconds for frame in frames)]
    names = {span: f"s{index}" for index, span in enumerate(dict.fromkeys(span for span, _ in spans))}
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
    yield f"<title>{_text(title)}</title>"
    yield f"<style>{''.join(_rules(names, times, len(frames)))}</style>"
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" rx="12" fill="{colours()["background"]}"/>'
    for span, part in spans:
        yield f'<g class="{names[span]}">{"".join(map(_shape, part))}</g>'
    yield "</svg>"


def seen_parts(frames: Sequence[TimedPicture]) -> list[tuple[tuple[int, int], Part]]:
    """Return each part with the frames that show it, from the first up to but without the last."""
    spans: list[tuple[tuple[int, int], Part]] = []
    seen: dict[Part, int] = {}
    for index, frame in enumerate(frames):
        now = dict.fromkeys(frame.parts)
        spans += [((begin, index), part) for part, begin in seen.items() if part not in now]
        seen = {part: seen.get(part, index) for part in now}
    return spans + [((begin, len(frames)), part) for part, begin in seen.items()]


def _rules(names: dict[tuple[int, int], str], times: Sequence[float], frames: int) -> Iterator[str]:
    """Yield the style: when each span of frames is seen, in per cent of the whole time."""
    whole = times[-1]
    yield f"text{{font-family:{_FONT}}}.b{{font-weight:700}}.m{{text-anchor:middle}}"
    still = []
    for (begin, end), name in names.items():
        if (begin, end) == (0, frames):
            continue
        first, last = (f"{100 * times[index] / whole:.3f}%" for index in (begin, end))
        hidden = "0%{visibility:hidden}" if begin else ""
        over = f"{last}{{visibility:hidden}}" if end < frames else ""
        yield f"@keyframes {name}{{{hidden}{first}{{visibility:visible}}{over}"
        yield f"}}.{name}{{animation:{name} {whole:g}s step-end infinite"
        yield ";visibility:hidden}" if end < frames else "}"
        still.append(f".{name}{{animation:none}}")
    if still:
        yield f"@media (prefers-reduced-motion:reduce){{{''.join(still)}}}"


def _shape(shape: Shape) -> str:
    match shape:
        case RoundedBox(x, y, width, height, radius, fill, edge):
            line = f' stroke="{edge}" stroke-width="2"' if edge else ""
            return (
                f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" fill="{fill}"{line}/>'
            )
        case Lettering(x, y, size, fill, text, room, bold, centred):
            kinds = " ".join(kind for kind, on in (("b", bold), ("m", centred)) if on)
            kind = f' class="{kinds}"' if kinds else ""
            fits = width_of_words(text, size, bold=bold) <= room
            squeezed = "" if fits else f' textLength="{room:g}" lengthAdjust="spacingAndGlyphs"'
            return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}"{kind}{squeezed}>{_text(text)}</text>'


def _text(text: str) -> str:
    return escape(text.translate(NO_CHARACTERS))
