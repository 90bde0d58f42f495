"""A module that hands out pointers to what it has in capsules: it isn't freed, as before (G575).

Who imports a C API keeps the bare pointer for good. A table in a static variable lasted as long, and so did its types.
"""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.syntax import Statement, StatementKind
from unstatic.facts.module.exec_conversion import init_flow
from unstatic.facts.references.api_tables import lent_by_capsules
from unstatic.model.extension import Extension
from unstatic.model.initialiser_values import is_null
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
    """Return the statement that the reference is taken before: the return of a module that is filled, if there is one.

    No failure may lead to it.
    """
    path = body.path_to(use.reference.offset)
    handing, last = path[1], body.children[-1]
    behind = body.children[body.children.index(handing) + 1 :]
    is_sure = not any(item.kind is StatementKind.LABEL for one in behind for item in one.walk())
    returned = [token.text for token in last.head]
    flow = init_flow(model)
    is_module = returned == [flow.module_name] and not flow.clears and not flow.releases
    is_success = last.kind is StatementKind.RETURN and (is_module or is_null(last.head))
    inside = [child for child in handing.children if use.reference.offset in child.span]
    if is_sure and is_success and not inside:
        return last
    blocks = [index for index, item in enumerate(path[:-1]) if item.kind is StatementKind.BLOCK]
    return path[blocks[-1] + 1]
