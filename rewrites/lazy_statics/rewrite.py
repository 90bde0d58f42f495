"""`static PyObject *word = make_word();` in a C++ function starts as NULL, and is set by a test (G169)."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.syntax import Statement, StatementKind, calls
from unstatic.model.extension import Declaration, Extension, File, Global, GlobalKind
from unstatic.model.initialiser_values import is_empty
from unstatic.model.subjects import global_subject
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import style_in
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span


class LazyStatics(Preparation):
    """Fill the static variables of C++ functions by a test, as C does."""

    name = "lazy-statics"
    title = "Fill the static variables of C++ functions by a test, as C does"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each object that a call makes where its static variable is declared."""
        if "c++" not in model.languages.values():
            return
        for item in model.globals:
            edits = _filled_by_test(model, item)
            if edits:
                reason = f"{item.name} is made when its function is first called: each module needs one of its own"
                yield Change(global_subject(model, item), self.name, reason, Safety.SAFE, edits)


REWRITE = LazyStatics()


def _filled_by_test(model: Extension, item: Global) -> tuple[Edit, ...]:
    """Return the edits for one variable; none where it isn't such a one, or is declared along with others."""
    declaration = item.declaration
    if item.kind is not GlobalKind.OBJECT or declaration.initialiser is None or declaration.from_macro:
        return ()
    function = declaration.function
    if function is None or function not in model.functions:
        return ()
    file = model.files[declaration.path]
    statement = _statement(model, item)
    made = declaration.initialiser
    view = file.at(made.start)
    value = view.tokens_in(made)
    if statement is None or is_empty(value) or next(iter(calls(value)), None) is None:
        return ()
    if not _stands_alone(view, item, statement) or any(span.start in statement.span for span in _written(view)):
        return ()
    style = style_in(model, function)
    name = declaration.name.encode()
    lines = style.check(name + b" == NULL", name + b" = " + file.source.text(made) + b";")
    line = style.newline + file.source.indent_at(statement.span.start)
    end = statement.span.end
    return (
        *_not_constant(view, declaration),
        Edit(declaration.path, made, b"NULL"),
        Edit(declaration.path, Span(end, end), b"".join(line + text for text in lines)),
    )


def _not_constant(file: File, declaration: Declaration) -> Iterator[Edit]:
    """Yield the deletion of the `const` of `T *const name`: the variable is set later."""
    const = file.lexed.before(declaration.name_span.start)
    if declaration.is_const and const is not None and const.text == b"const":
        yield Edit(declaration.path, Span(const.start, declaration.name_span.start), b"")


def _statement(model: Extension, item: Global) -> Statement | None:
    """Return the declaration as a statement of a block."""
    declaration = item.declaration
    assert declaration.function is not None
    body = model.body_at(declaration.function, declaration.path, declaration.name_span.start)
    path = body.path_to(declaration.name_span.start)
    if len(path) < 2 or path[-2].kind is not StatementKind.BLOCK or path[-1].kind is not StatementKind.SIMPLE:
        return None
    return path[-1]


def _stands_alone(file: File, item: Global, statement: Statement) -> bool:
    """Tell whether it is `static T *name = value;` and no more: no list of variables, no value in brackets."""
    made = item.declaration.initialiser
    assert made is not None
    before = file.tokens_in(Span(statement.span.start, made.start))
    ends = [token.text for token in before[-2:]] == [item.name.encode(), b"="]
    return ends and before[0].text == b"static" and statement.head[-1].end == made.end


def _written(file: File) -> Iterator[Span]:
    """Yield what must not stand inside of the statement: its text is written again."""
    yield from file.lexed.comments
    yield from (item.span for item in file.lexed.directives)
