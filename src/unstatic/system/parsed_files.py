"""Reads TOML and Python, each text once: parts of a run ask for the same build file, one soon after the other."""

from __future__ import annotations

import ast
import tomllib
from functools import lru_cache
from tomllib import TOMLDecodeError
from typing import Any

__all__ = ["TOMLDecodeError", "python", "toml"]


@lru_cache(maxsize=4)
def toml(text: str) -> dict[str, Any]:
    """Return the table that *text* holds; it belongs to all who ask, so it isn't to be changed.

    Raises TOMLDecodeError, also for what Python's reader has no error of its own: deep nesting, endless numbers.
    """
    try:
        return tomllib.loads(text)
    except TOMLDecodeError:
        raise
    except RecursionError as error:
        raise TOMLDecodeError("it is nested too deeply") from error
    except ValueError as error:
        raise TOMLDecodeError(str(error).partition(";")[0]) from error


@lru_cache(maxsize=2)
def python(text: str) -> ast.Module:
    """Return the syntax tree of a script; it isn't to be changed. Raises what `ast.parse` raises."""
    return ast.parse(text)
