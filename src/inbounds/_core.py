"""The native core, in the fastest build this processor can run (INBOUNDS_CORE=baseline asks for the portable one)."""

import os
from importlib import import_module

from inbounds import _cpu

VARIANT = "v3" if _cpu.supports_v3() and os.environ.get("INBOUNDS_CORE") != "baseline" else "baseline"
_native = import_module(f"inbounds._core_{VARIANT}")
globals().update({name: value for name, value in vars(_native).items() if not name.startswith("_")})
