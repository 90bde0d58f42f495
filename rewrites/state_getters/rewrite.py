"""`static shelf_state *get_state(void)`, which finds the one module, is a macro for what it finds."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.capi.modules import FIND
from unstatic.facts.module.existing_state import FETCH, own_state
from unstatic.facts.module.module_lookups import Gives
from unstatic.facts.places.at_file_level import comment_start, statement_end
from unstatic.model.extension import Declaration, Extension
from unstatic.model.subjects import init_subject
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import whole_lines
from unstatic.rewriting.template import filled
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

from .getters import StateGetter, state_getters


class StateGetters(Preparation):
    """Let what functions find by the one module be found where they are called."""

    name = "state-getters"
    title = "Let what functions find by the one module be found where they are called"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each function: they stay if the module is initialised anew."""
        if model.init is None:
            return
        subject = init_subject(model, model.init.entry)
        for getter in state_getters(model):
            reason = f"{getter.function.name} only finds the {getter.gives.value} of the module, which its callers have"
            yield Change(subject, self.name, reason, Safety.SAFE, tuple(_edits(model, getter)))


REWRITE = StateGetters()


def _edits(model: Extension, getter: StateGetter) -> Iterator[Edit]:
    """Yield the macro in the place of the first declaration of each file that callers read, and no others."""
    macro = filled(b"#define $name() $value", name=getter.function.name.encode(), value=_value(model, getter))
    first, *others = getter.declarations
    file = model.files[first.path]
    span = _whole(model, first)
    yield Edit(
        first.path, span, macro + file.source.newline if file.source.data[span.end - 1 : span.end] == b"\n" else macro
    )
    for item in others:
        yield Edit(item.path, whole_lines(model.files[item.path], _whole(model, item)), b"")


def _value(model: Extension, getter: StateGetter) -> bytes:
    definition = model.module_def()
    assert definition is not None
    found = filled(b"$find(&$definition)", find=FIND, definition=definition.declaration.name.encode())
    own = own_state(model)
    if getter.gives is Gives.MODULE or own is None:
        return found
    return filled(b"(($type *)$fetch($module))", type=own.spelling.encode(), fetch=FETCH, module=found)


def _whole(model: Extension, item: Declaration) -> Span:
    """Return a declaration or definition with the comment above it."""
    file = model.files[item.path]
    end = item.body.end if item.body is not None else statement_end(file, item)
    return Span(comment_start(file, item.span.start), end)
