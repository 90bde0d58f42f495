"""Lost results: `Item_new(names, "one");` as a statement of the initialisation, whose new reference nothing takes.

What is made for a dictionary there is an instance, as a rule: it leads to its type, and so to the module. So does what
a call gives that is only asked whether it failed: `mapping.register(Box)` gives the type that it is given (G664), be
that made from a spec before (G669).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, Statement, StatementKind, only_call, split, strip_parentheses, text_of, whole_call
from unstatic.capi.null import NULL
from unstatic.capi.references import GIVES_NEW
from unstatic.facts.macros.called_functions import is_of_api
from unstatic.facts.places.in_functions import is_in_block
from unstatic.facts.references.kept_types import kept_types
from unstatic.facts.references.paths.summaries import summaries_of
from unstatic.model.extension import Extension, File
from unstatic.model.fact import fact


@dataclass(frozen=True, slots=True)
class LostResult:
    """A call that is a whole statement of what only the initialisation calls, or all that an `if` there asks for."""

    path: Path
    function: str
    call: Call
    test: Statement | None = None
    """The `if` in which nothing but that asks whether it gives NULL; None if the call is a statement."""


@fact
def lost_results(model: Extension) -> tuple[LostResult, ...]:
    """Return the calls whose results are new references, in the order of functions and places."""
    found = []
    for function in model.init_only_functions:
        definition = model.functions[function].definition
        file = model.files[definition.path]
        body = model.body(function)
        for call, test in () if model.functions[function].alternatives else _unkept(body):
            if not file.is_inactive(call.name.start) and _matters(model, file, call):
                found.append(LostResult(definition.path, function, call, test))
    return tuple(found)


def _unkept(body: Statement) -> Iterator[tuple[Call, Statement | None]]:
    """Yield the calls whose results no variable keeps, each with the `if` that asks whether it is NULL."""
    for statement in body.walk():
        if (call := only_call(statement)) is not None:
            yield call, None
        elif (call := _tested(statement)) is not None and is_in_block(body, statement):
            yield call, statement


def _tested(statement: Statement) -> Call | None:
    is_plain = statement.kind is StatementKind.IF and len(statement.children) == 1
    return _asked(statement.head) if is_plain else None


def _asked(head: Sequence[Token]) -> Call | None:
    """Return the call of `call == NULL`, `NULL == call` or `!call`."""
    tokens = strip_parentheses(head)
    sides = [tokens[1:]] if tokens and tokens[0].text == b"!" else split(tokens, b"==")
    asked = [strip_parentheses(side) for side in sides if text_of(strip_parentheses(side)) not in NULL]
    if len(asked) != 1 or (len(sides) == 1 and tokens[0].text != b"!"):
        return None
    return whole_call(asked[0])


def _matters(model: Extension, file: File, call: Call) -> bool:
    """Tell whether a call gives a new reference that may lead to the module: its own function, or given its types."""
    if call.name.text.decode("latin-1") in model.functions_named:
        return call.name.start not in file.expansions and summaries_of(model).is_new(file.tokens_in(call.span))
    types = {item.symbol for item in model.types}
    if not is_of_api(model, call.name.text) or call.name.text not in GIVES_NEW:
        return False
    given = [token for argument in call.arguments for token in argument]
    named = (file.written.get(token.start) for token in given)
    is_static = any(item is not None and item.symbol in types for item in named)
    return is_static or any(token.text in kept_types(model) for token in given)
