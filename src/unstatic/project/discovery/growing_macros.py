"""Macros that write more than any parser can read: `#define B A A`, `#define C B B`, and so on, for thirty lines.

How much each writes is told by their definitions alone. Of several definitions of a name the shortest counts, and
what the definitions of the build and of other projects write isn't known: it counts as one token.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.project.discovery.declared import header_folders
from unstatic.project.discovery.sources import reached, read_bytes
from unstatic.system.file_facts import file_fact

MOST_TOKENS = 10_000_000
"""How much one use of a macro may write: a parser needs gigabytes and minutes for ten times as much."""

_DEFINE = re.compile(rb"#[ \t]*define[ \t]+([A-Za-z_]\w*)(\([^)\n]*\))?((?:[^\\\n]|\\\r?\n|\\.)*)")
_NOISE = re.compile(rb'/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|\\\r?\n', re.DOTALL)
_TOKEN = re.compile(rb"[A-Za-z_]\w*|\d[\w.]*|[^\s\w]")
_WORD = re.compile(rb"[A-Za-z_]\w*")
_ITSELF = b""
"""What stands in an expansion whatever the arguments are."""


@dataclass(frozen=True, slots=True)
class Growing:
    """A macro that writes too much, and where it is defined."""

    name: str
    path: Path
    line: int


@dataclass(frozen=True, slots=True)
class _Definition:
    path: Path
    offset: int
    parameters: tuple[bytes, ...] | None
    body: tuple[bytes, ...]


def growing_macro(path: Path, arguments: Sequence[str]) -> Growing | None:
    """Return a macro that *path*, or a header that it includes with quotes, uses, and that writes too much."""
    files = (path, *reached(path, header_folders(arguments)))
    definitions: dict[bytes, list[_Definition]] = {}
    for file in files:
        for name, definition in _definitions(file):
            definitions.setdefault(name, []).append(definition)
    sizes = _Sizes(definitions)
    try:
        growing = [name for name in definitions if sizes.of(name).total() > MOST_TOKENS]
    except RecursionError:
        # So long a chain of macros is followed by nobody; the parser says what it makes of it.
        return None
    for name in growing:
        if any(_uses(read_bytes(file), name) for file in files):
            found = definitions[name][0]
            return Growing(name.decode("latin-1"), found.path, read_bytes(found.path).count(b"\n", 0, found.offset) + 1)
    return None


@file_fact
def _definitions(path: Path) -> tuple[tuple[bytes, _Definition], ...]:
    return tuple(_defined(path))


def _defined(path: Path) -> Iterator[tuple[bytes, _Definition]]:
    for found in _DEFINE.finditer(read_bytes(path)):
        parameters = None if found[2] is None else tuple(_WORD.findall(found[2]))
        body = tuple(_TOKEN.findall(_NOISE.sub(b" ", found[3])))
        yield found[1], _Definition(path, found.start(), parameters, body)


def _uses(data: bytes, name: bytes) -> bool:
    """Tell whether a source names a macro anywhere but in definitions."""
    return re.search(rb"\b" + name + rb"\b", _NOISE.sub(b" ", _DEFINE.sub(b" ", data))) is not None


class _Sizes:
    """How many tokens each macro writes: by itself, and for each token of its arguments."""

    def __init__(self, definitions: Mapping[bytes, Sequence[_Definition]]) -> None:
        self._definitions = definitions
        self._known: dict[bytes, Counter[bytes]] = {}
        self._open: set[bytes] = set()

    def of(self, name: bytes) -> Counter[bytes]:
        """Return it for one macro, by parameter."""
        found = self._known.get(name)
        if found is None:
            self._open.add(name)
            ways = (self._written(one.body, one.parameters or ()) for one in self._definitions[name])
            found = self._known[name] = min(ways, key=Counter.total)
            self._open.discard(name)
        return found

    def _written(self, tokens: Sequence[bytes], parameters: Sequence[bytes]) -> Counter[bytes]:
        if self._definitions.keys().isdisjoint(tokens) and not set(tokens).intersection(parameters):
            return Counter({_ITSELF: len(tokens)})
        found: Counter[bytes] = Counter()
        at = 0
        while at < len(tokens):
            token, at = tokens[at], at + 1
            if token in parameters:
                found[token] += 1
            elif token not in self._definitions or token in self._open:
                # A macro in its own expansion stays as it is.
                found[_ITSELF] += 1
            elif self._definitions[token][0].parameters is None:
                found += self.of(token)
            elif tokens[at : at + 1] == (b"(",):
                given, at = _arguments(tokens, at)
                found += self._called(token, [self._written(one, parameters) for one in given])
            else:
                found[_ITSELF] += 1
        return found

    def _called(self, name: bytes, given: Sequence[Counter[bytes]]) -> Counter[bytes]:
        sizes = self.of(name)
        found = Counter({_ITSELF: sizes[_ITSELF]})
        for parameter, argument in zip(self._definitions[name][0].parameters or (), given, strict=False):
            for key, count in argument.items():
                found[key] += count * sizes[parameter]
        return found


def _arguments(tokens: Sequence[bytes], start: int) -> tuple[list[tuple[bytes, ...]], int]:
    """Return the arguments in the parentheses that open at *start*, and where these end."""
    found: list[tuple[bytes, ...]] = []
    depth, first = 0, start + 1
    for at in range(start, len(tokens)):
        token = tokens[at]
        depth += (token in (b"(", b"[", b"{")) - (token in (b")", b"]", b"}"))
        if depth == 0 or (depth == 1 and token == b","):
            found.append(tuple(tokens[first:at]))
            first = at + 1
        if depth == 0:
            return found, at + 1
    return found, len(tokens)
