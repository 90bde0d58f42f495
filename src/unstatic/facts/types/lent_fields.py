"""Fields of instances that hold, for a while, an object that they have no reference to (G652).

`PyArg_ParseTuple(args, "OO", &self->name, &self->text)` fills the first, and fails for want of the second. The instance
is left behind with an object that it doesn't own, and nothing looks at it again. The collector would, once the type
joins it: it counts a reference that isn't there, and follows the pointer when the object is gone.
"""

from __future__ import annotations

from collections.abc import Sequence

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, Statement, StatementKind, calls, strip_casts, text_of
from unstatic.capi.arguments import PARSERS
from unstatic.capi.formats import fills_all_or_none
from unstatic.capi.references import FILLS_BORROWED, INCREASE
from unstatic.facts.macros.called_functions import literal
from unstatic.facts.types.deallocation.stale_fields import is_quiet, sets
from unstatic.model.extension import Extension, Reference
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_null
from unstatic.text.source import Span


@fact
def is_lent(model: Extension, field: str) -> bool:
    """Tell whether the owned field *field* may hold an object without a reference while other code runs."""
    uses = [use for use in model.uses.get(field, ()) if use.function in model.functions]
    return any(_is_filled(model, use) or _is_set_ahead(model, use) for use in uses)


def _is_filled(model: Extension, use: Reference) -> bool:
    """Tell whether a call gets the address of the field, and leaves a borrowed reference there."""
    found = model.calls_around(use.function or "", use.offset)
    if not found or found[-1].name.text not in FILLS_BORROWED:
        return False
    given = [strip_casts(argument) for argument in found[-1].arguments]
    is_filled = any(one and one[0].text == b"&" and one[-1].start == use.offset for one in given)
    return is_filled and not _is_counted_at_once(model, use, found[-1])


def _is_counted_at_once(model: Extension, use: Reference, call: Call) -> bool:
    """Tell whether the field stays as it was if the call fails, and the reference is taken right behind it if not."""
    at = PARSERS.get(call.name.text)
    text = literal(model, strip_casts(call.arguments[at])) if at is not None else None
    path = model.body_at(use.function or "", use.path, use.offset).path_to(use.offset)
    if text is None or not fills_all_or_none(text) or len(path) < 2 or path[-2].kind is not StatementKind.BLOCK:
        return False
    field = next(
        strip_casts(one)[1:] for one in call.arguments if one and use.offset in Span(one[0].start, one[-1].end)
    )
    behind = [child for child in path[-2].children if child.span.start > path[-1].span.start]
    taking = next((index for index, child in enumerate(behind) if _takes(child, (field,))), -1)
    return taking >= 0 and all(map(is_quiet, behind[:taking]))


def _is_set_ahead(model: Extension, use: Reference) -> bool:
    """Tell whether the field is set to an object whose reference is only taken when other code has run, or failed."""
    for file, body in model.bodies(use.function or ""):
        path = body.path_to(use.offset) if file.source.path == use.path else ()
        if len(path) < 2 or path[-1].kind is not StatementKind.SIMPLE or path[-2].kind is not StatementKind.BLOCK:
            continue
        at = next((index for index, token in enumerate(path[-1].tokens) if token.text == b"="), 0)
        if at and path[-1].tokens[at - 1].start == use.offset and _is_late(path[-2], path[-1], at):
            return True
    return False


def _is_late(block: Statement, setting: Statement, at: int) -> bool:
    """Tell whether the block takes the reference behind the statement that sets the field, and something in between."""
    target, value = setting.tokens[:at], strip_casts(setting.tokens[at + 1 : -1])
    behind = [child for child in block.children if child.span.start > setting.span.start]
    taking = next((index for index, child in enumerate(behind) if _takes(child, (target, value))), 0)
    between = behind[:taking]
    is_set_again = is_null(value) or any(sets(child, text_of(target)) for child in between)
    return not is_set_again and not all(map(is_quiet, between))


def _takes(statement: Statement, held: Sequence[Sequence[Token]]) -> bool:
    texts = {text_of(item) for item in held}
    found = (call for call in calls(statement.tokens) if call.name.text in INCREASE and call.arguments)
    return statement.kind is StatementKind.SIMPLE and any(
        text_of(strip_casts(one.arguments[0])) in texts for one in found
    )
