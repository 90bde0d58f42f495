"""Static types become heap types made from a spec, one atomic change per type (G05)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from unstatic.capi.slots import OFFSETS
from unstatic.facts.module.creation import creator_of, is_below_creator, spec_declaration
from unstatic.facts.module.exec_conversion import InitFlow, init_flow
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.module.ready_calls import late_checks, ready_calls
from unstatic.facts.module.unseen_types import defined_if, is_unseen, linked_if
from unstatic.facts.places.file_order import is_declared_above, order_key
from unstatic.facts.state.clinic_types import clinic_inputs, clinic_uses
from unstatic.facts.state.teardown.exact_type_tests import exact_type_tests, spare_macros
from unstatic.facts.types.bases import final_base
from unstatic.facts.types.collection import stale_releases
from unstatic.facts.types.conditional_flags import collected_in_a_group
from unstatic.facts.types.creation_order import leading_read
from unstatic.facts.types.deallocation.deallocators import Dealloc, dealloc_of
from unstatic.facts.types.deallocation.inherited_containers import inherited_clear
from unstatic.facts.types.self_type_checks import self_checks_of
from unstatic.facts.types.sequences.struct_sequences import sequence_of
from unstatic.model.extension import Declaration, Extension, File, Linkage, StaticType
from unstatic.model.subjects import init_subject, type_subject
from unstatic.plan.decisions import Plan, TypeChoice
from unstatic.rewriting.definition import definition_values, with_statics
from unstatic.rewriting.hoisting import hoist_edits, removal
from unstatic.rewriting.increments import clearing
from unstatic.rewriting.protocol import Rewrite
from unstatic.rewriting.style import Style, outside_groups, statement_end, style_of, top_level_start, whole_lines
from unstatic.rewriting.template import filled
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

from ..module_state.struct.header import addition
from ..tp_alloc.rewrite import allocation_edits
from ..type_tables.tables import bases_first
from .creation import (
    class_function,
    needs_class_function,
    needs_function,
    needs_polyfill,
    polyfill,
    ready_edits,
    reference_edits,
    subtype_function,
    under_condition,
    unready_lines,
)
from .definition import slots_and_spec
from .lifetime import dealloc_edits, new_clear, new_traverse, release_edits, revival_edits, traverse_edits
from .members import members_edits
from .missing_visits import missing_visits
from .module_argument import module_arguments, module_names
from .pickling import reduce_edits
from .preamble import in_header, preamble_edits
from .shared_slots import macro_edits, macros_of_types
from .struct_sequences import sequence_changes
from .superseded import superseded_edits
from .uses import head_statements, runtime_edits, runtime_statements, use_edits


class HeapTypes:
    """Turn static types into heap types made from a spec."""

    name = "heap-types"
    title = "Convert static types to heap types"

    def changes(self, model: Extension, plan: Plan) -> Iterator[Change]:
        """Yield one change per type, and one that creates them once the module exists."""
        moving = [item for item in model.types if plan.migrates(type_subject(item))]
        if not moving or model.init is None:
            return
        yield from sequence_changes(model, plan, moving)
        moving = [item for item in moving if sequence_of(model, item) is None]
        if not moving:
            return
        flow = init_flow(model)
        # First: where the module and a type are made at one place, the module comes first.
        shared = tuple(with_statics(model, list(_shared_edits(model, plan, flow, moving))))
        if shared:
            reason = "types need the module when they are created"
            yield Change(_init_subject(model), self.name, reason, Safety.SAFE, shared)
        for static in moving:
            choice = plan.choice(type_subject(static))
            assert choice is not None
            reason = f"{static.name} is created per module from {choice.stem}_spec"
            decision = plan.decision(choice.subject)
            safety = decision.safety if decision else Safety.SAFE
            yield Change(
                choice.subject, self.name, reason, safety, tuple(_type_edits(model, plan, flow, static, choice))
            )


def _init_subject(model: Extension) -> str:
    assert model.init is not None
    return init_subject(model, model.init.entry)


def _type_edits(model: Extension, plan: Plan, flow: InitFlow, static: StaticType, choice: TypeChoice) -> Iterator[Edit]:
    style = style_of(model, model.files[static.declaration.path])
    dealloc = dealloc_of(model, static)
    extra, added = _added_slots(model, plan, static, choice, style, dealloc)
    yield from added
    yield from _definition_edits(model, plan, static, choice, style, extra)
    yield from _lifetime_edits(model, plan, static, choice, dealloc)
    if not static.ready:
        yield from allocation_edits(model, static, pointer=True)
    heads = list(head_statements(model, static))
    # Definitions of other migrating types go as a whole: a base named there is given when the type is created.
    moving = [item for item in model.types if plan.migrates(type_subject(item))]
    gone = [(item.declaration.path, item.declaration.span) for item in moving]
    gone += [place for item in moving for place in (*head_statements(model, item), *runtime_statements(item))]
    gone += _dropped(model, static)
    gone += [(item.path, item.span) for item, _ in macros_of_types(model, plan)]
    checks = list(_check_edits(model, static))
    gone += [(edit.path, edit.span) for edit in checks]
    gone += [(item.definition.path, item.definition.span) for item in spare_macros(model, static)]
    yield from checks
    yield from runtime_edits(model, plan, static)
    for path, span in heads:
        yield Edit(path, whole_lines(model.files[path], span), b"")
    modules = module_names(model, flow, moving)
    for function in init_functions(model):
        place = model.functions[function].definition.path
        yield from ready_edits(model, plan, function, modules.get(function, b""), static, choice, style)
        gone += [(place, call.span) for call in ready_calls(model, function, static)]
    gone += _allocated(model, static)
    yield from _input_edits(model, static)
    yield from use_edits(model, static, gone)


def _lifetime_edits(
    model: Extension, plan: Plan, static: StaticType, choice: TypeChoice, dealloc: Dealloc | None
) -> Iterator[Edit]:
    gc = choice.gc != "none"
    if dealloc is not None:
        yield from dealloc_edits(model, plan, dealloc, gc)
        yield from revival_edits(model, dealloc)
    yield from release_edits(model, static, gc)
    yield from clearing(model, stale_releases(model, static, choice.visits))


def _check_edits(model: Extension, static: StaticType) -> Iterator[Edit]:
    """Yield what becomes of assertions about the type, and of tests for it, where it can't be reached."""
    for span, path in {span: path for (path, _), span in self_checks_of(model, static)}.items():
        yield Edit(path, whole_lines(model.files[path], span), b"")
    for path, span in late_checks(model, static):
        yield removal(model.files[path], span)
    tests = exact_type_tests(model)
    for use in model.uses.get(static.symbol, ()):
        if (use.path, use.offset) in tests:
            yield Edit(use.path, *tests[use.path, use.offset])
    for macro in (item.definition for item in spare_macros(model, static)):
        yield Edit(macro.path, whole_lines(model.files[macro.path], macro.span), b"")


