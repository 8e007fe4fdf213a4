"""What the colours on a screen are, and whether they can be told apart."""

from collections.abc import Iterator
from typing import Any

from textual.color import Color

from codenames_tui.app.app import CodenamesApp


def contrast(one: Color, other: Color) -> float:
    """WCAG 2: the lighter luminance over the darker one, each with 0.05 added."""

    def luminance(of: Color) -> float:
        parts = [part / 255 for part in (of.r, of.g, of.b)]
        r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def segments(app: CodenamesApp) -> Iterator[Any]:
    """Every piece of text on the screen, as the terminal gets it."""
    background = app.screen.background_colors[1]
    for strip in app.screen._compositor.render_strips():
        for line_filter in app._filters:
            strip = strip.apply_filter(line_filter, background)
        yield from strip


def coloured_texts(app: CodenamesApp) -> Iterator[str]:
    """Texts that are not in the terminal's own two colours."""
    for segment in segments(app):
        style = segment.style
        if style and not all(colour is None or colour.is_default for colour in (style.color, style.bgcolor)):
            yield segment.text


def unreadable_texts(app: CodenamesApp) -> Iterator[tuple[str, float]]:
    """Texts whose contrast is below the 4.5 of WCAG's level AA; what lies under a dialog is dimmed on purpose."""
    if len(app.screen_stack) > 1 and app.screen.is_modal:
        return
    for segment in segments(app):
        style = segment.style
        if not any(sign.isalnum() for sign in segment.text) or not style or not style.color or not style.bgcolor:
            continue
        found = contrast(Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor))
        if found < 4.5:
            yield segment.text, found
