"""What a unit reads before Python.h: directives only, or there is nothing that could be parsed beforehand."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from unstatic.clex import Directive, Lexed

_HEAD = 1 << 16
"""As much of a file is looked at, in bytes."""
_DEEPEST = 8
_HOLDERS = ("-I", "-isystem")
_NAME = re.compile(rb"""[<"]([^<>"\n]+)[>"]""")
_LINE_COMMENT = rb"//(?:\\\r?\n|[^\n])*+"
_BLANK = rb"\s++|%s|/\*[\s\S]*?\*/" % _LINE_COMMENT
_NOTHING = re.compile(rb"(?:%s)*+" % _BLANK)
_DIRECTIVE = rb"""\#(?:/\*[\s\S]*?\*/|%s|\\\r?\n|"(?:[^"\\\n]|\\.)*+"|[^\n])*+""" % _LINE_COMMENT
_OPENING = re.compile(rb"(?:\xef\xbb\xbf)?(?:%s|%s)*+" % (_BLANK, _DIRECTIVE))
_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Prefix:
    """The directives up to the `#include` of Python.h and others' headers after it, in the order of reading."""

    lines: tuple[bytes, ...]
    """What a file with the same effect says."""
    names: frozenset[str]
    """The macros that they define, undefine or ask for; a header that does so too would make a difference."""


class _Unclear(Exception):
    """Something stands before Python.h that can't be judged here."""


def prefix_of(path: Path, root: Path, arguments: Sequence[str], memory: Mapping[Path, bytes]) -> Prefix | None:
    """Return what the unit *path* reads first; None if that is more than directives, depends on macros, or never ends.

    *memory* has contents that replace the disk's, by real path. Headers below *root* are read, others are named.
    """
    scan = _Scan(root, [Path(name) for name in searched_folders(arguments)], memory)
    # A name in an #include may be none that a file can have.
    with suppress(_Unclear, OSError, ValueError):
        scan.read(path, 0)
    return Prefix(tuple(scan.lines), frozenset(scan.names)) if scan.has_python else None


def searched_folders(arguments: Sequence[str]) -> list[str]:
    """Return the folders of headers that *arguments* name, in their order."""
    return [value for option, value in zip(arguments, arguments[1:], strict=False) if option in _HOLDERS]


class _Scan:
    """Follows the project's own headers."""

    def __init__(self, root: Path, folders: Sequence[Path], memory: Mapping[Path, bytes]) -> None:
        self._root = root
        self._folders = folders
        self._memory = memory
        self._seen: set[Path] = set()
        self.lines: list[bytes] = []
        self.names: set[str] = set()
        self.has_python = False

    def read(self, path: Path, depth: int) -> None:
        """Read one file. Raises _Unclear where that ends what can be judged."""
        if depth > _DEEPEST:
            raise _Unclear
        if path in self._seen:
            return
        self._seen.add(path)
        data = self._contents(path)[:_HEAD]
        if not depth:
            # From the first line of code on, nothing is of use; a guard around a whole header has to be seen, though.
            data = _OPENING.match(data)[0]  # type: ignore[index]  # it matches the empty text as well
        head = Lexed(data)
        guard = _guard(data, head)
        self.names |= guard
        for directive in head.directives[2:] if guard else head.directives:
            self._take(path, data, head, directive, depth)
        _require_nothing(data, head.directives, len(data))

    def _contents(self, path: Path) -> bytes:
        found = self._memory.get(path)
        return path.read_bytes() if found is None else found

    def _take(self, path: Path, data: bytes, head: Lexed, directive: Directive, depth: int) -> None:
        rest = data[directive.rest.start : directive.rest.end].strip()
        if directive.name == b"include":
            _require_nothing(data, head.directives, directive.span.start)
            self._include(path.parent, rest, depth)
        elif self.has_python:
            raise _Unclear
        elif directive.name in (b"define", b"undef"):
            self.names.add(_word(rest))
            self.lines.append(data[directive.span.start : directive.span.end])
        elif not (
            directive.name == b"endif"
            or (directive.name == b"pragma" and rest == b"once")
            or (directive.name == b"if" and rest == b"1")
        ):
            raise _Unclear

    def _include(self, folder: Path, rest: bytes, depth: int) -> None:
        written = _NAME.match(rest)
        if written is None:
            raise _Unclear
        _require_blank(rest[written.end() :])
        name = os.fsdecode(written[1])
        own = self._own(folder if rest[:1] == b'"' else None, name)
        if own is None:
            self.lines.append(b"#include <" + written[1] + b">")
            self.has_python = self.has_python or name.rpartition("/")[2] == "Python.h"
        elif self.has_python:
            raise _Unclear
        else:
            self.read(own, depth + 1)

    def _own(self, beside: Path | None, name: str) -> Path | None:
        """Return the header of the project that an `#include` reads; None for one of somebody else's."""
        for folder in (*([beside] if beside else []), *self._folders):
            candidate = Path(os.path.realpath(folder / name))
            if candidate in self._memory or candidate.is_file():
                if candidate.is_relative_to(self._root):
                    return candidate
                if folder == beside:
                    raise _Unclear
                return None
        return None


def _require_nothing(data: bytes, directives: Sequence[Directive], end: int) -> None:
    """Raise _Unclear if there's anything but comments and *directives* before the offset *end*."""
    start = len(_MARK) if data.startswith(_MARK) else 0
    for directive in directives:
        if directive.span.start >= end:
            break
        _require_blank(data[start : directive.span.start])
        start = directive.span.end
    _require_blank(data[start:end])


def _require_blank(data: bytes) -> None:
    if _NOTHING.fullmatch(data) is None:
        raise _Unclear


def _guard(data: bytes, head: Lexed) -> set[str]:
    """Return the macro that keeps a header from being read twice: one group that begins with defining it."""
    directives = head.directives
    if len(directives) < 3 or [item.name for item in directives[:2]] != [b"ifndef", b"define"]:
        return set()
    group = next((item for item in head.conditionals if item.span.start == directives[0].span.start), None)
    if group is None or len(group.branches) != 1 or group.end.span != directives[-1].span:
        return set()
    asked, made = (data[item.rest.start : item.rest.end].split() for item in directives[:2])
    return {_word(made[0])} if len(made) == 1 and asked[:1] == made else set()


def _word(rest: bytes) -> str:
    """Return the name with which the rest of a directive begins."""
    end = next((i for i, byte in enumerate(rest) if not (chr(byte).isalnum() or byte in b"_$")), len(rest))
    return rest[:end].decode("latin-1")
