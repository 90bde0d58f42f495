"""The `if()` commands of CMake: which commands between them run, as far as they ask for the system alone."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field

from unstatic.project.discovery.formats.truth import both, either, opposite

_COMMANDS = frozenset({"if", "elseif", "else", "endif"})
_WORD = re.compile(r'"[^"]*"|[()]|[^\s()"]+')
_SYSTEM = {"win32": "Windows", "cygwin": "CYGWIN", "darwin": "Darwin", "linux": "Linux"}.get(sys.platform, "")
_UNARY = frozenset({"COMMAND", "DEFINED", "EXISTS", "IS_ABSOLUTE", "IS_DIRECTORY", "IS_SYMLINK", "POLICY", "TARGET"})
_SYSTEM_NAMES = frozenset({"CMAKE_SYSTEM_NAME", "${CMAKE_SYSTEM_NAME}", "CMAKE_HOST_SYSTEM_NAME"})
_KNOWN = {
    **dict.fromkeys(("WIN32", "MSVC", "MINGW", "MSYS", "BORLAND", "CMAKE_HOST_WIN32"), _SYSTEM == "Windows"),
    **dict.fromkeys(("APPLE", "CMAKE_HOST_APPLE"), _SYSTEM == "Darwin"),
    **dict.fromkeys(("LINUX", "CMAKE_HOST_LINUX"), _SYSTEM == "Linux"),
    **dict.fromkeys(("UNIX", "CMAKE_HOST_UNIX"), _SYSTEM != "Windows"),
    "CYGWIN": _SYSTEM == "CYGWIN",
    **dict.fromkeys(("ANDROID", "IOS"), False),
}


@dataclass(slots=True)
class Conditions:
    """The `if()` commands around the command that is read: whether its branch runs, and an earlier one did.

    None stands for what can't be told: such a branch is read.
    """

    _around: list[tuple[bool | None, bool | None]] = field(default_factory=list)

    def takes(self, name: str, arguments: str) -> bool:
        """Take note of a command if it is one of conditions, and return whether it is."""
        if name == "if":
            holds = holds_here(arguments)
            self._around.append((holds, holds))
        elif name in _COMMANDS and self._around:
            _, earlier = self._around.pop()
            if name != "endif":
                holds = holds_here(arguments) if name == "elseif" else True
                self._around.append((both(opposite(earlier), holds), either(earlier, holds)))
        return name in _COMMANDS

    @property
    def skip(self) -> bool:
        """Whether what comes next surely doesn't run."""
        return any(holds is False for holds, _ in self._around)


def holds_here(text: str) -> bool | None:
    """Return whether a condition holds on this system; None if it asks for something else."""
    return _alternatives(_WORD.findall(text)[::-1])


def _alternatives(words: list[str]) -> bool | None:
    """Evaluate `a OR b` from the end of *words*, taking what is read."""
    found = _conjunction(words)
    while words and words[-1] == "OR":
        words.pop()
        found = either(found, _conjunction(words))
    return found


def _conjunction(words: list[str]) -> bool | None:
    found = _test(words)
    while words and words[-1] == "AND":
        words.pop()
        found = both(found, _test(words))
    return found


def _test(words: list[str]) -> bool | None:
    first = words.pop() if words else ""
    if first == "NOT":
        return opposite(_test(words))
    if first == "(":
        found = _alternatives(words)
        # What isn't understood up to the parenthesis makes all of it unknown.
        is_read = bool(words) and words[-1] == ")"
        while words and words.pop() != ")":
            pass
        return found if is_read else None
    if first in _UNARY:
        words[-1:] = []
        return None
    if words and words[-1] not in ("AND", "OR", ")"):
        operator, value = words.pop(), words.pop().strip('"') if words else ""
        return _compared(first.strip('"'), operator, value)
    return _known(first)


def _known(name: str) -> bool | None:
    """Return what a variable is; which compiler Windows has isn't known."""
    if _SYSTEM == "Windows" and name in ("MSVC", "MINGW", "MSYS", "BORLAND"):
        return None
    return _KNOWN.get(name)


def _compared(name: str, operator: str, value: str) -> bool | None:
    """Return whether the system has a name, or one of several: `CMAKE_SYSTEM_NAME MATCHES "Linux|FreeBSD"`."""
    if name not in _SYSTEM_NAMES or not _SYSTEM or not re.fullmatch(r"\^?[\w|]+\$?", value):
        return None
    if operator == "STREQUAL":
        return value == _SYSTEM
    return re.search(value, _SYSTEM) is not None if operator == "MATCHES" else None
