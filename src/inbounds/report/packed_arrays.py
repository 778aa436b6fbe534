"""Numbers for the page: arrays as base64 text, and JSON that cannot end a script element."""

import base64
import json
import re
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

_TURNING: Final = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
MISSING: Final = -32768
LOG_STEPS: Final = 1000.0  # a decade of precision has so many steps: 0.2 % apart
UNIT_STEPS: Final = 10000.0


def floats(values: ArrayLike) -> dict[str, Any]:
    """Pack numbers as 32-bit floats; NaN is missing."""
    with np.errstate(over="ignore"):
        return _packed(np.asarray(values, dtype=np.float64).astype("<f4"), "f4")


def counts(values: ArrayLike) -> dict[str, Any]:
    """Pack whole numbers as 32-bit integers."""
    return _packed(np.nan_to_num(np.asarray(values, dtype=np.float64)).astype("<i4"), "i4")


def flags(values: ArrayLike) -> dict[str, Any]:
    """Pack yes and no as bytes."""
    return _packed(np.asarray(values, dtype=np.bool_).astype("u1"), "u1")


def logarithms(values: ArrayLike) -> dict[str, Any]:
    """Pack positive numbers as steps of their logarithm in 16 bits."""
    given = np.asarray(values, dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        steps = np.log10(given) * LOG_STEPS
    return _steps(np.clip(steps, -32000, 32000), np.isnan(given))


def ten_thousandths(values: ArrayLike) -> dict[str, Any]:
    """Pack numbers from -3.2 to 3.2 as steps in 16 bits: shares, F, Cr and cosines."""
    given = np.asarray(values, dtype=np.float64)
    return _steps(np.clip(given * UNIT_STEPS, -32000, 32000), np.isnan(given))


def embedded_json(data: Any) -> str:
    """Return JSON for a script element: no character in it can close the element or start another."""
    text = visible(json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def visible(text: str) -> str:
    """Write out the characters that would turn the direction of what stands beside them."""
    return _TURNING.sub(lambda found: f"⟨U+{ord(found[0]):04X}⟩", text)


def _steps(steps: NDArray[np.float64], missing: NDArray[np.bool_]) -> dict[str, Any]:
    return _packed(np.where(missing, MISSING, np.nan_to_num(np.rint(steps))).astype("<i2"), "i2")


def _packed(array: NDArray[Any], kind: str) -> dict[str, Any]:
    return {"kind": kind, "shape": list(array.shape), "data": base64.b64encode(array.tobytes()).decode()}
