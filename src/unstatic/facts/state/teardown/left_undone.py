"""What a deallocator leaves undone where its module is gone already: entries of a table, a place in a free list (G454).

The garbage collector clears what is garbage in any order: a type lets go of its module, `m_clear` of the objects in the
state. An instance that it sees, or one of a subclass, may be freed after either. It owns its type all the same, and
that owns its bases: neither is taken away, so it can be told whether one of them still has the module. If so, the state
is whole memory with what `m_clear` left of it; and it stays so until the type is released, as the collector doesn't run
inside itself, and clears no type that something owns which it can't see. If not, the state may be freed.

What only tidies up in the state is needed no more then. Whatever else a deallocator does with it would be missing.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.c.nodes import Assignment, Call, Name, Node, Opaque, Postfix, Prefix, stores
from unstatic.c.readings import expressions_of
from unstatic.c.syntax import Statement, StatementKind, calls, only_call
from unstatic.capi.references import KEEPS_TABLES, RELEASE, TIDIES
from unstatic.capi.slots import TELL_APART
from unstatic.facts.macros.generated_functions import generated_functions
from unstatic.facts.module.call_contexts import reached
from unstatic.facts.module.module_lookups import lookups
from unstatic.facts.references.aggregates.free_lists import is_collected, list_of, written_types
from unstatic.facts.references.aggregates.live_instances import points_to_live
from unstatic.facts.state.object_tests import is_asked_for
from unstatic.facts.state.teardown.exact_type_tests import exact_type_tests
from unstatic.facts.state.teardown.finalisation import is_called_to_free, reaches_after_free
from unstatic.facts.trust.limited_api import limited_api
from unstatic.facts.types.bases import subclassed
from unstatic.facts.types.direct_slot_calls import slot_calls
from unstatic.facts.types.self_type_checks import self_checks
from unstatic.model.extension import Extension, Function, GlobalKind, Reference
from unstatic.model.fact import fact
from unstatic.model.uses import Use, UsedAs, use_of

_WORKS = frozenset((b"=", b"++", b"--", b"+=", b"-="))
_TIDY = (StatementKind.BLOCK, StatementKind.IF, StatementKind.SIMPLE)


@dataclass(frozen=True, slots=True)
class Undone:
    """A statement that is left out once the module is gone: an `if`, which has one condition more, or a single call."""

    statement: Statement
    objects: tuple[str, ...]
    """The variables of which it needs the objects, so that it is left out as well where m_clear was."""


@fact
def left_undone(model: Extension, dealloc: str) -> tuple[Undone, ...]:
    """Return the statements of a deallocator that need the module; none if it needs that for more, or otherwise.

    Or of a finaliser that the deallocator calls as well: where the module is gone, the collector called it before.
    """
    function = model.functions[dealloc]
    is_finaliser = any(role.slot == "tp_finalize" for role in function.roles)
    if not _is_plain(model, function) or (not is_finaliser and reaches_after_free(model, dealloc)):
        return ()
    uses = list(needing(model, dealloc))
    uses += [use for use in model.uses_in.get(dealloc, ()) if use.symbol in model.functions and _needed(model, use)]
    if any(use.via_macro is not None for use in uses):
        return ()
    found: dict[int, Undone] = {}
    for use in uses:
        if is_finaliser:
            undone = _finalised(model, dealloc, use)
        else:
            undone = _kept_for_later(model, function, use) or _tidying(model, dealloc, use)
        if undone is None or model.files[use.path].directives_in(undone.statement.span):
            return ()
        found[undone.statement.span.start] = undone
    return tuple(found.values())


def _is_plain(model: Extension, function: Function) -> bool:
    """Tell whether a function is a deallocator, or its finaliser, and nothing else, of C that can be read."""
    is_one = bool(function.roles) and all(role.slot == "tp_dealloc" for role in function.roles)
    if [role.slot for role in function.roles] == ["tp_finalize"]:
        is_one = is_called_to_free(model, function)
    is_read = not function.alternatives and function.symbol not in model.twins and not function.escapes
    looks = any(item.function == function.symbol for item in lookups(model).needing_state())
    is_own = function.symbol not in generated_functions(model)
    return is_one and is_read and is_own and not looks and model.language == "c" and limited_api(model) is None


def needing(model: Extension, symbol: str) -> Iterator[Reference]:
    """Yield the uses of variables and types in a function, but for those that go or become calls by name."""
    uses = model.uses_in.get(symbol, ())
    return (use for use in uses if _is_static(model, use.symbol) and not _is_settled(model, use))


def _is_static(model: Extension, symbol: str) -> bool:
    return model.global_by_symbol(symbol) is not None or model.type_by_symbol(symbol) is not None


def _needed(model: Extension, call: Reference) -> list[Reference]:
    """Return the uses of variables and types in what a call leads to."""
    functions = (each for each in reached(model, call.symbol) if each != call.function)
    return [use for each in functions for use in needing(model, each)]


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


def _finalised(model: Extension, finaliser: str, use: Reference) -> Undone | None:
    """Return the statement of a finaliser in which a use stands, if that can be left out as a whole.

    `m_clear` releases objects in the order in which they are declared, so that the last are there while the first is.
    """
    body, *inner = model.body_at(finaliser, use.path, use.offset).path_to(use.offset)
    statement = inner[0] if inner else body
    is_test = statement.kind is StatementKind.IF and len(statement.children) == 1 and _is_conjunction(statement.head)
    if not is_test and (only_call(statement) is None or not _is_line(body, statement)):
        return None
    needed = {use.symbol, *(one.symbol for one in _needed(model, use))}
    objects = (item.symbol for item in model.globals if item.kind is GlobalKind.OBJECT)
    types = (item.symbol for item in model.types)
    first = (next((one for one in each if one in needed), None) for each in (types, objects))
    return Undone(statement, tuple(one for one in first if one is not None))


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
    """Return the outermost statement around a use that does nothing but keep tables of the module."""
    around = model.body_at(dealloc, use.path, use.offset).path_to(use.offset)
    pairs = zip(around, around[1:], strict=False)
    statement = next((inner for outer, inner in pairs if _only_tidies(model, dealloc, outer, inner)), None)
    if statement is None:
        return None
    inside = [one for one in model.uses_in[dealloc] if one.offset in statement.span]
    helped = [each for one in inside if one.symbol in model.functions for each in _needed(model, one)]
    objects = {
        item.symbol: item.name.encode()
        for item in model.globals
        if item.kind is GlobalKind.OBJECT and not points_to_live(model, item.symbol)
    }
    asking = (one for one in inside if one.symbol in objects)
    asked = {one.symbol for one in asking if is_asked_for(around[0], one.offset, objects[one.symbol])}
    needed = {one.symbol for one in (*inside, *helped)} & objects.keys()
    return Undone(statement, tuple(sorted(needed - asked)))


def _only_tidies(model: Extension, dealloc: str, outer: Statement, statement: Statement) -> bool:
    if statement.kind is StatementKind.IF:
        fits = len(statement.children) == 1 and _is_conjunction(statement.head)
    else:
        fits = _is_line(outer, statement)
    if not fits or any(item.kind not in _TIDY for item in statement.walk()):
        return False
    trees = [tree for item in statement.walk() for tree in expressions_of(item)]
    if not trees or not all(_is_calm(model, node, TIDIES) for tree in trees for node in tree.walk()):
        return False
    if statement.kind is StatementKind.SIMPLE and not isinstance(trees[0].bare, Call | Assignment | Prefix | Postfix):
        # What is declared is used further below.
        return False
    uses = [use_of(model, one) for one in needing(model, dealloc) if one.offset in statement.span]
    changed = [one for one in uses if one.role in (UsedAs.CHANGED, UsedAs.WRITTEN)]
    return all(_is_tidied(model, one) for one in uses) and len(
        stores(node for tree in trees for node in tree.walk())
    ) == len(changed)


def _is_line(outer: Statement, statement: Statement) -> bool:
    """Tell whether a statement stands alone on a line of a block, and can get an `if` around it."""
    if statement.kind is not StatementKind.SIMPLE or outer.kind is not StatementKind.BLOCK:
        return False
    following = next(token for token in outer.tokens if token.start >= statement.span.end)
    is_line = all(token.opens_line is (index == 0) for index, token in enumerate(statement.tokens))
    return is_line and following.opens_line


def _is_calm(model: Extension, node: Node, known: Container[bytes]) -> bool:
    """Tell whether a node does nothing by itself, or calls what is *known*, or keeps tables of the module."""
    if isinstance(node, Name):
        macro = model.macros.get(node.text.decode("latin-1"))
        bodies = [each.body for each in macro.all] if macro is not None else []
        return not any(_WORKS.intersection(token.text for token in body) or any(calls(body)) for body in bodies)
    if not isinstance(node, Call):
        return not isinstance(node, Opaque)
    name = node.function.bare.tokens[-1].text if isinstance(node.function.bare, Name) else b""
    helpers = model.functions_named.get(name.decode("latin-1"), ())
    return name in known or (bool(helpers) and all(_keeps_tables(model, each) for each in helpers))


@fact
def _keeps_tables(model: Extension, symbol: str) -> bool:
    """Tell whether all that a function changes is its own variables and tables of the module."""
    function = model.functions[symbol]
    uses = [use_of(model, one) for one in needing(model, symbol)]
    calls_itself = any(use.symbol == symbol for each in reached(model, symbol) for use in model.uses_in.get(each, ()))
    if function.alternatives or calls_itself or not all(use.around and _is_tidied(model, use) for use in uses):
        return False
    own = {item.name.encode() for item in model.locals.get(symbol, ())}
    trees = [tree for item in model.body(symbol).walk() for tree in expressions_of(item)]
    nodes = [node for tree in trees for node in tree.walk()]
    changed = [node.target if isinstance(node, Assignment) else node.operand for node in stores(nodes)]
    released = [
        node.arguments[0] for node in nodes if isinstance(node, Call) and node.function.tokens[-1].text in RELEASE
    ]
    is_own = all(isinstance(node.bare, Name) and node.bare.text in own for node in (*changed, *released))
    return is_own and all(_is_calm(model, node, KEEPS_TABLES | RELEASE) for node in nodes)


def _is_tidied(model: Extension, use: Use) -> bool:
    """Tell whether a use is that of a table that is given to such a call, or of a number that counts."""
    item = model.global_by_symbol(use.reference.symbol)
    if item is None:
        return False
    if points_to_live(model, item.symbol):
        return use.role in (UsedAs.COMPARED, UsedAs.WRITTEN)
    if item.kind is GlobalKind.OBJECT:
        call = use.outer[0] if use.outer else None
        is_first = isinstance(call, Call) and use.reference.offset in call.arguments[0].span
        return use.role is UsedAs.COMPARED or (use.role is UsedAs.ARGUMENT and is_first)
    is_number = item.kind is GlobalKind.DATA and "*" not in item.declaration.canonical_type
    return is_number and use.role in (UsedAs.CHANGED, UsedAs.COMPARED)
