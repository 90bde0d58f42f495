"""What a helper of the initialisation imports too early: it comes back for what the module gets afterwards (G144)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from unstatic.c.lexer import Directive
from unstatic.c.syntax import Statement, StatementKind, calls
from unstatic.capi.modules import IMPORT
from unstatic.capi.references import DECREASE, NULL_SAFE, RELEASE
from unstatic.facts.module.helpers import InitHelper, init_functions, init_helpers
from unstatic.facts.module.import_cycles import import_cycles, returning_imports
from unstatic.facts.once.fillers import words_in
from unstatic.facts.places.in_functions import is_declaration
from unstatic.model.extension import Extension, File
from unstatic.text.source import Span

_IMPORTS = frozenset(name.encode() for name in IMPORT)
_READING = re.compile(
    rb"_?Py(Object|TypeObject|Object_GetAttr(String)?|_(CLEAR|SETREF|X?DECREF|X?INCREF|NewRef)|Object_CAST)"
)
"""What of Python's API takes something out of a module that was imported, and changes nothing."""
_CALLING = re.compile(rb"_?PyObject_\w*(Call|New|Init)\w*|tp_(alloc|new|call)")


@dataclass(frozen=True, slots=True)
class EarlyImports:
    """A helper, the call of it, and the parts of its body: what imports, and what every part needs around it."""

    helper: InitHelper
    call: Statement
    leave: Statement
    """The `return module;` of the builder, before which the imports may come."""
    module: str
    """What is imported first."""
    declared: tuple[Statement, ...]
    runs: tuple[tuple[Statement, ...], ...]
    """The statements that import and take out, those together that follow each other."""
    ending: tuple[Statement, ...]
    """What is released at the end, the return, and what `goto` leads to."""
    dropped: tuple[Directive, ...]
    """The directives at the end that undefine the macros that both parts use."""


def early_imports(model: Extension) -> EarlyImports | None:
    """Return what can be imported once the module is complete; None if nothing comes back, or more hangs on it."""
    cycles = list(returning_imports(model)) if any(import_cycles(model)) else []
    functions = {cycle.use.function for cycle in cycles}
    helper = init_helpers(model).get(next(iter(functions)) or "") if len(functions) == 1 else None
    if helper is None:
        return None
    call, leave = _of_builder(model, helper) or (None, None)
    definition = model.functions[helper.function].definition
    is_plain = definition.canonical_type == "int (void)" and definition.path in model.units
    if call is None or leave is None or not is_plain or definition.from_macro:
        return None
    return _parts(model, helper, call, leave, [cycle.use.offset for cycle in cycles], cycles[0].module)


def _of_builder(model: Extension, helper: InitHelper) -> tuple[Statement, Statement] | None:
    """Return the test of the helper, and the return of the module at the end."""
    assert model.init is not None
    if helper.caller != model.init.builder:
        return None
    body = model.body(helper.caller)
    call = body.child_at(helper.call.name.start)
    last = body.children[-1] if body.children else None
    variable = model.by_symbol.get(model.init.module_variable or "", ())
    if call is None or last is None or not variable or last.kind is not StatementKind.RETURN:
        return None
    texts = [token.text for token in call.head]
    is_test = call.kind is StatementKind.IF and len(call.children) == 1 and texts[1:] == [b"(", b")", b"<", b"0"]
    is_module = [token.text for token in last.head] == [variable[0].name.encode()]
    return (call, last) if is_test and is_module else None


def _parts(
    model: Extension, helper: InitHelper, call: Statement, leave: Statement, imports: Sequence[int], module: str
) -> EarlyImports | None:
    body = model.body(helper.function)
    file = model.files[model.functions[helper.function].definition.path]
    children = body.children
    count = next((i for i, item in enumerate(children) if not is_declaration(model, helper.function, item)), 0)
    end = next((i for i, item in enumerate(children) if item.kind is StatementKind.RETURN), None)
    if end is None or [token.text for token in children[end].head] != [b"0"]:
        return None
    while end > count and _only_releases(children[end - 1]):
        end -= 1
    middle, ending = children[count:end], children[end:]
    early = _early(model, helper.function, file, middle, imports)
    dropped = _undefined(file, body, ending)
    if early is None or dropped is None or not all(item.tokens[0].opens_line for item in middle):
        return None
    parts = (early, [item for item in middle if item not in early])
    if not all(_sets_all(model, file, part, ending) for part in parts):
        return None
    names = frozenset[bytes]().union(*(words_in(model, file, item.tokens) for item in (*early, *ending)))
    declared = tuple(item for item in children[:count] if any(token.text in names for token in item.tokens))
    runs = tuple(_runs(middle, early))
    if any(file.directives_in(span_of(run)) for run in runs) or _makes_instances(model, parts[1], helper, call):
        return None
    return EarlyImports(helper, call, leave, module, declared, runs, ending, dropped)


