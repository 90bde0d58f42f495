"""The statements of the builder that concern the module, in all configurations together."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace

from unstatic.c.syntax import Call, Statement, StatementKind, calls
from unstatic.capi.other_apis import NUMPY_IMPORTS, RETURNED_BY_NUMPY
from unstatic.capi.references import CLEAR, DECREASE
from unstatic.facts.module.exec_conversion.builder import Builder, builder_of
from unstatic.facts.module.exec_conversion.flow import InitFlow, joined, with_macros
from unstatic.facts.module.exec_conversion.gil_declarations import gil_declarations
from unstatic.facts.module.exec_conversion.hidden_returns import macro_returns, returning
from unstatic.facts.module.exec_conversion.module_creation import (
    creating_statement,
    late_declaration,
    operand,
    renamed,
)
from unstatic.facts.module.exec_conversion.module_releases import (
    HelperRelease,
    called_through,
    helper_releases,
    losses,
    takes_module,
)
from unstatic.facts.module.exec_conversion.problems import macro_problems, other_problems
from unstatic.facts.module.exec_conversion.returning_macros import Returned
from unstatic.facts.module.exec_conversion.returns import null_checks, null_operands, results, returns
from unstatic.facts.places.in_functions import free_name
from unstatic.model.configurations.head_choices import head_choice, other_heads
from unstatic.model.extension import Extension, MacroExpansion
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_null
from unstatic.model.obstacle import Obstacle
from unstatic.text.source import Span


@fact
def init_flow(model: Extension) -> InitFlow:
    """Return the statements that concern the module, and what prevents the conversion."""
    builder = builder_of(model)
    builders = [builder, *map(builder_of, model.configurations)]
    flow = _flow(builder)
    for other in builders[1:]:
        flow = _with(builder, flow, _flow(other))
    if not builder.init.multi_phase:
        known = {site.span.start for site in flow.returns}
        hidden = [item for one in builders for item in macro_returns(one, known)]
        flow = with_macros(flow, hidden)
    for definition in model.functions[builder.init.builder].alternatives[:1]:
        reason = "another #if group defines it in another way"
        problem = builder.problem(definition.name_span.start, reason, definition.path)
        flow = replace(flow, problems=(*flow.problems, problem))
    return replace(flow, problems=(*flow.problems, *_other_heads(builder)))


@fact
def unowned_releases(model: Extension) -> tuple[HelperRelease, ...]:
    """Return where an exec function that was there, and what it calls, release the module that they're lent (G457)."""
    init = model.init
    if init is None or not init.multi_phase or init.builder == init.entry or init.module_variable is None:
        return ()
    own = () if takes_module(model) else init_flow(model).releases
    return (*(HelperRelease(init.builder, statement) for statement in own), *helper_releases(model, []))


def shared_macros(model: Extension) -> tuple[MacroExpansion, ...]:
    """Return the uses of macros that return from the builder, and from other functions, which return something else.

    And of those that return the module's variable, where it is still empty and where it holds the module (G656).
    """
    builders = [builder_of(model), *map(builder_of, model.configurations)]
    known = {site.span.start for builder in builders for site in _flow(builder).returns}
    found = [(use, macros) for macros, uses in (returning(builder, known) for builder in builders) for use in uses]
    shared = [use for use, macros in found if macros.is_shared(use)]
    return tuple(dict.fromkeys((*shared, *(use for builder in builders for use in _of_two_meanings(builder)))))


def _of_two_meanings(builder: Builder) -> list[MacroExpansion]:
    """Return the uses of macros that return the module's variable both before the module is made and behind that."""
    create = creating_statement(builder)
    macros, uses = returning(builder, set())
    given = {use: macros.of(use) for use in uses}
    returned = {
        use: {(item.path, item.span) for item in items if item.macro and item.returned is Returned.MODULE}
        for use, items in given.items()
        if not isinstance(items, str)
    }
    ahead = [places for use, places in returned.items() if create is not None and use.span.start < create.span.start]
    behind = [places for use, places in returned.items() if create is not None and use.span.start >= create.span.end]
    both = set().union(*ahead) & set().union(*behind)
    return [use for use, places in returned.items() if places & both]


def _with(builder: Builder, flow: InitFlow, other: InitFlow) -> InitFlow:
    """Return what both configurations have; the module must be made at one place."""
    both = joined(flow, other)
    made = [None if item.create is None else (item.create.span, item.operand) for item in (flow, other)]
    if made[0] == made[1]:
        return both
    where = next(item.create.span.start for item in (other, flow) if item.create is not None)
    problem = builder.problem(where, "the module is created in different ways in different #if groups")
    return replace(both, problems=(*both.problems, problem))


def _other_heads(builder: Builder) -> Iterator[Obstacle]:
    """Yield the heads that other `#if` groups put before the same body, unless they give it another name alone."""
    if head_choice(builder.model, builder.function.symbol) is None:
        for branch in other_heads(builder.model, builder.function.symbol):
            yield builder.problem(branch.directive.span.start, "another #if group gives it another head")


