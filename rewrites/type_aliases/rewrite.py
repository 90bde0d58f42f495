"""`PyTypeObject *Box_Type = &Box_TypeObject;`: one name is enough, and the pointer's is the one that others use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from unstatic.facts.places.at_file_level import statement_end
from unstatic.facts.places.spellings import Spelling
from unstatic.model.extension import Declaration, Extension, Linkage
from unstatic.model.subjects import type_subject
from unstatic.plan.decisions import Decision, Plan
from unstatic.rewriting.hoisting import removal
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import whole_lines
from unstatic.rewriting.template import filled
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

from .aliases import TypeAlias, type_aliases
from .base_fields import base_fields
from .macro_arguments import TypeArgument, type_arguments
from .parenthesised import parentheses


class TypeAliases(Preparation):
    """Give static types the name of the pointer that always leads to them."""

    name = "type-aliases"
    title = "Name static types directly instead of through pointers"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each type with such a pointer."""
        for alias in type_aliases(model):
            name = alias.pointer.name
            become = "becomes the type's name" if alias.name == name else "is the type"
            reason = f"{name} always points to {alias.static.name}, so it {become}"
            declared = _without_pointer(model, alias) if alias.is_linked else _with_one_name(model, alias)
            edits = (*(_address(use, alias.name.encode()) for use in alias.uses), *declared)
            yield Change(f"type:{alias.name}", self.name, reason, Safety.SAFE, edits)
        for argument in type_arguments(model):
            macro = argument.macro.definition.name
            reason = f"{macro} is given the type's address, which a pointer can take the place of"
            subject = type_subject(argument.static)
            yield Change(subject, self.name, reason, Safety.SAFE, tuple(_argument_edits(argument)))

        for static in model.types:
            loose = tuple(Edit(path, span, b"") for path, span in parentheses(model, static))
            if loose:
                reason = "a pointer can take the place of the type's address where no parentheses part both"
                yield Change(type_subject(static), self.name, reason, Safety.SAFE, loose)
            edits = tuple(Edit(item.path, item.span, item.text) for item in base_fields(model, static))
            if edits:
                reason = "its base is named directly, as the type may be out of reach where a base goes on"
                yield Change(type_subject(static), self.name, reason, Safety.SAFE, edits)

    def on_originals(self, model: Extension, plan: Plan, failed: Mapping[str, Decision]) -> Plan:
        """Return *plan* with what the types were called in *model*."""
        aliases = {f"type:{item.name}": item for item in type_aliases(model)}
        undone = {type_subject(item.static): failed[name] for name, item in aliases.items() if name in failed}
        return replace(plan, decisions=tuple(_told(model, item, aliases, undone) for item in plan.decisions))


def _told(
    model: Extension, decision: Decision, aliases: Mapping[str, TypeAlias], undone: Mapping[str, Decision]
) -> Decision:
    if decision.subject in undone:
        return replace(undone[decision.subject], subject=decision.subject)
    alias = aliases.get(decision.subject)
    if alias is None or alias.name == alias.static.name:
        return decision
    where = model.location(alias.static.declaration.path, alias.static.declaration.name_span.start)
    reason = f"{decision.reason}; it was {alias.static.name}, and what its new name was for always pointed to it"
    return replace(decision, reason=reason, location=where)


def _argument_edits(argument: TypeArgument) -> Iterator[Edit]:
    """Yield the edits that make `t.field` of `(t)->field` and `&t` of `t` in the macro, and pass `&Box_Type`."""
    path, body = argument.macro.definition.path, argument.macro.body
    for index in argument.places:
        name = body[index]
        if body[index + 1 : index + 2] and body[index + 1].text == b".":
            yield Edit(path, Span(name.start, body[index + 1].end), filled(b"($name)->", name=name.text))
        else:
            yield Edit(path, Span(body[index - 1].start, name.start), b"")
    for place, token in argument.arguments:
        yield Edit(place, Span(token.start, token.start), b"&")


def _with_one_name(model: Extension, alias: TypeAlias) -> Iterator[Edit]:
    """Yield the edits by which the pointer's declarations become the type's, and the other name goes."""
    new = alias.name.encode()
    file = model.files[alias.pointer.path]
    end = file.tokens[file.index_at(alias.pointer.span.end)].end
    declared = (alias.static.declaration, *alias.static.others)
    if any(item.path == alias.pointer.path and item.span.start < alias.pointer.span.start for item in declared):
        yield Edit(alias.pointer.path, whole_lines(file, Span(alias.pointer.span.start, end)), b"")
    else:
        yield _without_star(model, alias.pointer)
        yield Edit(alias.pointer.path, Span(alias.pointer.name_span.start, alias.pointer.span.end), new)
    if alias.setting is not None:
        path, span = alias.setting
        yield Edit(path, whole_lines(model.files[path], span), b"")
    for item in alias.others:
        yield _without_star(model, item)
    for use in alias.names:
        yield Edit(use.path, use.token.span, new)
    if alias.pointer.linkage is Linkage.EXTERNAL:
        for item in declared:
            yield from _without_static(model, item)


def _without_pointer(model: Extension, alias: TypeAlias) -> Iterator[Edit]:
    """Yield the deletion of the pointer's declarations and of the statement that sets it; the type keeps its own."""
    for item in (alias.pointer, *alias.others):
        file = model.files[item.path]
        yield removal(file, Span(item.span.start, statement_end(file, item)))
    if alias.setting is not None:
        path, span = alias.setting
        yield removal(model.files[path], span)


def _without_star(model: Extension, item: Declaration) -> Edit:
    """`extern PyTypeObject *Box_Type;` declares the type itself now."""
    tokens = model.files[item.path].tokens_in(Span(item.span.start, item.name_span.start))
    return Edit(item.path, Span(tokens[-2].end, item.name_span.start), b" ")


def _address(use: Spelling, name: bytes) -> Edit:
    if use.text(1) == b"->":
        return Edit(use.path, Span(use.token.start, use.tokens[use.index + 1].end), name + b".")
    return Edit(use.path, use.token.span, b"&" + name)


def _without_static(model: Extension, item: Declaration) -> Iterator[Edit]:
    tokens = model.files[item.path].tokens_in(Span(item.span.start, item.name_span.start))
    for token, following in zip(tokens, tokens[1:], strict=False):
        if token.text == b"static":
            yield Edit(item.path, Span(token.start, following.start), b"")


REWRITE: Preparation = TypeAliases()