def _input_edits(model: Extension, static: StaticType) -> Iterator[Edit]:
    """Yield `&Box_Type` to `Box_Type` in what Argument Clinic reads."""
    for path, span in clinic_inputs(model, static.symbol) if clinic_uses(model, static.symbol) else ():
        if model.files[path].source.text(span).startswith(b"&"):
            yield Edit(path, Span(span.start, span.start + 1), b"")


def _added_slots(
    model: Extension, plan: Plan, static: StaticType, choice: TypeChoice, style: Style, dealloc: Dealloc | None
) -> tuple[dict[str, bytes], list[Edit]]:
    """Return the slots that the static type didn't need, and the edits that define what they name."""
    extra: dict[str, bytes] = {}
    edits: list[Edit] = []
    if choice.gc != "none" and not static.value("tp_traverse"):
        name, edit = new_traverse(model, plan, static, choice, dealloc, style)
        extra["tp_traverse"] = name
        edits.append(edit)
        if inherited_clear(model, static):
            extra["tp_clear"], edit = new_clear(model, plan, static, choice, style)
            edits.append(edit)
    elif choice.gc != "none" or collected_in_a_group(static):
        edits += traverse_edits(model, plan, static)
        edits += missing_visits(model, static.function("tp_traverse") or "", choice.visits)
    members = members_edits(model, plan, static, choice, style)
    methods = reduce_edits(model, plan, static, choice, style)
    for slot, (table, table_edits) in (("tp_members", members), ("tp_methods", methods)):
        edits += table_edits
        if table:
            extra[slot] = table
    return extra, edits


def _dropped(model: Extension, static: StaticType) -> list[tuple[Path, Span]]:
    return [(edit.path, edit.span) for edit in reference_edits(model, static) if not edit.new]


def _allocated(model: Extension, static: StaticType) -> list[tuple[Path, Span]]:
    """Return the allocations that this rewrite replaces as a whole: of types that were never readied."""
    return [] if static.ready else [(item.path, item.span) for item in allocation_edits(model, static)]


