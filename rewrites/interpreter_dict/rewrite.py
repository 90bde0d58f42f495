"""`handler` becomes `shared->handler`: one per interpreter, for callbacks that no state reaches (G78)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.facts.places.in_functions import free_name
from unstatic.facts.state.interpreter_dict import RULE, way_out
from unstatic.facts.state.routes.kept_errno import is_errno_read_after
from unstatic.model.extension import Extension, Function, Global
from unstatic.model.subjects import global_subject
from unstatic.plan.decisions import Plan
from unstatic.rewriting.entries import checked_fetch
from unstatic.rewriting.protocol import Rewrite
from unstatic.rewriting.style import Style, style_in, style_of
from unstatic.rewriting.template import filled
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

from ..module_state.struct.declarations import removal_edits
from .texts import Names, kept_text, names_for


class InterpreterDict:
    """Keep globals that no state can reach once per interpreter, where its dict leads to them."""

    name = RULE
    title = "Keep what callbacks use once per interpreter"

    def changes(self, model: Extension, plan: Plan) -> Iterator[Change]:
        """Yield one change: the struct, how it is found, and every use."""
        chosen = {item.subject for item in plan.of_kind("global") if item.rule == RULE and plan.migrates(item.subject)}
        moving = [item for item in model.globals if global_subject(model, item) in chosen]
        if not moving:
            return
        names = names_for(model, plan)
        style = style_of(model, model.files[moving[0].declaration.path])
        edits = [*_kept(model, moving, names, style), *_uses(model, moving, names)]
        listed = ", ".join(item.name for item in moving)
        reason = f"functions whose parameters can't change use {listed}: each interpreter keeps its own"
        yield Change("interpreter", self.name, reason, Safety.REVIEW, tuple(edits))


def _kept(model: Extension, moving: Sequence[Global], names: Names, style: Style) -> Iterator[Edit]:
    """Yield the struct in place of the first variable, and the other declarations' end."""
    removed = list(removal_edits(model, {item.symbol for item in moving}))
    first = min((item.declaration for item in moving), key=lambda item: item.span.start)
    file = model.files[first.path]
    at = file.source.line_start(first.span.start)
    asking = {use.function for item in moving for use in model.uses.get(item.symbol, ()) if use.function is not None}
    is_kept = is_errno_read_after(model, sorted(asking & model.functions.keys()))
    text = kept_text([item.name.encode() for item in moving], names, style, is_kept)
    gone = next((edit.span for edit in removed if edit.span.start == at), Span(at, at))
    following = file.source.data[gone.end : file.source.line_end(gone.end)] if gone.end < len(file.source.data) else b""
    # Below code, but not below a comment on the variable.
    above = file.source.data[file.source.line_start(max(at - 1, 0)) : at].strip()
    before = style.newline if above.endswith((b";", b"}", b"\\")) else b""
    yield Edit(first.path, Span(at, at), before + text + (style.newline if following.strip() else b""))
    yield from removed


def _uses(model: Extension, moving: Sequence[Global], names: Names) -> Iterator[Edit]:
    users: dict[str, None] = {}
    for item in moving:
        for use in model.uses.get(item.symbol, ()):
            assert use.function is not None
            users[use.function] = None
            end = use.offset + len(item.name.encode())
            local = _local(model, use.function)
            yield Edit(use.path, Span(use.offset, end), filled(b"$local->$field", local=local, field=item.name))
    moved = frozenset(item.name.encode() for item in moving)
    for symbol in users:
        yield from _fetch(model, model.functions[symbol], names, moved)


def _local(model: Extension, function: str) -> bytes:
    return free_name(model, function, b"shared", b"interpreter", b"per_interpreter")


def _fetch(model: Extension, function: Function, names: Names, moved: frozenset[bytes]) -> Iterator[Edit]:
    """Yield the variable and its check, in front of what would have to be undone if that fails."""
    local = _local(model, function.symbol)
    fetch = filled(b"$struct *$local = $getter();", struct=names.struct, local=local, getter=names.getter)
    leave = way_out(model, function) or ()
    yield from checked_fetch(
        model, function, fetch, style_in(model, function.symbol).check(local + b" == NULL", *leave), moved
    )


REWRITE: Rewrite = InterpreterDict()
