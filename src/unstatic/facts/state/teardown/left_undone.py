"""What a deallocator leaves undone where its module is gone already: entries of a table, a place in a free list (G454).

The garbage collector clears what is garbage in any order: a type lets go of its module, `m_clear` of the objects in the
state. An instance that it sees, or one of a subclass, may be freed after either. It owns its type all the same, and
that owns its bases: neither is taken away, so it can be told whether one of them still has the module. If so, the state
is whole memory with what `m_clear` left of it; and it stays so until the type is released, as the collector doesn't run
inside itself, and clears no type that something owns which it can't see. If not, the state may be freed.

What only tidies up in the state is needed no more then. Whatever else a deallocator does with it would be missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.c.nodes import Assignment, Call, Name, Node, Opaque, Postfix, Prefix
from unstatic.c.readings import expressions_of
from unstatic.c.syntax import Statement, StatementKind
from unstatic.capi.references import KEEPS_TABLES, RELEASE, TIDIES
from unstatic.capi.slots import TELL_APART
from unstatic.facts.macros.generated_functions import generated_functions
from unstatic.facts.module.call_contexts import reached
from unstatic.facts.module.module_lookups import lookups
from unstatic.facts.references.aggregates.free_lists import is_collected, list_of, written_types
from unstatic.facts.state.object_tests import is_asked_for
from unstatic.facts.state.teardown.exact_type_tests import exact_type_tests
from unstatic.facts.state.teardown.finalisation import reaches_after_free
from unstatic.facts.trust.limited_api import limited_api
from unstatic.facts.types.bases import subclassed
from unstatic.facts.types.direct_slot_calls import slot_calls
from unstatic.facts.types.self_type_checks import self_checks
from unstatic.model.extension import Extension, Function, GlobalKind, Reference
from unstatic.model.fact import fact
from unstatic.model.uses import Use, UsedAs, use_of

_TIDY = (StatementKind.BLOCK, StatementKind.IF, StatementKind.SIMPLE)


@dataclass(frozen=True, slots=True)
class Undone:
    """A statement that is left out once the module is gone: an `if`, which has one condition more, or a single call."""

    statement: Statement
    objects: tuple[str, ...]
    """The variables of which it needs the objects, so that it is left out as well where m_clear was."""


@fact
def left_undone(model: Extension, dealloc: str) -> tuple[Undone, ...]:
    """Return the statements of a deallocator that need the module; none if it needs that for more, or otherwise."""
    function = model.functions[dealloc]
    if not _is_plain(model, function) or reaches_after_free(model, dealloc):
        return ()
    uses = list(_needing(model, dealloc))
    calls = [use for use in model.uses_in.get(dealloc, ()) if use.symbol in model.functions and _needed(model, use)]
    if any(use.via_macro is not None for use in (*uses, *calls)):
        return ()
    found = {undone.statement.span.start: undone for use in calls if (undone := _helping(model, dealloc, use))}
    if len(found) < len(calls):
        return ()
    for use in uses:
        undone = _kept_for_later(model, function, use) or _tidying(model, dealloc, use)
        if undone is None:
            return ()
        found[undone.statement.span.start] = undone
    return tuple(found.values())


def _is_plain(model: Extension, function: Function) -> bool:
    """Tell whether a function is a deallocator and nothing else, of C that can be read, for one Python."""
    is_one = bool(function.roles) and all(role.slot == "tp_dealloc" for role in function.roles)
    is_read = not function.alternatives and function.symbol not in model.twins and not function.escapes
    looks = any(item.function == function.symbol for item in lookups(model).needing_state())
    body, file = function.definition.body, model.files[function.definition.path]
    is_own = function.symbol not in generated_functions(model) and not (body and file.directives_in(body))
    return is_one and is_read and is_own and not looks and model.language == "c" and limited_api(model) is None


def _needing(model: Extension, symbol: str) -> Iterator[Reference]:
    """Yield the uses of variables and types in a function, but for those that go or become calls by name."""
    names = {item.symbol for item in model.globals} | {item.symbol for item in model.types}
    return (use for use in model.uses_in.get(symbol, ()) if use.symbol in names and not _is_settled(model, use))


def _needed(model: Extension, call: Reference) -> list[Reference]:
    """Return the uses of variables and types in what a call leads to."""
    functions = (each for each in reached(model, call.symbol) if each != call.function)
    return [use for each in functions for use in _needing(model, each)]


def _is_settled(model: Extension, use: Reference) -> bool:
    return (use.path, use.offset) in _settled(model)


@fact
def _settled(model: Extension) -> frozenset[tuple[Path, int]]:
    return frozenset(slot_calls(model)) | frozenset(self_checks(model)) | frozenset(exact_type_tests(model))


def _kept_for_later(model: Extension, function: Function, use: Reference) -> Undone | None:
    """Return the `if` that puts the object into a free list, and frees it else, if a use stands in it (G455).

    What gives the memory of a collected object back reads its type: nothing may wait once the module has let go of it.
    """
    found = list_of(model, function.symbol)
    body = model.body(function.symbol)
    around = body.path_to(found.kept.statements[0].span.start) if found is not None else ()
    test = next((item for item in reversed(around) if item.kind is StatementKind.IF), None)
    if found is None or test is None or not _is_conjunction(test.head):
        return None
    if use.offset >= test.children[0].span.end or use.offset < test.span.start:
        return None
    if not _is_of_one_type(model, function, test):
        return None
    types = {one for one in written_types(model, found) if one is not None} if is_collected(model, found) else set()
    return Undone(test, tuple(sorted(types)))


def _is_of_one_type(model: Extension, function: Function, test: Statement) -> bool:
    """Tell whether only instances of the type itself come into the list: those of subclasses may be larger."""
    owners = {role.owner for role in function.roles}
    texts = [token.text for token in test.head]
    for index, text in enumerate(texts):
        if text == b"Py_IS_TYPE":
            return True
        behind = texts[index + 4 : index + 7] if text == b"Py_TYPE" else []
        if behind[:1] == [b"=="] or (behind[:1] == [b"->"] and behind[1:2][0] in TELL_APART and behind[2:] == [b"=="]):
            return True
    return len(owners) == 1 and owners.isdisjoint(subclassed(model))


def _is_conjunction(head: Sequence[Token]) -> bool:
    """Tell whether one more condition can stand in front of a condition as it is written."""
    return not any(token.text in (b"||", b"?", b",", b"=") for token in _outer(head))


def _outer(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield the tokens that stand in no parentheses."""
    depth = 0
    for token in tokens:
        depth -= token.text == b")"
        if depth == 0:
            yield token
        depth += token.text == b"("


