"""Which `#if` groups for unsupported Pythons a migration touches: half edited, they would be worth less than folded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from unstatic.c.lexer import Directive, Token, TokenKind, lex_fragment
from unstatic.capi.modules import MAKE
from unstatic.facts.places.dead_groups import Judged, LeftAlone, judge
from unstatic.facts.types.deallocation.deallocators import dealloc_of
from unstatic.model.extension import Declaration, Extension, File, Global, StaticType
from unstatic.model.subjects import subject_of
from unstatic.plan.decisions import Plan
from unstatic.rewriting.protocol import Place
from unstatic.text.diff import lines_of, opcodes
from unstatic.text.source import Span, Spans


def touched_branches(
    model: Extension, minimum: tuple[int, int], before: Mapping[Path, bytes], after: Mapping[Path, bytes]
) -> frozenset[Place]:
    """
    Return where the conditionals about certain versions begin that the way from *before* to *after* touches.

    Such a conditional holds a changed line, or shares a declaration with one (the body of a function, or its head); or
    a group that nobody compiles names what is declared otherwise now, or goes with such a conditional. *model* has the
    facts of *before*.
    """
    return _touched(model, minimum, {path: _changed(before[path], after[path]) for path in after if path in before})


def surely_touched(model: Extension, minimum: tuple[int, int], plan: Plan) -> frozenset[Place]:
    """Return those of them that are known before *plan* is carried out, by what it has to change.

    That are the definitions and the uses of what moves, and the call that makes the module.
    """
    if not plan.changes_anything:
        return frozenset()
    found: dict[Path, list[Span]] = {}
    for path, span in _certain_changes(model, plan):
        if path in model.files and not model.files[path].is_inactive(span.start):
            found.setdefault(path, []).append(span)
    return _touched(model, minimum, found)


def _certain_changes(model: Extension, plan: Plan) -> Iterator[tuple[Path, Span]]:
    moving: list[StaticType | Global] = []
    if "heap-types" in plan.rewrites:
        types = [item for item in model.types if plan.migrates(subject_of(model, item))]
        yield from _changes_of_types(model, plan, types)
        moving += types
    if "module-state" in plan.rewrites:
        moving += [item for item in model.globals if plan.migrates(subject_of(model, item))]
        yield from _changes_of_functions(model, plan)
    yield from ((item.declaration.path, item.declaration.name_span) for item in moving)
    uses = [use for item in moving for use in model.uses.get(item.symbol, ())]
    init, definition = model.init, model.module_def()
    if "multi-phase-init" in plan.rewrites and init is not None and definition is not None and not init.multi_phase:
        yield definition.declaration.path, definition.declaration.name_span
        if init.builder in model.functions:
            builder = model.functions[init.builder].definition
            yield builder.path, builder.name_span
            yield from _ways_out(model, builder)
        uses += [use for use in model.uses_in.get(init.builder, ()) if use.is_call and use.name.encode() in MAKE]
        uses += [use for use in model.uses_in.get(init.entry, ()) if use.is_call and use.symbol == init.builder]
    named = (use for use in uses if use.via_macro is None)
    yield from ((use.path, Span(use.offset, use.offset + len(use.name.encode()))) for use in named)


def _ways_out(model: Extension, builder: Declaration) -> Iterator[tuple[Path, Span]]:
    """Yield the macros that only the initialisation returns by: it returns something else."""
    uses = [use for file in model.files.values() for use in file.expansions.values()]
    elsewhere = {use.name for use in uses if use.path != builder.path or use.span.start not in builder.span}
    for name in dict.fromkeys(use.name for use in uses if use.name not in elsewhere):
        for macro in model.macros[name].all if name in model.macros else ():
            if any(token.text == b"return" for token in macro.body):
                yield macro.definition.path, macro.definition.span


def _changes_of_functions(model: Extension, plan: Plan) -> Iterator[tuple[Path, Span]]:
    """Yield where the functions that need the state get it: as a parameter, or by what their bodies begin with."""
    for symbol, is_parameter in plan.given_state.items():
        function = model.functions.get(symbol)
        body = function.definition.body if function is not None else None
        if function is None or body is None:
            continue
        yield function.definition.path, Span(body.start, body.start + 2)
        if is_parameter:
            heads = (function.definition, *function.prototypes)
            yield from ((item.path, item.name_span) for item in heads)


def _changes_of_types(model: Extension, plan: Plan, types: Sequence[StaticType]) -> Iterator[tuple[Path, Span]]:
    """Yield what changes with types besides them: their tables of slots and methods, and their deallocators."""
    staying = {table.declaration.symbol for item in model.types if item not in types for table in item.tables}
    for item in types:
        tables = (table.declaration for table in item.tables if table.declaration.symbol not in staying)
        yield from ((table.path, table.name_span) for table in tables)
        dealloc = dealloc_of(model, item)
        if dealloc is not None:
            path = model.functions[dealloc.function].definition.path
            yield from ((path, site.call.name.span) for site in dealloc.frees)
        choice, methods = plan.choice(subject_of(model, item)), model.tables.get(item.function("tp_methods") or "")
        if choice is not None and choice.refuses_pickling and methods is not None:
            yield methods.declaration.path, methods.declaration.name_span


def _touched(model: Extension, minimum: tuple[int, int], lines: Mapping[Path, Iterable[Span]]) -> frozenset[Place]:
    changed = {path: Spans(spans) for path, spans in lines.items()}
    if not changed:
        return frozenset()
    found = [item.judged if isinstance(item, LeftAlone) else item for item in judge(model, minimum)]
    certain = [item for item in found if _is_certain(model, item)]
    spans = {path: Spans((*spans, *_declared(model, path, spans))) for path, spans in changed.items()}
    names = frozenset(_redeclared(model, changed)) if certain else frozenset()
    touched = [item for item in certain if _is_near(item, spans)]
    while more := [item for item in certain if item not in touched and _names_any(model, item, names)]:
        touched += more
        names |= {name for item in touched for name in _declared_in(model, item)}
    return frozenset(item.place for item in touched)


def _changed(before: bytes, after: bytes) -> Iterator[Span]:
    """Yield what is replaced or deleted, and the byte before which something is inserted."""
    old, new = lines_of(before), lines_of(after)
    starts = [0]
    for line in old:
        starts.append(starts[-1] + len(line))
    for kind, first, last, _, _ in opcodes(old, new):
        if kind != "equal":
            yield Span(starts[first], max(starts[last], starts[first] + 1))


def _is_certain(model: Extension, judged: Judged) -> bool:
    """Tell whether a branch is always compiled, or code in one never is: else only a condition gets simpler."""
    lexed = model.files[judged.path].lexed
    return judged.truths[0] is True or any(lexed.between(*body) for body in judged.dropped)


def _declared(model: Extension, path: Path, changed: Spans) -> Iterator[Span]:
    """Yield the declarations at file level that hold a change."""
    for item in model.declarations:
        if item.path == path and item.function is None and changed.overlaps(_inside(item.span)):
            yield item.span


def _redeclared(model: Extension, changed: Mapping[Path, Spans]) -> Iterator[bytes]:
    """Yield the names whose declarations change: of functions, that is what stands before the body."""
    for item in model.declarations:
        head = Span(item.span.start, item.body.start) if item.body else item.span
        if item.function is None and item.path in changed and changed[item.path].overlaps(_inside(head)):
            yield item.name.encode("utf-8", "surrogateescape")
    for macro in model.macro_definitions:
        if macro.path in changed and changed[macro.path].overlaps(_inside(macro.span)):
            yield macro.name.encode("utf-8", "surrogateescape")


def _declared_in(model: Extension, judged: Judged) -> Iterator[bytes]:
    """Yield what dead groups at file level declare or define; nobody parsed them, so what looks like it counts."""
    file = model.files[judged.path]
    start = judged.conditional.span.start
    if any(item.path == judged.path and item.function is None and start in item.span for item in model.declarations):
        return
    for body in judged.dropped:
        yield from (words[0].text for item in file.directives_in(body) if (words := _macro(file, item)))
        depth = 0
        tokens = file.lexed.between(*body)
        for token, after in pairwise(tokens):
            depth += {b"{": 1, b"}": -1}.get(token.text, 0)
            if depth == 0 and token.kind is TokenKind.IDENT and after.text in (b"(", b"=", b"[", b";", b","):
                yield token.text


def _macro(file: File, directive: Directive) -> Sequence[Token]:
    return lex_fragment(file.source.data, directive.rest) if directive.name == b"define" else ()


def _is_near(judged: Judged, spans: Mapping[Path, Spans]) -> bool:
    return judged.path in spans and spans[judged.path].overlaps(_inside(judged.conditional.span))


def _inside(span: Span) -> Span:
    """Return *span* without its first byte: what is inserted before that isn't in it."""
    return Span(span.start + 1, span.end)


def _names_any(model: Extension, judged: Judged, names: frozenset[bytes]) -> bool:
    lexed = model.files[judged.path].lexed
    return any(
        token.kind is TokenKind.IDENT and token.text in names
        for body in judged.dropped
        for token in lexed.between(*body)
    )
