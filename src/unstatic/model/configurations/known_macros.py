"""What is known of the macros that conditions ask for: those of Python, and the project's own names for them.

`#if PY_MAJOR_VERSION >= 3` / `#define IS_PY3K` / `#endif` makes `#ifdef IS_PY3K` as certain as the first condition. So
does a build that defines IS_PY3K.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from unstatic.c.lexer import (
    Conditional,
    Directive,
    Lexed,
    Token,
    TokenKind,
    defined_name,
    included_name,
    lex,
    lex_fragment,
)
from unstatic.model.configurations.conditions import (
    UNDEFINED,
    Range,
    Value,
    are_certain,
    condition_names,
    dead_groups,
    value_of,
)
from unstatic.model.extension import Extension

HEADERS = (".h", ".hh", ".hpp", ".hxx")
_CONDITIONS = (b"if", b"ifdef", b"ifndef", b"elif", b"elifdef", b"elifndef")
# A name for a name for the version: more is rare, and costs another round over all files.
_ROUNDS = 2
_ANY = (3, 0)
IMPLEMENTATIONS = frozenset((b"PYPY_VERSION", b"PYPY_VERSION_NUM", b"GRAALVM_PYTHON"))
"""What other implementations of Python define."""
# A build can define other names as well, without a line of code that shows it.
VERSION_NAME = re.compile(rb"py(thon)?_?[23]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Text:
    """One file, as far as its directives matter."""

    path: Path
    data: bytes
    lexed: Lexed
    is_build: bool = False
    """Whether it is no file, but what the build's command line defines, before all files."""


def texts_of(model: Extension) -> Iterator[Text]:
    """Yield the files of an extension, and what its build defines."""
    for path, file in model.files.items():
        yield Text(path, file.source.data, file.lexed)
    yield from build_texts(model.defined)


def build_texts(defined: Mapping[str, str]) -> Iterator[Text]:
    """Yield what a build defines that names a version: `-DIS_PY3` (G383). Anything else is a switch."""
    names = (item for item in defined.items() if VERSION_NAME.search(item[0].encode()) and "(" not in item[0])
    data = "".join(f"#define {name} {value}\n" for name, value in names)
    if data:
        yield _build_text(data.encode())