def _tidying(model: Extension, dealloc: str, use: Reference) -> Undone | None:
    """Return the outermost statement around a use that does nothing but take entries out of tables of the module."""
    around = model.body(dealloc).path_to(use.offset)
    pairs = zip(around, around[1:], strict=False)
    statement = next((inner for outer, inner in pairs if _only_tidies(model, dealloc, outer, inner)), None)
    if statement is None:
        return None
    uses = [one for one in _needing(model, dealloc) if one.offset in statement.span]
    items = [(one, item) for one in uses if (item := model.global_by_symbol(one.symbol)) is not None]
    asked = {item.symbol for one, item in items if is_asked_for(model.body(dealloc), one.offset, item.name.encode())}
    needed = {item.symbol for _, item in items if item.kind is GlobalKind.OBJECT} - asked
    return Undone(statement, tuple(sorted(needed)))


def _helping(model: Extension, dealloc: str, call: Reference) -> Undone | None:
    """Return the statement that is nothing but a call of what only keeps tables of the module."""
    outer, statement = model.body(dealloc).path_to(call.offset)[-2:]
    trees = expressions_of(statement) if _is_line(outer, statement) else ()
    made = trees[0].bare if len(trees) == 1 else None
    is_alone = isinstance(made, Call) and made.function.tokens[0].start == call.offset
    uses = _needed(model, call)
    if not is_alone or not all(_keeps_tables(model, each) for each in reached(model, call.symbol)):
        return None
    items = [model.global_by_symbol(use.symbol) for use in uses]
    tables = {item.symbol for item in items if item is not None and item.kind is GlobalKind.OBJECT}
    return Undone(statement, tuple(sorted(tables))) if len(tables) > 0 else None


