"""What a page may load and run: its own script and style, by their hashes, and nothing else.

No page asks for anything from another place, and no attribute of an element runs code: the policy forbids both, so a
text of a game that slipped through as markup would still do nothing.
"""

import base64
import hashlib
from functools import cache
from html import escape
from importlib.resources import files


@cache
def part(name: str, package: str = "codenames_tui.exports.page") -> str:
    """Return one of our own files of a page, with the line ends that its hash is taken of."""
    return files(package).joinpath(name).read_text("utf-8").replace("\r\n", "\n")


def digest(text: str) -> str:
    """Return how policies name a script or a style, without quotes: `sha256-…`."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def loader(address: str, script: str) -> str:
    """Return a script that loads another one, which lies beside the page, for `policy_tag`'s `loads`.

    A host's copy runs only if it has the hash of ours. Of files that are read from the disk (`file://`), no browser
    checks the hash; what is loaded then comes from where the page came from.

    Args:
        address: of the script, relative to the page: one that we chose, nothing of a game.
        script: its text.
    """
    return (
        'const added = document.createElement("script");'
        f'if (window.location.protocol !== "file:") added.integrity = "{digest(script)}";'
        f'added.src = "{address}";document.body.append(added);'
    )


def policy_tag(*, script: str | None, style: str | None, loads: bool = False, asks_for_data: bool = False) -> str:
    """Return the element of a page's head that holds its policy.

    Args:
        script: the text of its script; None for a page without one.
        style: the text of its style sheet; None for a file of the same site, whose hash no browser checks.
        loads: whether the script adds another one to the page, as `loader` does. No other way of having a script
            works then either: no text of a page can name one.
        asks_for_data: whether the script may load files of the same site.
    """
    styles = "'self'" if style is None else f"'{digest(style)}'"
    loading = " 'strict-dynamic'" if loads else ""
    scripts = "'none'" if script is None else f"'{digest(script)}'{loading}"
    asked = "; connect-src 'self'" if asks_for_data else ""
    policy = (
        f"default-src 'none'; img-src data: 'self'; style-src {styles}; script-src {scripts}; "
        f"base-uri 'none'; form-action 'none'{asked}"
    )
    return f'<meta http-equiv="Content-Security-Policy" content="{policy}">'


def attribute(text: str) -> str:
    """Return clean text as the value of an attribute, with its quotes.

    >>> attribute('"a" & <b>')
    '"&quot;a&quot; &amp; &lt;b&gt;"'
    """
    return f'"{escape(text)}"'
