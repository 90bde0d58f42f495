"""Which `#if` groups are there only for Pythons that aren't supported any more, and surely so.

A group is judged by macros that say which Python it is, where Python.h was read before in every source that reads the
file, and only if what the parser kept agrees. `#if 0` is no question of versions, and a dead `#error` is a check.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from unstatic.c.lexer import Conditional, lex_fragment
from unstatic.facts.places.at_file_level import is_include_guard, outer_conditionals
from unstatic.facts.places.unit_order import Key, Reading, reading_of
from unstatic.facts.trust.protected_files import protected
from unstatic.model.configurations.conditions import UNDEFINED, Value, condition
from unstatic.model.configurations.known_macros import (
    VERSION_NAME,
    directly_known,
    is_about_python,
    known_macros,
    python_macros,
    texts_of,
)
from unstatic.model.extension import Extension, File, MacroDefinition
from unstatic.model.vendored_files import is_vendored
from unstatic.text.source import Location, Span, Spans

TOO_EARLY = "not every source that reads it has surely read Python.h before"
_MARKS = re.compile(rb"##?|%:")
_SIGNS = ([b"#"], [b"##"], [b"%", b":"])
OTHERWISE = "the parser, with the Python headers that are used here, reads it otherwise"
CHECK = "it holds an #error, and so checks the version"


@dataclass(frozen=True)
class Judged:
    """A conditional, and what is known of the conditions of its branches: at least one can be told or made simpler."""

    path: Path
    conditional: Conditional
    truths: tuple[bool | None, ...]
    known: Mapping[bytes, Value]

    @property
    def place(self) -> tuple[Path, int]:
        """Where the conditional begins."""
        return self.path, self.conditional.span.start

    @property
    def dropped(self) -> tuple[Span, ...]:
        """The bodies of the branches that no supported Python compiles."""
        kept = self.kept
        return tuple(branch.body for index, branch in enumerate(self.conditional.branches) if index not in kept)

    @property
    def kept(self) -> tuple[int, ...]:
        """The branches that some supported Python compiles; one that is surely true ends the list."""
        found = []
        for index, truth in enumerate(self.truths):
            if truth is not False:
                found.append(index)
            if truth:
                break
        return tuple(found)


@dataclass(frozen=True, slots=True)
class LeftAlone:
    """A conditional that looks dead or certain, and why it isn't touched."""

    reason: str
    location: Location
    judged: Judged

    @property
    def place(self) -> tuple[Path, int]:
        """Where the conditional begins."""
        return self.judged.place


def judge(model: Extension, minimum: tuple[int, int]) -> Iterator[Judged | LeftAlone]:
    """Yield the conditionals that ask for the version of Python, in source order, those in dead groups left out."""
    certain = _Certain(model, minimum)
    guessed = known_macros(minimum, texts_of(model))
    for path, file in sorted(model.files.items()):
        if is_vendored(path) or _is_misread(file):
            continue
        gone: list[Span] = []
        for conditional in sorted(file.lexed.conditionals, key=lambda item: item.span.start):
            start = conditional.span.start
            if any(start in span for span in gone) or protected(model, path, start) is not None:
                continue
            found = _judged(file, conditional, certain.at(path, start))
            reason = _objection(file, found)
            if reason is None:
                gone += found.dropped
                yield found
            elif _decides(guess := _judged(file, conditional, guessed)):
                yield LeftAlone(reason, model.location(path, start), guess)


def _is_misread(file: File) -> bool:
    """Tell whether a directive may have been missed, as behind a comment that ends on its line."""
    lexed, directives = file.lexed, Spans(item.span for item in file.lexed.directives)
    # Most such bytes stand in directives, and the others in comments and strings: only there tokens are read.
    places = (match.span() for match in _MARKS.finditer(file.source.data) if match.start() not in directives)
    return any([token.text for token in lexed.between(*place)] in _SIGNS for place in places)


def _judged(file: File, conditional: Conditional, known: Mapping[bytes, Value]) -> Judged:
    truths = tuple(own_truth(file.source.data, branch.directive.name, branch.directive.rest, known)
                   for branch in conditional.branches)  # fmt: skip
    return Judged(file.source.path, conditional, truths, known)


def own_truth(data: bytes, name: bytes, rest: Span, known: Mapping[bytes, Value]) -> bool | None:
    """Return what a condition is because of the version of Python: None for `#if 0`; True for an `#else`."""
    if name == b"else":
        return True
    return None if condition(data, name, rest, {}) is not None else condition(data, name, rest, known)


