"""Init functions that have nothing for an exec slot to do: PyInit_x then only returns the definition (PEP 489)."""

from __future__ import annotations

from collections import Counter

from unstatic.c.lexer import Conditional, lex_fragment
from unstatic.c.syntax import Statement, StatementKind, calls
from unstatic.facts.module.exec_conversion import InitFlow
from unstatic.facts.module.exec_conversion.gil_declarations import SET_GIL
from unstatic.facts.module.exec_conversion.returning_macros import Returned
from unstatic.facts.places.in_functions import comments_above
from unstatic.model.extension import Extension, File
from unstatic.text.source import Span


def only_creates(model: Extension, flow: InitFlow) -> Span | None:
    """Return the statements of PyInit_x if they only make the module, check it, and tell that it needs no GIL.

    A function that it calls for that, and nothing else does, is as good.
    """
    assert model.init is not None
    function = model.functions[flow.function].definition
    if flow.create is None or function.body is None:
        return None
    if model.init.entry != flow.function and not _is_only_called_by(model, flow.function, model.init.entry):
        return None
    statements = model.body(flow.function).children
    whole = Span(statements[0].span.start, statements[-1].span.end)
    if len(statements) == 1:
        return whole if flow.create.kind is StatementKind.RETURN else None
    file = model.files[function.path]
    of_creation = Span(comments_above(file, file.source.line_start(flow.create.span.start)), flow.create.span.start)
    others = [item for item in file.lexed.comments if function.body.covers(item) and not of_creation.covers(item)]
    if flow.renamed or flow.operand is not None or others:
        return None
    if not all(whole.covers(item.span) and _tells_gil(file, item) for item in file.conditionals_in(function.body)):
        return None
    known = {item.span for item in (flow.create, *flow.checks, *flow.set_gil)}
    # What returns one of two asks something before.
    sites = Counter(item.span for item in flow.returns)
    known |= {item.span for item in flow.returns if item.returned is not Returned.HANDED and sites[item.span] == 1}
    definition = model.module_def()
    if definition is not None and definition.declaration.function == flow.function:
        # It leaves the function in any case.
        known |= {item.span for item in statements if item.span.covers(definition.declaration.span)}
    return whole if all(_is_known(flow, item, known) for item in statements) else None


def _is_only_called_by(model: Extension, symbol: str, entry: str) -> bool:
    """Tell whether a static function that has one text is only called by *entry*."""
    function = model.functions[symbol]
    is_plain = function.definition.storage == "static" and not function.alternatives and not function.prototypes
    uses = [use for use in model.uses.get(symbol, ()) if use.offset != function.definition.name_span.start]
    return is_plain and all(use.is_call and use.function == entry and use.via_macro is None for use in uses)


def _is_known(flow: InitFlow, statement: Statement, known: set[Span]) -> bool:
    """Tell whether the statement is one of *known*, or only declares the variable of the module."""
    if statement.span in known:
        return True
    words = [token.text for token in statement.head]
    return flow.declaration is not None and words == [b"PyObject", b"*", flow.module_name]


def _tells_gil(file: File, conditional: Conditional) -> bool:
    """Tell whether an `#if` holds nothing but a call of PyUnstable_Module_SetGIL."""
    tokens = lex_fragment(file.source.data, conditional.branches[0].body)
    call = next(iter(calls(tokens)), None)
    if len(conditional.branches) != 1 or call is None or call.name.text != SET_GIL:
        return False
    return tokens[0].start == call.name.start and [token.start for token in tokens[-2:-1]] == [call.close.start]
