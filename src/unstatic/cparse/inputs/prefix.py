"""What a unit begins with: the headers of others, and what of its own the preprocessor reads before them."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import Directive, Lexed, lex

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
_GROUP = re.compile(rb"#[ \t]*if")


@dataclass(frozen=True, slots=True)
class Prefix:
    """The directives up to the last `#include` of others' headers, in the order of reading; at most one of Python.h."""

    lines: tuple[bytes, ...]
    """What a file with the same effect says."""
    names: frozenset[str]
    """The macros that they define, undefine or guard headers with; a header that does so too makes a difference."""
    code: frozenset[int] = frozenset()
    """The lines, by index, that must be skipped: what stands in `#if` groups and isn't for the preprocessor only."""


class _Unclear(Exception):
    """Something stands there that ends what can be parsed beforehand."""


def prefixes_of(path: Path, root: Path, arguments: Sequence[str], memory: Mapping[Path, bytes]) -> tuple[Prefix, ...]:
    """Return what the unit *path* reads first, the longest first: all headers before code, and those up to Python.h.

    *memory* has contents that replace the disk's, by real path. Headers below *root* are read, others are named.
    """
    scan = _Scan(root, [Path(name) for name in searched_folders(arguments)], memory)
    # A name in an #include may be none that a file can have.
    with suppress(_Unclear, OSError, ValueError):
        scan.read(path, 0)
    return tuple(dict.fromkeys(item for item in (scan.whole, scan.shared) if item is not None))


def searched_folders(arguments: Sequence[str]) -> list[str]:
    """Return the folders of headers that *arguments* name, in their order."""
    return [value for option, value in zip(arguments, arguments[1:], strict=False) if option in _HOLDERS]


class _Scan:
    """Follows the project's own headers."""

    def __init__(self, root: Path, folders: Sequence[Path], memory: Mapping[Path, bytes]) -> None:
        self._root = root
        self._folders = folders
        self._memory = memory
        self._python = next((Path(os.path.realpath(item)) for item in folders if (item / "Python.h").is_file()), None)
        self._seen: set[Path] = set()
        self._guarded: set[Path] = set()
        """The files that have no effect when they're read again."""
        self._lines: list[bytes] = []
        self._code: list[int] = []
        self._names: set[str] = set()
        self._open = 0
        """How many `#if` groups are open, but for those that keep headers from being read twice."""
        self._is_new = False
        """Whether there's an `#include` of others' headers that isn't in `whole` yet."""
        self._has_python = False
        self.whole: Prefix | None = None
        self.shared: Prefix | None = None
        """What ends with Python.h, as many units have nothing else in common."""

    def read(self, path: Path, depth: int) -> None:
        """Read one file. Raises _Unclear where that ends what can be parsed beforehand."""
        if depth > _DEEPEST:
            raise _Unclear
        if path in self._seen:
            if path not in self._guarded:
                raise _Unclear
            return
        self._seen.add(path)
        whole = self._contents(path)
        data = whole[:_HEAD]
        if not depth:
            # From the first line of code on, nothing is of use; groups have to be seen as a whole, though.
            opening = _OPENING.match(data)[0]  # type: ignore[index]  # it matches the empty text as well
            data = data if _GROUP.search(opening) else opening
        # What is looked at as a whole is so again later.
        head = lex(whole) if len(data) == len(whole) else Lexed(data)
        guard = _guard(data, head)
        if guard is not None:
            self._names.add(guard)
            self._guarded.add(path)
        around = {*head.directives[:2], head.directives[-1]} if guard is not None else ()
        end = len(_MARK) if data.startswith(_MARK) else 0
        for directive in head.directives:
            self._between(data[end : directive.span.start])
            if directive not in around:
                self._take(path, data, directive, depth)
            end = directive.span.end
        self._between(data[end:])

    def _contents(self, path: Path) -> bytes:
        found = self._memory.get(path)
        return path.read_bytes() if found is None else found

    def _between(self, text: bytes) -> None:
        """Take what stands between two directives."""
        if _NOTHING.fullmatch(text) is None:
            self._add_code(text)

    def _add_code(self, text: bytes) -> None:
        """Take what is parsed, or told: fine only in a group that is skipped."""
        if not self._open:
            raise _Unclear
        self._code.append(len(self._lines))
        self._lines.append(text)

    def _take(self, path: Path, data: bytes, directive: Directive, depth: int) -> None:
        text = data[directive.span.start : directive.span.end]
        rest = data[directive.rest.start : directive.rest.end].strip()
        if directive.name == b"include":
            self._include(path.parent, rest, depth)
        elif self._has_python and not self._open:
            raise _Unclear
        elif directive.is_condition:
            self._group(directive.name)
            self._lines.append(text)
            self._keep()
        elif directive.name in (b"define", b"undef"):
            self._names.add(_word(rest))
            self._lines.append(text)
        elif not self._open and directive.name == b"pragma" and rest == b"once":
            self._guarded.add(path)
        else:
            self._add_code(text)

    def _group(self, name: bytes) -> None:
        """Count the groups that are open."""
        self._open += name.startswith(b"if")
        if not self._open:
            raise _Unclear
        self._open -= name == b"endif"

    def _include(self, folder: Path, rest: bytes, depth: int) -> None:
        written = _NAME.match(rest)
        if written is None or _NOTHING.fullmatch(rest[written.end() :]) is None:
            raise _Unclear
        name = os.fsdecode(written[1])
        own = self._own(folder if rest[:1] == b'"' else None, name)
        if own is None:
            self._lines.append(b"#include <" + written[1] + b">")
            self._has_python = self._has_python or name.rpartition("/")[2] == "Python.h"
            self._is_new = True
            self._keep()
        elif self._has_python or self._open:
            raise _Unclear
        else:
            self.read(own, depth + 1)

    def _keep(self) -> None:
        """Note what was read so far, if there are new headers of others and all groups are closed."""
        if self._is_new and not self._open:
            self._is_new = False
            self.whole = Prefix(tuple(self._lines), frozenset(self._names), frozenset(self._code))
            if self._has_python and self.shared is None:
                self.shared = self.whole

    def _is_python(self, path: Path) -> bool:
        return self._python is not None and path.is_relative_to(self._python)

    def _own(self, beside: Path | None, name: str) -> Path | None:
        """Return the header of the project that an `#include` reads; None for one of somebody else's."""
        for folder in (*([beside] if beside else []), *self._folders):
            candidate = Path(os.path.realpath(folder / name))
            if candidate in self._memory or candidate.is_file():
                if candidate.is_relative_to(self._root) and not self._is_python(candidate):
                    return candidate
                if folder == beside:
                    raise _Unclear
                return None
        return None


def _guard(data: bytes, head: Lexed) -> str | None:
    """Return the macro that keeps a header from being read twice: one group that begins with defining it."""
    directives = head.directives
    if len(directives) < 3 or directives[1].name != b"define":
        return None
    group = next((item for item in head.conditionals if item.span.start == directives[0].span.start), None)
    if group is None or len(group.branches) != 1 or group.end.span != directives[-1].span:
        return None
    made = data[directives[1].rest.start : directives[1].rest.end].split()
    return _word(made[0]) if len(made) == 1 and [head.absent_macro(directives[0])] == made else None


def _word(rest: bytes) -> str:
    """Return the name with which the rest of a directive begins."""
    end = next((i for i, byte in enumerate(rest) if not (chr(byte).isalnum() or byte in b"_$")), len(rest))
    return rest[:end].decode("latin-1")