def _decides(judged: Judged) -> bool:
    """Tell whether anything is known that an `#else` doesn't say anyway."""
    return any(
        truth is not None and branch.directive.name != b"else"
        for truth, branch in zip(judged.truths, judged.conditional.branches, strict=True)
    )


def _objection(file: File, judged: Judged) -> str | None:
    """Return why the conditional must stay as it is; None if it can change."""
    if not judged.known:
        return TOO_EARLY
    if not _decides(judged):
        return None
    dropped = judged.dropped
    checks = [item for item in file.lexed.directives if item.name in (b"error", b"warning")]
    for item in checks:
        around = outer_conditionals(file, item.span.start)
        innermost = max(around, key=lambda one: one.span.start, default=None)
        if innermost == judged.conditional and any(item.span.start in span for span in dropped):
            return CHECK
    return None if _agrees(file, judged) else OTHERWISE


def _agrees(file: File, judged: Judged) -> bool:
    """Tell whether the parser kept and skipped what this says, unless it skipped all of it."""
    if file.is_inactive(judged.conditional.span.start):
        return True
    dropped = judged.dropped
    bodies = [branch.body for branch in judged.conditional.branches]
    if any(body in dropped and file.source.text(body).strip() and not file.is_inactive(body.start) for body in bodies):
        return False
    kept = judged.kept[:1]
    certain = [bodies[index] for index in kept if judged.truths[index]]
    return not any(file.is_inactive(body.start) for body in certain)


class _Certain:
    """Tells what is known of macros at a place, whichever source of the extension reads it."""

    def __init__(self, model: Extension, minimum: tuple[int, int]) -> None:
        self._model = model
        self._python = python_macros(minimum)
        found = directly_known(minimum, texts_of(model))
        self._named = {name: value for name, value in found.items() if name not in self._python}

    def at(self, path: Path, offset: int) -> Mapping[bytes, Value]:
        """Return the known macros there; none if some source may not have read Python.h before."""
        units = self._model.readers[path]
        if not units or not all(self._after_python(unit, path, offset) for unit in units):
            return {}
        holding = {name: value for name, value in self._named.items() if self._holds(name, value, path, offset)}
        return {**self._python, **holding}

    def _holds(self, name: bytes, value: Value, path: Path, offset: int) -> bool:
        """Tell whether every source knows the name there, and knows it from code that Python.h came before."""
        definitions = self._definitions.get(name, ())
        if value is UNDEFINED:
            return VERSION_NAME.search(name) is not None and all(self._is_inactive(item) for item in definitions)
        if len(definitions) != 1 or self._is_inactive(definitions[0]):
            return False
        place = definitions[0]
        file = self._model.files[place.path]
        body = lex_fragment(file.source.data, place.body)
        around = outer_conditionals(file, place.span.start)
        if not is_about_python(name, body, file.source.data, around, self._python):
            return False
        return all(
            self._after_python(unit, place.path, place.span.start)
            and self._is_before(unit, (place.path, place.span.start), (path, offset))
            for unit in self._model.readers[path]
        )

    def _is_inactive(self, definition: MacroDefinition) -> bool:
        return self._model.files[definition.path].is_inactive(definition.span.start)

    @cached_property
    def _definitions(self) -> Mapping[bytes, Sequence[MacroDefinition]]:
        found: dict[bytes, list[MacroDefinition]] = {}
        for item in self._model.macro_definitions:
            found.setdefault(item.name.encode("utf-8", "surrogateescape"), []).append(item)
        return found

    def _reading(self, unit: Path) -> Reading:
        return reading_of(self._model, unit)

    def _after_python(self, unit: Path, path: Path, offset: int) -> bool:
        here = self._reading(unit).key(path, offset)
        python = self._python_keys.get(unit)
        return here is not None and python is not None and python < here

    def _is_before(self, unit: Path, first: tuple[Path, int], second: tuple[Path, int]) -> bool:
        a, b = self._reading(unit).key(*first), self._reading(unit).key(*second)
        return a is not None and b is not None and a < b

    @cached_property
    def _python_keys(self) -> Mapping[Path, Key]:
        """Where each source reads Python.h, whatever macros are defined."""
        found: dict[Path, Key] = {}
        for unit, inclusions in self._model.unit_inclusions.items():
            keys = [
                key
                for item in inclusions
                if item.path.name == "Python.h" and self._is_unconditional(item.includer, item.offset)
                if (key := self._reading(unit).key(item.includer, item.offset)) is not None
            ]
            if keys:
                found[unit] = min(keys)
        return found

    def _is_unconditional(self, path: Path, offset: int) -> bool:
        file = self._model.files.get(path)
        return file is not None and all(is_include_guard(file, item) for item in outer_conditionals(file, offset))
