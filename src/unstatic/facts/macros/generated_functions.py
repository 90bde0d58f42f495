"""Functions that a macro writes, and where in its body they can be changed (migration rules 2, G130)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from unstatic.c.syntax import closing
from unstatic.model.expansion import MacroKey, Made, Place, Unfollowed
from unstatic.model.extension import Declaration, Extension
from unstatic.model.fact import common_fact

_Key = TypeVar("_Key")


@dataclass(frozen=True, slots=True)
class Generated:
    """A function that comes out of a macro; its parts are tokens of one macro's body."""

    symbol: str
    opening: Made
    """The parenthesis that opens the parameters."""
    first: Made
    """The first token behind it."""
    is_void: bool
    """Whether that is all there is: `(void)`."""
    brace: Made
    body: tuple[Made, ...]
    """The body, braces included."""

    @property
    def place(self) -> Place:
        """The body's opening brace: functions that share it are written by the same text."""
        assert self.brace.macro is not None
        return Place(self.brace.macro, self.brace.span)


def generated(model: Extension, symbol: str) -> Generated | str:
    """Return where the function *symbol* stands in a macro's body, or why that can't be told."""
    function = model.functions[symbol]
    definition = function.definition
    assert definition.body is not None
    # What a macro's body makes has the place of the macro's name.
    use = model.files[definition.path].expansions.get(definition.body.start)
    if use is None:
        return "comes out of a macro"
    try:
        tokens = model.expander.expand(use).tokens
    except Unfollowed as error:
        return f"comes out of the macro {use.name}: {error}"
    found = [
        item
        for index, token in enumerate(tokens)
        if token.text == function.name.encode() and (item := _at(symbol, tokens, index)) is not None
    ]
    if len(found) != 1 or not _is_in_one_body(found[0]):
        return f"comes out of the macro {use.name}, whose body doesn't hold all of it"
    return found[0]


def _at(symbol: str, tokens: Sequence[Made], index: int) -> Generated | None:
    """Read `name(...) {...}` at *index*."""
    if index + 2 >= len(tokens) or tokens[index + 1].text != b"(":
        return None
    end = _closing(tokens, index + 1)
    if end + 1 >= len(tokens) or tokens[end + 1].text != b"{":
        return None
    last = _closing(tokens, end + 1)
    if last >= len(tokens):
        return None
    is_void = end == index + 3 and tokens[index + 2].text == b"void"
    body = tuple(tokens[end + 1 : last + 1])
    return Generated(symbol, tokens[index + 1], tokens[index + 2], is_void, tokens[end + 1], body)


def _closing(tokens: Sequence[Made], index: int) -> int:
    return closing(tokens, index)  # type: ignore[arg-type]


def _is_in_one_body(item: Generated) -> bool:
    parts = (item.opening, item.brace)
    return item.brace.macro is not None and all(
        part.macro == item.brace.macro and not part.passed and not part.is_pasted for part in parts
    )


def is_made(model: Extension, symbol: str) -> bool:
    """Tell whether a macro writes the body of a function."""
    definition = model.functions[symbol].definition
    assert definition.body is not None
    return not model.files[definition.path].source.data.startswith(b"{", definition.body.start)


def has_made_header(model: Extension, declaration: Declaration) -> bool:
    """Tell whether a macro may write a function's parameters: its name comes from one, or goes to one."""
    return declaration.from_macro or model.files[declaration.path].is_in_use(declaration.name_span.start)


@common_fact
def generated_functions(model: Extension) -> dict[str, Generated | str]:
    """Return all functions that come out of macros, by symbol; a text says why one can't be changed."""
    return {symbol: generated(model, symbol) for symbol in model.functions if is_made(model, symbol)}


def siblings(model: Extension, item: Generated) -> tuple[Generated, ...]:
    """Return the functions that the same text of a macro writes, *item* included."""
    return _by_place(model)[item.place]


@common_fact
def _by_place(model: Extension) -> Mapping[Place, tuple[Generated, ...]]:
    return _grouped(model, lambda item: item.place)


def written_by(model: Extension, macro: MacroKey) -> tuple[Generated, ...]:
    """Return all functions that a macro's body writes."""
    return _by_macro(model).get(macro, ())


@common_fact
def _by_macro(model: Extension) -> Mapping[MacroKey, tuple[Generated, ...]]:
    return _grouped(model, lambda item: item.place.macro)


def _grouped(model: Extension, key: Callable[[Generated], _Key]) -> Mapping[_Key, tuple[Generated, ...]]:
    listed: dict[_Key, list[Generated]] = {}
    for item in generated_functions(model).values():
        if isinstance(item, Generated):
            listed.setdefault(key(item), []).append(item)
    return {one: tuple(items) for one, items in listed.items()}


def parameter_names(model: Extension, symbol: str) -> tuple[str, ...]:
    """Return the names of a function's parameters."""
    listed = [model.by_symbol.get(item, ()) for item in model.functions[symbol].definition.parameters]
    return tuple(found[0].name if found else "" for found in listed)