def _definition_edits(
    model: Extension, plan: Plan, static: StaticType, choice: TypeChoice, style: Style, extra: dict[str, bytes]
) -> Iterator[Edit]:
    declaration = static.declaration
    file = model.files[declaration.path]
    later = _place_of_late_slots(model, static)
    declared = spec_declaration(model, static) if later is None else None
    if later is None:
        later = _place_below_functions(model, static)
    unseen, below = is_unseen(model, static), is_below_creator(model, static)
    own = b"static " if not unseen and (declared is None or declared.storage == "static") else b""
    text = slots_and_spec(model, plan, static, choice, style, extra, own or _leading_macros(file, declaration))
    # An extern declaration makes no variable, any other becomes the pointer itself.
    stands = below or any(item.storage != "extern" for item in static.others)
    is_own = declaration.linkage is Linkage.INTERNAL and not unseen
    storage = b"static " if is_own else _leading_macros(file, declaration)
    pointer = b"" if stands else filled(b"${storage}PyTypeObject *$type;", storage=storage, type=static.name)
    whole = Span(declaration.span.start, statement_end(file, declaration))
    if later is None:
        yield Edit(declaration.path, whole, (pointer + style.newline * 2 if pointer else b"") + text)
    else:
        yield Edit(declaration.path, whole if pointer else whole_lines(file, whole), pointer)
        yield Edit(later[0], Span(later[1], later[1]), text + style.newline * 2)
    yield from superseded_edits(model, static)
    yield from _as_pointers(static, is_shown=unseen)
    if unseen:
        yield _shown_to_creator(
            model, static, choice, b"extern PyTypeObject *$type;", b"extern PyType_Spec ${stem}_spec;"
        )
    if below:
        yield _shown_to_creator(
            model, static, choice, storage + b"PyTypeObject *$type;", own + b"PyType_Spec ${stem}_spec;"
        )
    if declared is not None:
        end = statement_end(model.files[declared.path], declared)
        line = (own or b"extern ") + b"PyType_Spec " + choice.stem.encode() + b"_spec;"
        yield Edit(declared.path, Span(end, end), model.files[declared.path].source.newline + line)


def _as_pointers(static: StaticType, *, is_shown: bool) -> Iterator[Edit]:
    """Yield the edits by which the other declarations of the type declare a pointer, to other sources if *is_shown*."""
    for other in static.others:
        yield Edit(other.path, Span(other.name_span.start, other.name_span.start), b"*")
        if is_shown and other.storage == "static":
            yield Edit(other.path, Span(other.span.start, other.span.start + len(b"static ")), b"")


def _leading_macros(file: File, declaration: Declaration) -> bytes:
    """Return what a project writes in front of what it links: `SHELF_INTERNAL `, which may hide it from others."""
    before = file.tokens_in(Span(declaration.span.start, declaration.name_span.start))
    is_linked = declaration.linkage is Linkage.EXTERNAL and len(before) > 1 and before[0].start in file.expansions
    return file.source.text(Span(before[0].start, before[1].start)) if is_linked else b""


def _shown_to_creator(model: Extension, static: StaticType, choice: TypeChoice, *declarations: bytes) -> Edit:
    """Return the declarations of the type and its spec in front of the function that creates it."""
    creator = creator_of(model, static)
    file = model.files[creator.path]
    at = top_level_start(file, creator)
    lines = [filled(line, type=static.name, stem=choice.stem) for line in declarations]
    condition = linked_if(model, static) if is_unseen(model, static) else None
    return Edit(creator.path, Span(at, at), style_of(model, file).lines(*under_condition(lines, condition), b""))


def _place_of_late_slots(model: Extension, static: StaticType) -> tuple[Path, int] | None:
    """Return where the slots go when functions given at run time are declared after the type: before its creation."""
    here = order_key(model, static.declaration.path, static.declaration.span.start)
    for item in static.runtime:
        declared = [d for d in model.by_symbol.get(item.symbol or "", ()) if d.function is None]
        if declared and min(order_key(model, d.path, d.span.start) for d in declared) > here:
            creator = creator_of(model, static)
            return creator.path, top_level_start(model.files[creator.path], creator)
    return None


def _place_below_functions(model: Extension, static: StaticType) -> tuple[Path, int] | None:
    """Return where the slots go when a table further below names a function that is declared after the type: there."""
    path, start = static.declaration.path, static.declaration.span.start
    tables = [item for item in static.tables if item.declaration.path == path and item.declaration.span.start > start]
    fields = (field for table in tables for field in (*table.fields, *table.hidden))
    names = {field.symbol for field in fields if field.symbol in model.functions}
    if all(is_declared_above(model, symbol, path, start) for symbol in names if symbol is not None):
        return None
    creator = creator_of(model, static)
    place = max(top_level_start(model.files[path], item.declaration) for item in tables)
    return (path, place) if creator.path != path or creator.span.start > place else None