def _flow(builder: Builder) -> InitFlow:
    problems = list(builder.init.problems)
    name, declaration = builder.name, builder.declaration
    create = creating_statement(builder)
    later = renamed(builder, create, problems)
    if create is None:
        problems.append(builder.problem(builder.function.name_span.start, "where the module is created can't be seen"))
    part = None if create is None else operand(builder, create, problems)
    sites = tuple(returns(builder, problems))
    releases = tuple(_module_calls(builder, DECREASE, problems))
    clears = (*_module_calls(builder, CLEAR, problems), *_null_stores(builder))
    set_gil = tuple(gil_declarations(builder))
    if later and create is not None:
        earlier = create.span.start
        releases = tuple(item for item in releases if item.span.start > earlier)
        clears = tuple(item for item in clears if item.span.start > earlier)
    failing = (site.span for site in sites if site.returned is Returned.FAILURE)
    if clears and _is_done(builder, clears, [*failing, *(item.span for item in (*releases, *clears))]):
        releases, clears = (*releases, *clears), ()
    kept = tuple(dict.fromkeys(results(builder, sites)))
    if kept and clears:
        problems.append(builder.problem(clears[0].span.start, "it clears the module, and goes on with it"))
    problems += other_problems(builder, create.span.start if later and create is not None else 0)
    problems += macro_problems(builder, bool(later))
    # What gets a variable of its own is declared with it.
    problems += () if later else late_declaration(builder, create)
    others = () if builder.init.multi_phase else tuple(helper_releases(builder.model, problems))
    problems += () if builder.init.multi_phase else losses(builder.model)
    return InitFlow(
        builder.init.builder,
        name,
        _new_name(builder, name) if later else name or _new_name(builder, name),
        None if later or (declaration is not None and declaration.function is None) else declaration,
        create,
        builder.init.create,
        part,
        tuple(null_checks(builder, create, {site.span for site in sites})),
        sites,
        releases,
        clears,
        set_gil,
        tuple(dict.fromkeys(problems)),
        later,
        others,
        () if builder.init.multi_phase else tuple(_numpy_imports(builder)),
        kept,
        () if builder.init.multi_phase or clears else tuple(null_operands(builder, create)),
    )


def _numpy_imports(builder: Builder) -> Iterator[tuple[Span, bytes]]:
    """Yield `import_array()` and `import_umath()`: macros of NumPy's headers with a `return NULL` in them.

    So does `import_array1(NULL)`.
    """
    for call in calls(builder.body.tokens):
        name, at = call.name.text, RETURNED_BY_NUMPY.get(call.name.text, 0)
        if name.decode("latin-1") in builder.model.macros:
            continue
        if name in NUMPY_IMPORTS and not call.arguments:
            yield call.span, name + b"1(-1)"
        elif name in RETURNED_BY_NUMPY and at < len(call.arguments) and is_null(call.arguments[at]):
            yield Span(call.arguments[at][0].start, call.arguments[at][-1].end), b"-1"


def _new_name(builder: Builder, taken: bytes) -> bytes:
    definition = builder.model.module_def()
    if taken:
        return free_name(builder.model, builder.init.builder, b"mod" if taken == b"module" else b"module", b"m")
    return b"mod" if definition is not None and definition.declaration.name == "module" else b"module"


def _module_calls(builder: Builder, names: Container[bytes], problems: list[Obstacle]) -> Iterator[Statement]:
    for call in calls(builder.body.tokens):
        if (
            called_through(builder.model, call) not in names
            or not call.arguments
            or not builder.is_module(call.arguments[0])
        ):
            continue
        statement = builder.body.path_to(call.name.start)[-1]
        if _is_whole(statement, call):
            yield statement
        else:
            reason = f"{call.name.text.decode()} of the module stands inside another expression"
            problems.append(builder.problem(call.name.start, reason))


def _null_stores(builder: Builder) -> Iterator[Statement]:
    for statement in builder.body.walk():
        head = statement.head
        if statement.kind is not StatementKind.SIMPLE or len(head) < 3 or head[0].text != builder.name:
            continue
        if head[1].text == b"=" and is_null(head[2:]):
            yield statement


def _is_done(builder: Builder, clears: Sequence[Statement], known: Sequence[Span]) -> bool:
    """Tell whether nothing asks for the module any more where it is cleared, but the places that are *known*."""
    first = min(statement.span.start for statement in clears)
    later = [at for at, _ in builder.module_uses() if at > first]
    if any(not any(offset in span for span in known) for offset in later):
        return False
    if any(item.kind is StatementKind.JUMP and item.span.start > first for item in builder.body.walk()):
        return False
    around = (item for statement in clears for item in builder.body.path_to(statement.span.start))
    return not any(item.kind in (StatementKind.LOOP, StatementKind.SWITCH) for item in around)


def _is_whole(statement: Statement, call: Call) -> bool:
    head = statement.head
    return (
        statement.kind is StatementKind.SIMPLE
        and bool(head)
        and head[0].start == call.name.start
        and head[-1].end == call.close.end
        and statement.tokens[-1].text == b";"
    )
