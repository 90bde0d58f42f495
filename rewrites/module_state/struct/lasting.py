"""A module that hands out pointers to what it has in capsules: it isn't freed, as before (G575).

Who imports a C API keeps the bare pointer for good. A table in a static variable lasted as long, and so did its types.
"""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.syntax import Statement, StatementKind
from unstatic.facts.module.exec_conversion import Returned, init_flow
from unstatic.facts.module.helpers import exec_functions
from unstatic.facts.references.api_tables import lent_by_capsules
from unstatic.model.extension import Extension
from unstatic.model.uses import Use
from unstatic.rewriting.parameters import ModuleArguments
from unstatic.rewriting.style import style_of
from unstatic.rewriting.template import c_lines
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from .fields import Layout

_LASTING = b"""
    /* Who has imported the C API keeps its pointer for good. */
    Py_INCREF($module);
"""


def lending_functions(model: Extension, layout: Layout) -> Iterator[str]:
    """Yield the function that hands out what moves into the state: it needs the module."""
    yield from (use.reference.function or "" for use in _lent(model, layout))


def lasting_edits(model: Extension, layout: Layout, modules: ModuleArguments) -> Iterator[Edit]:
    """Yield the reference that a module gets to itself once it is filled, or right where it hands something out."""
    for use in _lent(model, layout):
        function, path = use.reference.function or "", use.reference.path
        file = model.files[path]
        before = _following(model, model.body_at(function, path, use.reference.offset), use)
        at = file.source.line_start(before.span.start)
        indent = file.source.indent_at(before.span.start)
        lines = c_lines(style_of(model, file), _LASTING, module=modules.name(function))
        yield Edit(path, Span(at, at), b"".join(indent + line + file.source.newline for line in lines))


def _lent(model: Extension, layout: Layout) -> list[Use]:
    """Return the first place where the module hands out what moves."""
    uses = [use for field in layout.fields for use in lent_by_capsules(model, field.item)]
    return sorted(uses, key=lambda use: use.reference.offset)[:1]


def _following(model: Extension, body: Statement, use: Use) -> Statement:
    """Return the statement that the reference is taken before: the one return of a module that is filled, if there is.

    No failure may lead to it. Otherwise it is the one that hands the pointer out.
    """
    path = body.path_to(use.reference.offset)
    inner = max(index for index, item in enumerate(path[:-1]) if item.kind is StatementKind.BLOCK)
    handing = path[inner + 1]
    behind = [item for item in path[inner].walk() if item.span.start > use.reference.offset]
    reached = [item for item in behind if _is_success(model, use.reference.function or "", item)]
    if len(reached) != 1 or len(path) > inner + 2:
        return handing
    [success] = reached
    is_sure = not any(item.kind is StatementKind.LABEL for item in behind if item.span.start < success.span.start)
    is_alone = body.path_to(success.span.start)[-2].kind is not StatementKind.BLOCK
    return success if is_sure and not is_alone else handing


def _is_success(model: Extension, function: str, statement: Statement) -> bool:
    """Tell whether a statement returns the filled module, or what says that it is filled.

    What the value of another function says, only those who call it know.
    """
    if function in exec_functions(model):
        return statement.kind is StatementKind.RETURN and [token.text for token in statement.head] == [b"0"]
    flow = init_flow(model)
    filled = [site.span for site in flow.returns if site.returned is Returned.MODULE]
    return function == flow.function and statement.span in filled
