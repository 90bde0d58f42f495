"""What parses depend on: every file that they read, and the folders in which they look for headers."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

VARIABLES = (
    "CPATH",
    "C_INCLUDE_PATH",
    "CPLUS_INCLUDE_PATH",
    "SDKROOT",
    "MACOSX_DEPLOYMENT_TARGET",
    "SOURCE_DATE_EPOCH",
)
"""Environment variables that change what the parser reads."""
SYSTEM_FOLDERS = ("/usr/local/include", "/usr/include")
"""Where headers are looked for without being told."""
_FOLDERS = ("-isystem", "-iquote", "-idirafter", "-I")
_FILES = ("-include", "-imacros", "-ivfsoverlay")


@dataclass(slots=True)
class Reads:
    """What was read while this was recording; paths are absolute, links aren't followed."""

    files: set[str] = field(default_factory=set)
    folders: set[str] = field(default_factory=set)
    """Where headers are looked for, as the arguments say."""
    texts: set[str] = field(default_factory=set)
    """Files of which no parser is told: Python code, and sources that aren't compiled here."""
    missing: set[str] = field(default_factory=set)
    """Headers that were asked for and not found, as they're written."""
    unnamed: dict[str, set[str]] = field(default_factory=dict)
    """Files in which an init function isn't named, by its name: nothing else of them counts."""

    def add(self, files: Iterable[str], arguments: list[str], missing: Iterable[str]) -> None:
        """Add what one parse read."""
        self.files.update(os.path.abspath(name) for name in files if name not in self.files)
        for option, value in zip(arguments, arguments[1:], strict=False):
            if option in _FOLDERS:
                self.folders.add(os.path.abspath(value))
            elif option in _FILES:
                self.files.add(os.path.abspath(value))
        self.missing.update(missing)


_RECORDS: ContextVar[Reads | None] = ContextVar("reads", default=None)


@contextmanager
def recording() -> Iterator[Reads]:
    """Give what all parses read that are made inside."""
    token = _RECORDS.set(Reads())
    try:
        found = _RECORDS.get()
        assert found is not None
        yield found
    finally:
        _RECORDS.reset(token)


def record(files: Iterable[str], arguments: list[str], missing: Iterable[str]) -> None:
    """Note what a parse read, if somebody asked for it."""
    found = _RECORDS.get()
    if found is not None:
        found.add(files, arguments, missing)


def record_texts(files: Iterable[str]) -> None:
    """Note that these files were read, but not by the parser, if somebody asked for it."""
    found = _RECORDS.get()
    if found is not None:
        found.texts.update(os.path.abspath(name) for name in files if name not in found.texts)


def record_unnamed(name: str, files: Iterable[str]) -> None:
    """Note that these files were searched for the name of an init function in vain, if somebody asked for it."""
    found = _RECORDS.get()
    if found is not None:
        found.unnamed.setdefault(name, set()).update(os.path.abspath(path) for path in files)