def _keeps_tables(model: Extension, symbol: str) -> bool:
    """Tell whether all that a function changes is its own variables and tables of the module."""
    function = model.functions[symbol]
    uses = [use_of(model, one) for one in _needing(model, symbol)]
    if function.alternatives or not all(use.around and _is_tidied(model, use) for use in uses):
        return False
    own = {item.name.encode() for item in model.locals.get(symbol, ())}
    trees = [tree for item in model.body(symbol).walk() for tree in expressions_of(item)]
    nodes = [node for tree in trees for node in tree.walk()]
    changed = [node.target if isinstance(node, Assignment) else node.operand for node in _stores(trees)]
    released = [node.arguments[0] for node in nodes if isinstance(node, Call) and _name(node) in RELEASE]
    named = {name.encode() for name in model.functions_named} | KEEPS_TABLES | RELEASE
    return (
        all(isinstance(node.bare, Name) and node.bare.text in own for node in (*changed, *released))
        and all(_name(node) in named for node in nodes if isinstance(node, Call))
        and not any(isinstance(node, Opaque) for node in nodes)
    )


def _name(call: Call) -> bytes:
    return call.function.tokens[-1].text


def _is_line(outer: Statement, statement: Statement) -> bool:
    """Tell whether a statement stands alone on a line of a block, and can get an `if` around it."""
    if statement.kind is not StatementKind.SIMPLE or outer.kind is not StatementKind.BLOCK:
        return False
    following = next(token for token in outer.tokens if token.start >= statement.span.end)
    is_line = all(token.opens_line is (index == 0) for index, token in enumerate(statement.tokens))
    return is_line and following.opens_line


def _only_tidies(model: Extension, dealloc: str, outer: Statement, statement: Statement) -> bool:
    if statement.kind is StatementKind.IF:
        fits = len(statement.children) == 1 and _is_conjunction(statement.head)
    else:
        fits = _is_line(outer, statement)
    if not fits or any(item.kind not in _TIDY for item in statement.walk()):
        return False
    trees = [tree for item in statement.walk() for tree in expressions_of(item)]
    if not trees or not all(_is_calm(node) for tree in trees for node in tree.walk()):
        return False
    if statement.kind is StatementKind.SIMPLE and not isinstance(trees[0].bare, Call | Assignment | Prefix | Postfix):
        # What is declared is used further below.
        return False
    uses = [use_of(model, one) for one in _needing(model, dealloc) if one.offset in statement.span]
    return all(_is_tidied(model, one) for one in uses) and len(_stores(trees)) == sum(
        one.role in (UsedAs.CHANGED, UsedAs.WRITTEN) for one in uses
    )


def _is_calm(node: Node) -> bool:
    if isinstance(node, Opaque):
        return False
    return not isinstance(node, Call) or _name(node) in TIDIES


def _stores(trees: Sequence[Node]) -> list[Assignment | Prefix | Postfix]:
    """Return what gives a variable another value."""
    nodes = [node for tree in trees for node in tree.walk()]
    return [
        node
        for node in nodes
        if isinstance(node, Assignment) or (isinstance(node, Prefix | Postfix) and node.operator in (b"++", b"--"))
    ]


def _is_tidied(model: Extension, use: Use) -> bool:
    """Tell whether a use is that of a table that is given to such a call, or of a number that counts."""
    item = model.global_by_symbol(use.reference.symbol)
    if item is None:
        return False
    if item.kind is GlobalKind.OBJECT:
        call = use.outer[0] if use.outer else None
        is_first = isinstance(call, Call) and use.reference.offset in call.arguments[0].span
        return use.role is UsedAs.COMPARED or (use.role is UsedAs.ARGUMENT and is_first)
    is_number = item.kind is GlobalKind.DATA and "*" not in item.declaration.canonical_type
    return is_number and use.role in (UsedAs.CHANGED, UsedAs.COMPARED)
