"""Where the module is made, and whether an exec function can do without that statement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, StatementKind, split, strip_casts, strip_parentheses
from unstatic.facts.module.exec_conversion.builder import Builder, leaves, sides_of_equal
from unstatic.facts.module.exec_conversion.null_module import is_null_at
from unstatic.facts.module.module_lookups import lookups
from unstatic.facts.places.in_functions import first_statement
from unstatic.model.initialiser_values import is_null
from unstatic.model.obstacle import Obstacle
from unstatic.text.source import Span


def creating_statement(builder: Builder) -> Statement | None:
    """Return the innermost statement that holds the PyModule_Create call."""
    if builder.init.create is None:
        return None
    path = builder.body.path_to(builder.init.create.start)
    return path[-1] if path else None


def operand(builder: Builder, create: Statement, problems: list[Obstacle]) -> Span | None:
    """Check that the creating statement does nothing else; return the part of its condition if it does."""
    assert builder.init.create is not None
    made = builder.init.create.start
    if create.kind is StatementKind.RETURN:
        if strip_casts(create.head)[0].start != made:
            problems.append(builder.problem(made, "PyModule_Create stands inside a longer expression"))
        return None
    if create.kind is not StatementKind.IF:
        if len(split(create.head)) > 1 or not _is_assignment(builder, create.head):
            problems.append(builder.problem(made, "the module is created in a statement that does more than that"))
        return None
    if len(create.children) != 1 or not leaves(builder, create.children[0]):
        reason = "the module is created in a condition that guards more than leaving the function"
        problems.append(builder.problem(made, reason))
    parts = split(create.head, b"||")
    mine = [part for part in parts if part[0].start <= made < part[-1].end]
    if len(mine) != 1 or not _is_assigning_test(builder, mine[0]):
        problems.append(builder.problem(made, "PyModule_Create stands inside a longer condition"))
        return None
    if len(parts) == 1:
        return None
    return part_with_operator(parts, parts.index(mine[0]))


def _is_assignment(builder: Builder, head: Sequence[Token]) -> bool:
    """Tell whether the tokens are `[type *]name = [cast]PyModule_Create(...)`."""
    assert builder.init.create is not None
    index = next((i for i, token in enumerate(head) if token.text == b"="), 0)
    value = strip_casts(head[index + 1 :])
    return bool(index) and value[0].start == builder.init.create.start and value[-1].end == builder.init.create.end


def _is_assigning_test(builder: Builder, tokens: Sequence[Token]) -> bool:
    """Tell whether the tokens are `(m = PyModule_Create(...)) == NULL`, `!(m = ...)` or the like."""
    inner = strip_parentheses(tokens)
    if inner and inner[0].text == b"!":
        return _is_assignment(builder, strip_parentheses(inner[1:]))
    sides = sides_of_equal(inner)
    if sides is None:
        return False
    left, right = sides
    return (_is_assignment(builder, strip_parentheses(left)) and is_null(right)) or (
        is_null(left) and _is_assignment(builder, strip_parentheses(right))
    )


def renamed(builder: Builder, create: Statement | None, problems: list[Obstacle]) -> tuple[Span, ...]:
    """Return the uses of the module under a name that held something else before it was made (G101).

    An exec function has the module from the start, so the module needs a name of its own there.
    """
    declaration = builder.declaration
    if declaration is None or declaration.function is None or create is None or builder.init.create is None:
        return ()
    gone = [item.span for item in lookups(builder.model).dropped]
    uses = [(at, use) for at, use in builder.module_uses() if not any(at in span for span in gone)]
    earlier = [at for at, _ in uses if at < create.span.start and not _is_target(builder, at)]
    earlier = [at for at in earlier if not _returns_null(builder, at)]
    if not earlier:
        return ()
    name = declaration.name
    later = [(at, use) for at, use in uses if at >= create.span.end]
    if create.kind is not StatementKind.SIMPLE or declaration.name_span.start in create.span:
        problems.append(builder.problem(earlier[0], f"{name} is used for something else before the module is made"))
    label = _label_after(builder, create)
    for at, use in later:
        elsewhere = "in a macro" if use.via_macro is not None else "in a file that is included there"
        if use.via_macro is not None or use.path != builder.function.path:
            reason = f"{name} is used for something else before the module is made, and then {elsewhere}"
            problems.append(builder.problem(at, reason))
        elif label is not None and at > label.span.start:
            problems.append(builder.problem(at, f"{name} may be the module or something else here"))
    length = len(name.encode())
    return tuple(Span(use.offset, use.offset + length) for _, use in later)


def _returns_null(builder: Builder, offset: int) -> bool:
    """Tell whether the use at *offset* is in `return m;`, where nothing is in the variable yet."""
    path = builder.body.path_to(offset)
    return bool(path) and path[-1].kind is StatementKind.RETURN and is_null_at(builder, path[-1])


def _label_after(builder: Builder, statement: Statement) -> Statement | None:
    """Return the first label after *statement*: what follows it can be reached from before."""
    labels = [item for item in builder.body.walk() if item.kind is StatementKind.LABEL]
    return next((item for item in labels if item.span.start > statement.span.end), None)


def _is_target(builder: Builder, offset: int) -> bool:
    """Tell whether the use at *offset* is the left side of the creation, or the variable's own declaration."""
    assert builder.init.create is not None
    path = builder.body.path_to(offset)
    return bool(path) and builder.init.create.start in path[-1].span


def late_declaration(builder: Builder, create: Statement | None) -> Iterator[Obstacle]:
    """The module may have to be made earlier, and its variable goes along: if nothing else depends on that."""
    declaration = builder.declaration
    if declaration is None or declaration.function is None or create is None:
        return
    path = builder.body.path_to(declaration.name_span.start)
    first = first_statement(builder.model, builder.init.builder)
    if not path or first is None or declaration.name_span.start < first.span.start or path[-1] is create:
        return
    parts = [split(part, b"=") for part in split(path[-1].head, b",")]
    nothing_yet = all(len(part) == 1 or (len(part) == 2 and is_null(part[1])) for part in parts)
    names = {part[0][-1].text for part in parts}
    before = {token.text for token in builder.body.tokens if token.start < path[-1].span.start}
    if len(path) != 2 or not nothing_yet or not names.isdisjoint(before):
        reason = f"{declaration.name} is declared after other statements, and not by itself"
        yield builder.problem(declaration.name_span.start, reason)


def part_with_operator(parts: Sequence[Sequence[Token]], index: int) -> Span:
    """Return the span of one operand of a chain, with the operator that joins it to a neighbour."""
    if index == 0:
        return Span(parts[0][0].start, parts[1][0].start)
    return Span(parts[index - 1][-1].end, parts[index][-1].end)