@lru_cache(maxsize=8)
def _build_text(data: bytes) -> Text:
    return Text(Path(), data, lex(data), is_build=True)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a macro is defined, undefined or asked for."""

    text: Text
    directive: Directive


def known_macros(minimum: tuple[int, int], texts: Iterable[Text]) -> dict[bytes, Value]:
    """Return what is known of macros when the oldest Python is *minimum*, those that *texts* define included."""
    return dict(_known(_Question(minimum, tuple(texts)), _ROUNDS))


def directly_known(minimum: tuple[int, int], texts: Iterable[Text]) -> dict[bytes, Value]:
    """Return the same without names for names: what the macros of Python alone decide."""
    return dict(_known(_Question(minimum, tuple(texts)), 1))


def known_in_cpython(texts: Iterable[Text]) -> dict[bytes, Value]:
    """Return what is known of macros in CPython of any version: no other implementation compiles the code."""
    return dict(_known(_Question(_ANY, tuple(texts), is_cpython=True), _ROUNDS))


def python_macros(minimum: tuple[int, int]) -> dict[bytes, Value]:
    """Return what is known, after Python.h, of the macros of Python itself when the oldest Python is *minimum*."""
    major, minor = minimum
    return {
        b"PY_MAJOR_VERSION": 3,
        b"PY_MINOR_VERSION": Range(minor, None),
        # No alpha or beta of the oldest Python counts: conditions name its final release.
        b"PY_VERSION_HEX": Range((major << 24) | (minor << 16) | 0xF0, None),
        # A special build that went with Python 3.9 (bpo-39489), and its fields of types with it.
        b"COUNT_ALLOCS": UNDEFINED,
        # There are no builds without threads any more (bpo-31370), and Python.h defines it.
        b"WITH_THREAD": 1,
        b"PyVarObject_HEAD_INIT": 1,
        b"PyMODINIT_FUNC": 1,
        b"Py_TYPE": 1,
        b"PyObject_HEAD": 1,
        b"Py_RETURN_NONE": 1,
    }


class _Question:
    """What `known_macros` is asked: equal for the same files, told by identity, as comparing their bytes takes long."""

    __slots__ = ("is_cpython", "minimum", "texts")

    def __init__(self, minimum: tuple[int, int], texts: tuple[Text, ...], is_cpython: bool = False) -> None:
        self.minimum = minimum
        self.texts = texts
        self.is_cpython = is_cpython

    def __hash__(self) -> int:
        return hash((self.minimum, self.is_cpython, *(id(text.lexed) for text in self.texts)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Question) or len(self.texts) != len(other.texts):
            return False
        if (self.minimum, self.is_cpython) != (other.minimum, other.is_cpython):
            return False
        pairs = zip(self.texts, other.texts, strict=True)
        return all(a.lexed is b.lexed and a.path == b.path for a, b in pairs)


@lru_cache(maxsize=8)
def _known(question: _Question, rounds: int) -> Mapping[bytes, Value]:
    listed = question.texts
    known = python_macros(question.minimum) | (dict.fromkeys(IMPLEMENTATIONS, UNDEFINED) if question.is_cpython else {})
    asked = _asked(listed)
    places = _places(listed, asked.keys() - known.keys())
    inclusions = _Inclusions(listed)
    for _ in range(rounds):
        more = {
            name: value
            for name, found in places.items()
            if name not in known and (value := _decided(found, asked[name], known, inclusions)) is not None
        }
        if not more:
            break
        known |= more
    return known


def _asked(texts: Iterable[Text]) -> dict[bytes, list[_Place]]:
    """Return the conditions by the names that they ask for."""
    found: dict[bytes, list[_Place]] = {}
    for text in texts:
        for directive in text.lexed.directives:
            if directive.name in _CONDITIONS:
                for token in lex_fragment(text.data, directive.rest):
                    if token.kind is TokenKind.IDENT:
                        found.setdefault(token.text, []).append(_Place(text, directive))
    return found


def _places(texts: Iterable[Text], names: Iterable[bytes]) -> dict[bytes, list[_Place]]:
    """Return where each of *names* is defined or undefined."""
    wanted = frozenset(names)
    found: dict[bytes, list[_Place]] = {}
    for text in texts:
        for directive in text.lexed.directives:
            name = defined_name(text.data, directive)
            if name in wanted:
                found.setdefault(name, []).append(_Place(text, directive))
    return found


def _decided(places: list[_Place], asked: list[_Place], known: Mapping[bytes, Value], inclusions: _Inclusions) -> Value:
    """
    Return the macro's value: only if all its definitions are dead, or one is certain and comes before all uses.

    None for a switch such as `#define DEBUG` as well: somebody may turn it, and what it leaves out here counts.
    """
    alive = [place for place in places if not _is_dead(place, known)]
    if not alive:
        return UNDEFINED if _names_a_version(asked[0]) else None
    if len(alive) > 1 or alive[0].directive.name != b"define" or not _is_sure(alive[0], known):
        return None
    defaults = {id(item.branches[0].directive) for item in _holding(alive[0]) if _makes_default(alive[0], item)}
    if not all(_comes_first(alive[0], place, inclusions) for place in asked if id(place.directive) not in defaults):
        return None
    name, *body = lex_fragment(alive[0].text.data, alive[0].directive.rest)
    place = alive[0]
    if not is_about_python(name.text, body, place.text.data, _around(place), known):
        return None
    return value_of(body, known) if body else 1


def is_about_python(
    name: bytes, body: Iterable[Token], data: bytes, around: Iterable[Conditional], known: Mapping[bytes, Value]
) -> bool:
    """
    Tell whether a macro stands for a version, and isn't a switch that somebody may turn.

    *body* is its definition in *data*, *around* the conditionals that hold it, *known* the macros that tell versions.
    """
    asked = frozenset[bytes]().union(*(condition_names(data, item) for item in around))
    words = asked.union(token.text for token in body)
    return VERSION_NAME.search(name) is not None or not words.isdisjoint(known)


def _names_a_version(use: _Place) -> bool:
    """Tell whether the condition asks for a name such as IS_PY2: others may come from Python or the system."""
    words = [token.text for token in lex_fragment(use.text.data, use.directive.rest) if token.kind is TokenKind.IDENT]
    return any(b"PY" in word.upper() and not word.startswith((b"Py", b"PY_", b"_Py")) for word in words)


def _is_dead(place: _Place, known: Mapping[bytes, Value]) -> bool:
    around = list(_around(place))
    return any(place.directive.span.start in span for span in dead_groups(place.text.data, around, known))


def _is_sure(place: _Place, known: Mapping[bytes, Value]) -> bool:
    return are_certain(place.text.data, _around(place), place.directive.span.start, known)


def _around(place: _Place) -> Iterator[Conditional]:
    """Yield the conditionals that hold the place, but for a header's include guard, and what makes it a default."""
    yield from (item for item in _holding(place) if not _makes_default(place, item))


