"""The native core, in a build that this processor can run: the fastest, or the one that INBOUNDS_CORE names."""

import os
from importlib import import_module

from inbounds import _cpu
from inbounds.errors import InvalidArgumentError, quoted

VARIANTS = ("baseline", "v3", "v4")


def _chosen() -> str:
    runnable = ["baseline"] + ["v3"] * _cpu.supports_v3() + ["v4"] * _cpu.supports_v4()
    asked = os.environ.get("INBOUNDS_CORE", "")
    if asked and asked not in runnable:
        why = "which this processor cannot run" if asked in VARIANTS else "which is no build of the core"
        raise InvalidArgumentError(
            f"INBOUNDS_CORE must be one of {quoted(runnable)} on this machine; got {asked!r}, {why}"
        )
    return asked or ("v4" if _cpu.prefers_v4() else runnable[:2][-1])


VARIANT = _chosen()
_native = import_module(f"inbounds._core_{VARIANT}")
globals().update({name: value for name, value in vars(_native).items() if not name.startswith("_")})
