"""What a page says of itself to places that show links: Open Graph (https://ogp.me) and the card that X asks for."""

import base64
from collections.abc import Iterator

from codenames_tui.exports.page.policy import attribute
from codenames_tui.exports.page.preview import CANVAS


def link_preview(title: str, about: str, kind: str, picture: str) -> Iterator[str]:
    """Yield elements of a page's head.

    Args:
        title: of the page; clean.
        about: what is there, in a sentence; clean. None if empty.
        kind: `article` or `website`.
        picture: the address of a PNG of the size of a preview; none if empty.
    """
    yield f'<meta property="og:title" content={attribute(title)}>\n<meta property="og:type" content="{kind}">'
    if about:
        yield f'<meta property="og:description" content={attribute(about)}>'
    if picture:
        yield f'<meta property="og:image" content={attribute(picture)}>'
        yield f'<meta property="og:image:alt" content={attribute(title)}>'
        yield '<meta property="og:image:type" content="image/png">'
        yield f'<meta property="og:image:width" content="{CANVAS.width}">'
        yield f'<meta property="og:image:height" content="{CANVAS.height}">'
        yield '<meta name="twitter:card" content="summary_large_image">'


def data_address(png: bytes) -> str:
    """Return the address of a picture that holds the picture itself."""
    return f"data:image/png;base64,{base64.b64encode(png).decode()}"