def _makes_default(place: _Place, conditional: Conditional) -> bool:
    """Tell whether it is `#ifndef PY3K` around a definition of PY3K: what the build defines is another text."""
    name = defined_name(place.text.data, place.directive)
    is_alone = bool(name) and len(conditional.branches) == 1
    return is_alone and place.text.lexed.absent_macro(conditional.branches[0].directive) == name


def _holding(place: _Place) -> Iterator[Conditional]:
    at, around = place.directive.span.start, place.text.lexed.conditionals
    # They come in the order of their ends.
    for item in around[bisect.bisect_right(around, at, key=lambda each: each.span.end) :]:
        if item.span.start <= at and item is not place.text.lexed.guard:
            yield item


def _comes_first(definition: _Place, use: _Place, inclusions: _Inclusions) -> bool:
    if definition.text.is_build:
        return True
    if definition.text.path == use.text.path:
        return definition.directive.span.start < use.directive.span.start
    if definition.text.path.suffix not in HEADERS:
        return False
    return use.text.path.suffix not in HEADERS or _is_included_above(definition.text, use, inclusions)


def _is_included_above(header: Text, use: _Place, inclusions: _Inclusions) -> bool:
    """
    Tell whether the header with the use includes one of that name before, or one that does so.

    Not by way of a header that includes the one with the use: if it comes first, its other headers come after the use.
    """
    wanted, own = header.path.name.encode(), use.text.path.name.encode()
    above = _included(use.text, use.directive.span.start)
    ways = map(inclusions.reached, above)
    return wanted in above or any(wanted in reached and own not in reached for reached in ways)


def _included(text: Text, end: int | None = None) -> frozenset[bytes]:
    """Return the names of what a file includes, up to an offset."""
    above = (item for item in text.lexed.directives if end is None or item.span.end <= end)
    return frozenset(included_name(text.data, item) for item in above if item.name == b"include")


class _Inclusions:
    """What the files of each name include, by name, and what these do, and so on; found when it is asked for."""

    def __init__(self, texts: Sequence[Text]) -> None:
        self._texts = texts
        self._reached: dict[bytes, frozenset[bytes]] = {}

    @cached_property
    def _direct(self) -> dict[bytes, frozenset[bytes]]:
        found: dict[bytes, frozenset[bytes]] = {}
        for text in self._texts:
            name = text.path.name.encode()
            found[name] = found.get(name, frozenset()) | _included(text)
        return found

    def reached(self, header: bytes) -> frozenset[bytes]:
        """Return the names of all that a header of a name leads to."""
        if header not in self._reached:
            found, left = frozenset[bytes](), frozenset((header,))
            while left:
                left = frozenset[bytes]().union(*(self._direct.get(name, frozenset()) for name in left)) - found
                found |= left
            self._reached[header] = found
        return self._reached[header]
