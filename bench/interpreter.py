"""Which interpreter measures, and with which build of ours."""

from __future__ import annotations

import platform
import sysconfig

from stellwerk.rail18 import search


def build() -> str:
    """An interpreter built with profiles is a fifth faster; a compiled route search matters to imports."""
    optimized = "--enable-optimizations" in (sysconfig.get_config_var("CONFIG_ARGS") or "")
    compiled = not str(search.__file__).endswith(".py")
    python = f"CPython {platform.python_version()} {'with' if optimized else 'without'} profile-guided optimization"
    return f"{python}, {'compiled' if compiled else 'plain'} route search"
