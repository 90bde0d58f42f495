"""Attributes and methods of plain values: texts, lists, dicts, paths, files."""

from __future__ import annotations

import configparser
import os
import re
from collections.abc import Callable
from pathlib import PurePath, PurePosixPath
from typing import Any

from unstatic.project.discovery.setup_py.state import Run
from unstatic.project.discovery.setup_py.values import (
    MAX_LENGTH,
    UNKNOWN,
    Method,
    TextFile,
    Value,
    bounded,
    items,
    merge,
    words,
)

_TEXT = words(
    """
    format join split rsplit splitlines replace startswith endswith lower upper strip lstrip rstrip partition
    rpartition find rfind count index title capitalize encode decode removeprefix removesuffix isdigit
    """
)
_PURE = words(
    """
    get keys values items index count copy union intersection difference issubset issuperset
    """
)
_ADDING = frozenset(["append", "extend", "insert", "update", "setdefault", "add"])
_REMOVING = frozenset(["remove", "pop", "clear", "discard", "reverse", "sort", "popitem"])
_PATH_PARTS = frozenset(["parent", "parents", "name", "stem", "suffix", "suffixes", "parts"])
_PATH_TEXT = words(
    """
    with_suffix with_name with_stem as_posix is_absolute is_relative_to relative_to match
    """
)
_PATH_FILES = words(
    """
    joinpath absolute resolve glob rglob iterdir exists is_file is_dir read_text open expanduser
    """
)
_RECORD = words(
    """
    major minor micro releaselevel sysname nodename release version machine system name
    """
)
_CONFIG = frozenset(
    ["read", "sections", "has_section", "options", "has_option", "get", "items", "getboolean", "getint"]
)


def attribute(value: Value, name: str) -> Value:
    """Return an attribute of a plain value, or a Method; UNKNOWN for anything not on the lists above."""
    if isinstance(value, str | bytes):
        return Method(value, name) if name in _TEXT else UNKNOWN
    if isinstance(value, PurePath):
        if name in _PATH_PARTS:
            found: Value = getattr(value, name)
            return tuple(value.parents) if name == "parents" else found
        return Method(value, name) if name in _PATH_TEXT | _PATH_FILES else UNKNOWN
    if isinstance(value, list | dict | set | frozenset):
        return Method(value, name) if name in _PURE | _ADDING | _REMOVING else UNKNOWN
    if isinstance(value, TextFile):
        return Method(value, name)
    if isinstance(value, configparser.RawConfigParser):
        return Method(value, name) if name in _CONFIG else UNKNOWN
    if isinstance(value, tuple):
        # Named tuples: sys.version_info, os.uname(), platform.uname().
        part: Value = getattr(value, name, UNKNOWN) if name in _RECORD else UNKNOWN
        return Method(value, name) if name in ("index", "count") else part
    return UNKNOWN


