"""Types that their creator doesn't always know: no header declares them, or some `#if` leaves them out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from unstatic.c.lexer import Conditional, defined_name, lex_fragment
from unstatic.facts.module.creation import creator_of, extern_declaration, is_defined_for
from unstatic.facts.places.at_file_level import is_always_read, is_include_guard, outer_conditionals
from unstatic.model.configurations.conditions import condition, is_certain
from unstatic.model.configurations.known_macros import known_macros, texts_of
from unstatic.model.extension import Extension, File, Linkage, Reference, StaticType
from unstatic.settings.requires import OLDEST


def is_unseen(model: Extension, static: StaticType) -> bool:
    """Tell whether the source that will create *static* sees neither its definition nor a declaration of it."""
    return not is_defined_for(model, static) and extern_declaration(model, static) is None


def linked_if(model: Extension, static: StaticType) -> bytes | None:
    """Return the `#if` under which the source that creates an unseen type needs the one that defines it.

    That is empty if it needs it always. None if that can't be told, or if a declaration would mean something else.
    """
    path = static.declaration.path
    creator = creator_of(model, static).path
    units = {*model.readers[path], *model.readers[creator]}
    if path not in model.units or any(model.languages[unit] != "c" for unit in units):
        return None
    if not _can_be_extern(model, static):
        return None
    around = outer_conditionals(model.files[path], static.declaration.span.start)
    if around:
        return _shared_condition(model, path, creator, around)
    if path in _needed_always(model, creator):
        return b""
    groups = {_group(model.files[creator], use.offset) for use in _uses_of(model, path) if use.path == creator}
    return groups.pop() if len(groups) == 1 else None


def _shared_condition(model: Extension, path: Path, creator: Path, around: Sequence[Conditional]) -> bytes | None:
    """Return the directive around the type in its source, if the source that creates it asks the same somewhere.

    Neither may define by itself what is asked for.
    """
    file = model.files[path]
    if len(around) != 1 or len(around[0].branches) != 1:
        return None
    line = _opening(file, around[0], 0)
    other = model.files[creator]
    asked = {other.source.text(item.span).strip() for item in other.lexed.directives}
    names = {item.text for item in lex_fragment(file.source.data, around[0].branches[0].directive.rest)}
    is_own = any(
        defined_name(one.source.data, item) in names
        for one in (file, other)
        for item in one.lexed.directives
        if item.name in (b"define", b"undef")
    )
    return line if line in asked and not is_own else None


def defined_if(model: Extension, static: StaticType, *, is_outside: bool = False) -> tuple[bytes, ...] | None:
    """Return the `#if` lines, the outermost first, under which a type is defined, and its creation must stand.

    Those that every supported Python compiles are left out, and so are those around the creating function too, unless
    the lines are for what stands outside of all groups. None if one is an `#elif`, or the `#else` of one.
    """
    file = model.files[static.declaration.path]
    creator = creator_of(model, static)
    known = known_macros(OLDEST, texts_of(model))
    found: list[bytes] = []
    for item in reversed(outer_conditionals(file, static.declaration.span.start)):
        number = next(n for n, branch in enumerate(item.branches) if static.declaration.span.start in branch.body)
        body = item.branches[number].body
        is_guard = static.declaration.path not in model.units and is_include_guard(file, item)
        is_shared = creator.path == static.declaration.path and body.covers(creator.span)
        if is_guard or (is_shared and not is_outside):
            continue
        data = file.source.data
        truths = [condition(data, each.directive.name, each.directive.rest, known) for each in item.branches[:number]]
        if (number and all(truth is False for truth in truths)) or is_certain(data, item, item.branches[number], known):
            continue
        line = _opening(file, item, number)
        if line is None:
            return None
        found.append(line)
    return tuple(found)


def _opening(file: File, conditional: Conditional, number: int) -> bytes | None:
    """Return the line that opens a group like one branch of *conditional*; None if that needs several lines."""
    directive = conditional.branches[0].directive
    if number == 0:
        return file.source.text(directive.span).strip()
    if number > 1 or conditional.branches[1].directive.name != b"else":
        return None
    rest = file.source.text(directive.rest).strip()
    opposite = {b"ifdef": b"#ifndef %s", b"ifndef": b"#ifdef %s", b"if": b"#if !(%s)"}
    return opposite[directive.name] % rest


def _can_be_extern(model: Extension, static: StaticType) -> bool:
    """Tell whether the name means nothing else anywhere, and each `static` in front of it can go."""
    others = (item for item in model.declarations if item.name == static.name and item.symbol != static.symbol)
    if static.name in model.macros or any(others):
        return False
    return static.declaration.linkage is not Linkage.INTERNAL or all(
        model.files[item.path].source.text(item.span).startswith(b"static ") for item in static.others
    )


def _needed_always(model: Extension, creator: Path) -> frozenset[Path]:
    """Return the sources without which *creator* is never linked: functions of them are named outside of any `#if`."""
    found = {creator}
    work = [creator]
    while work:
        user = work.pop()
        for path in frozenset(model.units) - found:
            uses = (use for use in _uses_of(model, path) if use.path == user)
            if any(is_always_read(model.files[user], use.offset) for use in uses):
                found.add(path)
                work.append(path)
    return frozenset(found)


def _uses_of(model: Extension, path: Path) -> Iterator[Reference]:
    """Yield the uses of the functions that *path* defines."""
    for symbol, function in model.functions.items():
        if function.definition.path == path:
            yield from model.uses.get(symbol, ())


def _group(file: File, offset: int) -> bytes | None:
    """Return the directive of the one group of a condition that *offset* stands in, if it is the first of its kind."""
    around = [item for item in outer_conditionals(file, offset) if not is_include_guard(file, item)]
    if len(around) != 1 or offset not in around[0].branches[0].body:
        return None
    return file.source.text(around[0].branches[0].directive.span).strip()
