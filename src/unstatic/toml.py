"""Reads TOML, each text once: several parts of a run ask for the same pyproject.toml, one after the other."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from tomllib import TOMLDecodeError
from typing import Any

__all__ = ["TOMLDecodeError", "parsed"]


@lru_cache(maxsize=8)
def parsed(text: str) -> dict[str, Any]:
    """Return the table that *text* holds; it belongs to all who ask, so it isn't to be changed.

    Raises TOMLDecodeError and RecursionError.
    """
    return tomllib.loads(text)