def call(run: Run, method: Method, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    """Call the method. Exceptions of the value itself (KeyError and the like) are left to the caller."""
    owner, name = method.owner, method.name
    if isinstance(owner, PurePath):
        return _of_path(run, owner, name, arguments)
    if isinstance(owner, TextFile):
        return _of_file(owner, name)
    if isinstance(owner, configparser.RawConfigParser):
        return _of_config(run, owner, name, arguments)
    if isinstance(owner, str | bytes):
        return _of_text(owner, name, arguments, keywords)
    if isinstance(owner, dict) and UNKNOWN in owner and name == "get" and arguments[0] not in owner:
        return UNKNOWN
    if name in _PURE:
        found = getattr(owner, name)(*arguments, **keywords)
        return list(found) if name in ("keys", "values", "items") else found
    return _changing(run, owner, name, arguments, keywords)


def _of_text(owner: str | bytes, name: str, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    if name == "join":
        return _joined(owner, arguments[0])
    if UNKNOWN in arguments or UNKNOWN in keywords.values():
        return UNKNOWN
    values = [*arguments, *keywords.values()]
    if name == "format" and not (isinstance(owner, str) and is_modest(owner, values)):
        return UNKNOWN
    if name == "replace" and _length(arguments[1]) * len(owner) > MAX_LENGTH:
        return UNKNOWN
    return bounded(getattr(owner, name)(*arguments, **keywords))


def _joined(separator: str | bytes, value: Value) -> Value:
    parts = items(value)
    if parts is None or not isinstance(separator, str) or not all(isinstance(one, str) for one in parts):
        return UNKNOWN
    texts = [one for one in parts if isinstance(one, str)]
    return UNKNOWN if sum(map(len, texts)) + len(separator) * len(texts) > MAX_LENGTH else separator.join(texts)


def _length(value: Value) -> int:
    return len(value) if isinstance(value, str | bytes | list | tuple | dict) else len(str(value))


def is_modest(template: str, values: list[Value]) -> bool:
    """Tell whether formatting takes no huge or computed width, no attributes, and yields no huge text.

    A template isn't trusted, and its *values* may be long.
    """
    fields = template.count("{") + template.count("%")
    if not all(isinstance(one, str | int | float | PurePath | None) for one in values):
        return False
    if fields * max(map(_length, values), default=0) > MAX_LENGTH:
        return False
    return re.search(r"[0-9]{4}|%[-+ #0-9.]*\*|\{[^}]*[{.\[]", template) is None


def _changing(run: Run, owner: Value, name: str, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    if name in _REMOVING:
        if run.unsure or UNKNOWN in arguments:
            return UNKNOWN
        if name == "sort" and isinstance(owner, list):
            owner.sort(key=str)
            return None
        found: Value = getattr(owner, name)(*arguments)
        return found
    if isinstance(owner, dict) and name == "update":
        _update(run, owner, arguments, keywords)
        return None
    if name in ("extend", "update"):
        more = items(arguments[0])
        arguments = [[UNKNOWN] if more is None else more]
    if bounded(owner) is UNKNOWN:
        return UNKNOWN
    if run.unsure and name == "append" and isinstance(owner, list) and arguments[0] in owner:
        return None
    changed: Value = getattr(owner, name)(*arguments, **keywords)
    return changed


def _update(run: Run, owner: dict[Value, Value], arguments: list[Value], keywords: dict[str, Value]) -> None:
    for other in [*arguments, keywords]:
        pairs = other if isinstance(other, dict) else {UNKNOWN: UNKNOWN} if other is UNKNOWN else {}
        for key, value in pairs.items():
            owner[key] = merge(owner[key], value) if run.unsure and key in owner else value


def _of_path(run: Run, path: PurePath, name: str, arguments: list[Value]) -> Value:
    if UNKNOWN in arguments:
        return UNKNOWN
    if name in _PATH_TEXT:
        found: Value = getattr(path, name)(*arguments)
        return found
    if name == "joinpath":
        return path.joinpath(*(str(part) for part in arguments))
    if name in ("absolute", "resolve", "expanduser"):
        return PurePosixPath(run.files.absolute(str(path)))
    if name in ("glob", "rglob", "iterdir"):
        pattern = str(arguments[0]) if arguments else "*"
        found_names = run.files.matching(pattern, str(path), anywhere=name == "rglob")
        return UNKNOWN if found_names is None else [path / one for one in found_names]
    if name in ("read_text", "open"):
        text = run.files.text(str(path))
        if text is None:
            return run.fail("FileNotFoundError")
        return text if name == "read_text" else TextFile(text)
    tests: dict[str, Callable[[str], bool]] = {"exists": os.path.exists, "is_file": os.path.isfile}
    return tests.get(name, os.path.isdir)(str(run.files.absolute(str(path))))


def next_of(value: Value) -> Value:
    """Return what `next()` gives: of a file the line that follows, of anything else the first item."""
    if isinstance(value, TextFile):
        return _line(value) or UNKNOWN
    listed = items(value)
    return listed[0] if listed else UNKNOWN


def _line(file: TextFile) -> str:
    first, newline, file.text = file.text.partition("\n")
    return first + newline


def _of_file(file: TextFile, name: str) -> Value:
    if name == "read":
        return file.text
    if name == "readlines":
        return file.text.splitlines(keepends=True)
    return _line(file) if name == "readline" else UNKNOWN


def _of_config(run: Run, config: configparser.RawConfigParser, name: str, arguments: list[Value]) -> Value:
    if UNKNOWN in arguments:
        return UNKNOWN
    try:
        if name != "read":
            found: Any = getattr(config, name)(*arguments)
            return found
        for path in arguments[0] if isinstance(arguments[0], list) else arguments[:1]:
            config.read_string(run.files.text(str(path)) or "")
        return UNKNOWN
    except configparser.Error:
        return UNKNOWN
