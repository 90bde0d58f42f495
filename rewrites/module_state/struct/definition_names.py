"""The name of a module definition that isn't static any more, as several sources need it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from unstatic.facts.macros.mentions import mentions
from unstatic.facts.places.namespaces import namespaces_at
from unstatic.model.extension import Declaration, Extension, Linkage
from unstatic.plan.decisions import Plan
from unstatic.text.edits import Edit
from unstatic.text.source import Spans

from .fields import Layout

_GENERAL = re.compile(r"_*(the_?)?(py_?)?(mod(ule)?)?_?(def(inition)?)?_*", re.IGNORECASE)
"""Names that any module's definition could have: two of them in one program don't link."""


def with_own_name(model: Extension, plan: Plan, layout: Layout, edits: Sequence[Edit]) -> list[Edit]:
    """Return the edits by which the definition also gets a name of its own, if it stops being static and has none."""
    definition = model.module_def()
    declared = definition.declaration if definition is not None else None
    if declared is None or not (plan.header and layout.uses_by_def) or not _may_be_named(model, declared):
        return list(edits)
    old = declared.name.encode()
    new = plan.names.prefix.encode() + b"_" + declared.name.lstrip("_").encode()
    if new in model.identifiers:
        return list(edits)
    word = re.compile(rb"\b" + re.escape(old) + rb"\b")
    taken = Spans(edit.span for edit in edits if edit.path == declared.path and edit.span.start < edit.span.end)
    places = [token.span for token in model.files[declared.path].lexed.tokens if token.text == old]
    named = [Edit(declared.path, span, new) for span in places if span.start not in taken]
    return [*(replace(edit, new=word.sub(new, edit.new)) for edit in edits), *named]


def _may_be_named(model: Extension, declared: Declaration) -> bool:
    """Tell whether the name says nothing, and is used for nothing else, in no file but the definition's own."""
    name = declared.name.encode()
    is_general = declared.function is None and _GENERAL.fullmatch(declared.name) is not None
    if not is_general or declared.linkage is not Linkage.INTERNAL or declared.from_macro:
        return False
    others = [item for item in model.declarations if item.name == declared.name and item.symbol != declared.symbol]
    source = model.files[declared.path].source
    if namespaces_at(model.files[declared.path], declared.span.start):
        # A function gives it to the other sources.
        return False
    # A directive is mentioned as a whole.
    plain = all(path == declared.path and source.text(span) == name for path, span in mentions(model, name))
    return plain and not others