def _makes_instances(model: Extension, rest: Sequence[Statement], helper: InitHelper, call: Statement) -> bool:
    """Tell whether an object of the module may be made before the imports then: it may need what they set."""
    later = [item for item in model.body(helper.caller).children if item.span.start > call.span.start]
    own = {item.name.encode() for item in model.types}
    made = (one for item in (*rest, *later) for one in calls(item.tokens) if _CALLING.fullmatch(one.name.text))
    return any(token.text in own for one in made for argument in one.arguments for token in argument)


def _only_releases(statement: Statement) -> bool:
    found = list(calls(statement.tokens))
    return statement.kind is StatementKind.SIMPLE and len(found) == 1 and found[0].name.text in RELEASE


def _sets_all(model: Extension, file: File, part: Sequence[Statement], ending: Sequence[Statement]) -> bool:
    """Tell whether statements set each local that `Py_DECREF` releases at the end, where it may not be NULL."""
    set_there = {name for item in part for name in _set_in(model, file, item)}
    found = (call for item in ending for call in calls(item.tokens) if call.name.text in DECREASE - NULL_SAFE)
    return all(call.arguments[0][-1].text in set_there for call in found if call.arguments)


def _set_in(model: Extension, file: File, statement: Statement) -> Iterator[bytes]:
    """Yield what a statement assigns to, by itself or by the macros that it uses."""
    texts = [[token.text for token in statement.tokens]]
    for use in (file.expansions.get(token.start) for token in statement.tokens):
        opened = model.expanded(use) if use is not None else None
        texts.append([token.text for token in opened.tokens] if opened is not None else [])
    for text in texts:
        yield from (name for name, sign in pairwise(text) if sign == b"=")


def _early(
    model: Extension, function: str, file: File, middle: Sequence[Statement], imports: Sequence[int]
) -> list[Statement] | None:
    """Return the statements that import and what follows from that, if nothing else in the initialisation does."""
    local = {item.name.encode() for item in model.locals.get(function, ())}
    variables = {item.name.encode(): item for item in model.globals}
    found: list[Statement] = []
    given: set[bytes] = set()
    """What an import, or what was taken out, is in."""
    for statement in middle:
        words = words_in(model, file, statement.tokens)
        is_early = any(offset in statement.span for offset in imports)
        if not is_early and not words.isdisjoint(_IMPORTS):
            given -= local & words
        if is_early or words & given:
            if not _only_takes(model, words, given | local | variables.keys()):
                return None
            found.append(statement)
            given |= words & (local | variables.keys())
    symbols = {variables[name].symbol for name in given if name in variables}
    return found if _is_only_here(model, function, found, symbols) else None


def _only_takes(model: Extension, words: set[bytes], known: set[bytes]) -> bool:
    """Tell whether a statement calls nothing but what imports, and what takes something out of a module."""
    python = (word for word in words if word.startswith((b"Py", b"_Py")) and word not in known | _IMPORTS)
    own = {item.name.encode() for item in model.functions.values()}
    return all(_READING.fullmatch(word) for word in python) and own.isdisjoint(words) and b"return" not in words


def _is_only_here(model: Extension, function: str, found: Sequence[Statement], symbols: set[str]) -> bool:
    """Tell whether nothing else in the initialisation names what the statements set."""
    initialising = {*init_functions(model)}
    uses = (use for symbol in symbols for use in model.uses.get(symbol, ()) if use.function in initialising)
    return all(use.function == function and any(use.offset in item.span for item in found) for use in uses)


def _undefined(file: File, body: Statement, ending: Sequence[Statement]) -> tuple[Directive, ...] | None:
    """Return the directives behind all statements, which undefine macros; None if others stand in the body."""
    last = ending[-1].span.end
    directives = file.directives_in(body.span)
    behind = tuple(item for item in directives if item.span.start > last)
    is_plain = all(item.name in (b"define", b"undef") for item in directives)
    return behind if is_plain and all(item.name == b"undef" for item in behind) else None


def _runs(middle: Sequence[Statement], early: Sequence[Statement]) -> Iterator[tuple[Statement, ...]]:
    run: list[Statement] = []
    for statement in middle:
        if statement in early:
            run.append(statement)
        elif run:
            yield tuple(run)
            run = []
    if run:
        yield tuple(run)


def span_of(run: Sequence[Statement]) -> Span:
    """Return what statements cover, from the first to the last."""
    return Span(run[0].span.start, run[-1].span.end)
