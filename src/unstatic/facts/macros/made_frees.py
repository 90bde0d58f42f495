"""Deallocators that a macro writes, for several types mostly: where its body frees the object (G130)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from unstatic.c.lexer import TokenKind
from unstatic.capi.memory import OTHER_END, UNTRACK
from unstatic.facts.macros.generated_functions import Generated, generated_functions, parameter_names, siblings
from unstatic.model.expansion import Made
from unstatic.model.extension import Extension, StaticType
from unstatic.model.fact import fact
from unstatic.text.source import Span

_ENDS = frozenset((b";", b"{", b"}"))
_LEAVING = frozenset((b"return", b"goto"))


@dataclass(frozen=True, slots=True)
class MadeFree:
    """The last statement of such a body, `Py_TYPE(self)->tp_free(self);`, as it stands in the macro."""

    item: Generated
    expression: Span
    """What reads the type of the object: `Py_TYPE(self)`."""
    end: int
    """Where the statement ends."""
    instance: bytes
    """What the object is called there."""
    untracks: bool
    """Whether the body takes the object from the collector."""
    opens_with_declaration: bool
    """Whether the first statement declares a variable."""
    used: frozenset[bytes]
    """The names in all the bodies that the same text writes."""


@fact
def made_free(model: Extension, symbol: str) -> MadeFree | str:
    """Return where the macro that writes the deallocator *symbol* frees the object, or why that can't be changed."""
    item = generated_functions(model)[symbol]
    if isinstance(item, str):
        return f"it {item}"
    alike = siblings(model, item)
    if not all(_only_deallocates(model, one.symbol) for one in alike):
        return "the macro writes other functions by the same text, or they are called"
    if not _has_one_definition(model, item):
        return "the macro is defined in more than one way"
    body, name = item.body, (*parameter_names(model, symbol), "")[0].encode()
    last = _last_statement(body)
    free = _is_written_there(item, body[last - 1 :]) and _reads_type(body[last:-1], name)
    if not free:
        return "it doesn't end with Py_TYPE(self)->tp_free(self)"
    words = [token.text for one in alike for token in one.body]
    if (OTHER_END | _LEAVING).intersection(words) or words.count(b"tp_free") != len(alike):
        return "it frees the object on one way of several"
    untracks = not UNTRACK.isdisjoint(words)
    owners = [static for one in alike for static in model.types_with("tp_dealloc", one.symbol)]
    if not untracks and len({static.is_gc for static in owners}) > 1:
        return "the collector knows instances of only some of the types"
    return MadeFree(
        item,
        Span(body[last].span.start, body[last + 3].span.end),
        body[-2].span.end,
        name,
        untracks,
        _declares(model, item, name),
        frozenset(token.text for one in alike for token in one.body if token.kind is TokenKind.IDENT),
    )


def deallocated_alike(model: Extension, static: StaticType) -> tuple[StaticType, ...]:
    """Return the types whose deallocators the same text of a macro writes as that of *static*, it included."""
    item = generated_functions(model).get(static.function("tp_dealloc") or "")
    if not isinstance(item, Generated):
        return (static,)
    return tuple(one for each in siblings(model, item) for one in model.types_with("tp_dealloc", each.symbol))


def _only_deallocates(model: Extension, symbol: str) -> bool:
    """Tell whether a function is the tp_dealloc of static types, and nothing else."""
    owners = {static.symbol for static in model.types_with("tp_dealloc", symbol)}
    return bool(owners) and all(use.initialises in owners for use in model.uses.get(symbol, ()))


def _has_one_definition(model: Extension, item: Generated) -> bool:
    """Tell whether the macro that writes a function means the same everywhere."""
    for macro in model.macros.values():
        if any((one.definition.path, one.definition.span.start) == item.place.macro for one in macro.all):
            return len(macro.all) == 1
    return False


def _last_statement(body: Sequence[Made]) -> int:
    """Return the number of the token that the last statement of a body begins with."""
    return next(at + 1 for at in reversed(range(len(body) - 2)) if body[at].text in _ENDS)


def _is_written_there(item: Generated, tokens: Sequence[Made]) -> bool:
    """Tell whether the text of the macro that writes the function spells *tokens*, and nothing that it is given."""
    return all(one.macro == item.place.macro and not one.passed and not one.is_pasted for one in tokens)


def _reads_type(tokens: Sequence[Made], name: bytes) -> bool:
    """Tell whether a statement is `Py_TYPE(self)->tp_free(self);`, whatever the cast."""
    words = [token.text for token in tokens]
    given = words[7:-2]
    is_object = given[-1:] == [name] and (len(given) == 1 or (given[0] == b"(" and given.index(b")") == len(given) - 2))
    return (
        words[:7] == [b"Py_TYPE", b"(", name, b")", b"->", b"tp_free", b"("]
        and words[-2:] == [b")", b";"]
        and is_object
    )


def _declares(model: Extension, item: Generated, parameter: bytes) -> bool:
    """Tell whether the first statement of a body declares a variable."""
    names = {one.name.encode() for one in model.locals.get(item.symbol, ())} - {parameter}
    end = next((at for at, token in enumerate(item.body) if token.text == b";"), 0)
    pairs = zip(item.body[1:end], item.body[2:end], strict=False)
    return any(
        token.text in names and (before.kind is TokenKind.IDENT or before.text == b"*") for before, token in pairs
    )
