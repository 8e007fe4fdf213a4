"""Reads the words in a picture, by RapidOCR: models of PaddleOCR that come in its package, run by ONNX Runtime.

Nothing is fetched, and no GPU is needed. One board takes one to two seconds of a core.
"""

import importlib.util
import threading
from functools import cache
from typing import Any, Final, NamedTuple

from codenames_core.support.errors import InputError

MISSING: Final = "an offline agent that sees pictures reads them by OCR: pip install 'codenames-tui[ocr]'"
_reading = threading.Lock()


class FoundText(NamedTuple):
    """A piece of text in a picture. Places are pixels from the upper left."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of its box."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


def check_ocr_is_there() -> None:
    """Check that what reads pictures is installed.

    Raises:
        InputError: it is not; the message says what to install.
    """
    if any(importlib.util.find_spec(name) is None for name in ("rapidocr", "onnxruntime", "PIL")):
        raise InputError(MISSING)


def find_texts(pixels: Any) -> list[FoundText]:
    """Return the pieces of text in a picture.

    Args:
        pixels: an array of unsigned bytes, height x width x 3, in the order red, green, blue.
    """
    with _reading:
        found = _engine()(pixels[:, :, ::-1])  # blue comes first there
    if found.boxes is None or found.txts is None:
        return []
    return [
        FoundText(str(text), *map(float, (box[:, 0].min(), box[:, 1].min(), box[:, 0].max(), box[:, 1].max())))
        for box, text in zip(found.boxes, found.txts, strict=True)
    ]


@cache
def _engine() -> Any:
    from rapidocr import RapidOCR

    one_thread = {"intra_op_num_threads": 1, "inter_op_num_threads": 1}  # games fill the cores
    return RapidOCR(
        params={
            "Global.log_level": "critical",
            "Global.use_cls": False,  # which turns what is upside down
            **{f"EngineConfig.onnxruntime.{name}": count for name, count in one_thread.items()},
        }
    )