def _shared_edits(model: Extension, plan: Plan, flow: InitFlow, moving: list[StaticType]) -> Iterator[Edit]:
    """Yield what concerns all types together: the module first, compatibility, tables that nothing uses any more."""
    builder = model.functions[flow.function].definition
    file = model.files[builder.path]
    style = style_of(model, file)
    late: list[StaticType] = []
    first_ready = None
    for static in bases_first(moving):
        yield from reference_edits(model, static)
        if not any(ready_calls(model, function, static) for function in init_functions(model)):
            late.append(static)
        for call in ready_calls(model, flow.function, static):
            first_ready = min(first_ready or call.name.start, call.name.start)
    given, first_given = module_arguments(model, module_names(model, flow, moving), flow.function)
    yield from given
    reading = leading_read(model, flow.function, late)
    first_read = reading.span.start if reading is not None else None
    needs = [offset for offset in (first_ready, first_given, first_read) if offset is not None]
    unready = unready_lines(model, plan, flow, late, style)
    yield from hoist_edits(model, plan, flow, style, min(needs) if needs else None, unready)
    yield from _definition_first(model, flow, min(needs) if needs else None)
    yield from _protocol_edits(model, moving)
    yield from macro_edits(model, plan, style)
    everything = [item for item in model.types if plan.migrates(type_subject(item))]
    yield from preamble_edits(model, plan, everything)
    derived = [item for item in moving if needs_function(model, plan, item)]
    is_final = any(final_base(model, static) is not None for static in derived)
    yield from _functions(model, plan, derived, lambda *how: subtype_function(plan, *how, has_final_bases=is_final))
    made = [item for item in moving if needs_polyfill(model, plan, item)]
    yield from _functions(model, plan, made, lambda *how: polyfill(plan, *how))
    made = [item for item in moving if needs_class_function(model, plan, item)]
    yield from _functions(model, plan, made, lambda *how: class_function(plan, *how))


def _functions(
    model: Extension, plan: Plan, users: list[StaticType], written: Callable[[Style, bytes], bytes]
) -> Iterator[Edit]:
    """Yield a function for those that make the types *users*: in the header that they share, or once in each unit."""
    sites = list(_before_makers(model, users))
    home = in_header(model, plan, sites)
    if home is not None:
        file, at = home
        yield addition(file, at, written(style_of(model, file), b"static inline"))
        return
    for file, at in sites:
        text = _where_defined(model, users, written(style_of(model, file), b"static"), file.source.newline)
        yield Edit(file.source.path, Span(at, at), text + file.source.newline)


def _where_defined(model: Extension, users: list[StaticType], text: bytes, newline: bytes) -> bytes:
    """Return *text* in the `#if` groups in which all its users are defined: elsewhere nothing would use it."""
    groups = {defined_if(model, static, is_outside=True) for static in users}
    lines = (groups.pop() or ()) if len(groups) == 1 else ()
    return b"".join(line + newline for line in lines) + text + (b"#endif" + newline) * len(lines)


def _definition_first(model: Extension, flow: InitFlow, needed_at: int | None) -> Iterator[Edit]:
    """Yield the edits that take the module's definition out of the function where the module is made ahead of it."""
    definition = model.module_def()
    if definition is None or definition.declaration.function is None or flow.create is None:
        return
    is_earlier = needed_at is not None and needed_at < flow.create.span.start
    if is_earlier or flow.operand is not None or not flow.module_name or flow.renamed:
        yield from definition_values(model, definition, {}, b"")


def _before_makers(model: Extension, made: list[StaticType]) -> Iterator[tuple[File, int]]:
    """Yield the place before the first function of each unit that makes one of these types."""
    makers = [creator_of(model, static) for static in made]
    firsts: dict[Path, int] = {}
    for unit in model.units:
        mine = [item for item in makers if unit in model.readers.get(item.path, ())]
        if mine:
            first = min(mine, key=lambda item: order_key(model, item.path, item.span.start))
            firsts[first.path] = min(first.span.start, firsts.get(first.path, first.span.start))
    for path, start in firsts.items():
        file = model.files[path]
        yield file, outside_groups(file, start)


def _protocol_edits(model: Extension, moving: list[StaticType]) -> Iterator[Edit]:
    """Yield the deletion of protocol tables that only migrated types used (G48)."""
    moved = {item.symbol for item in moving}
    for table in dict.fromkeys(table for item in moving for table in item.protocol_tables):
        uses = model.uses.get(table, ())
        runtime = {(item.path, item.statement) for static in moving for item in static.runtime}
        if any(use.initialises not in moved and not any(use.offset in s for _, s in runtime) for use in uses):
            continue
        for declaration in model.by_symbol[table]:
            file = model.files[declaration.path]
            span = Span(declaration.span.start, statement_end(file, declaration))
            yield removal(file, span)


__all__ = ["OFFSETS", "HeapTypes"]


REWRITE: Rewrite = HeapTypes()
