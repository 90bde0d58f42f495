"""What can be told of one type alone: whether it can become a heap type, and how."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.lexer import TokenKind, lex_fragment
from unstatic.c.syntax import strip_casts
from unstatic.capi.memory import ALLOCATE_PLAIN, FREE
from unstatic.capi.slots import HEAD, PREFIXES, UNCALLED, WITHOUT_PLACE
from unstatic.capi.types import UNCOLLECTED
from unstatic.facts.macros.generated_functions import is_made
from unstatic.facts.macros.names_in_bodies import macro_places
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.module.ready_calls import order_of, readied
from unstatic.facts.references.macro_effects import reference_problems
from unstatic.facts.references.repairs import repairs
from unstatic.facts.references.types_of_objects import uncounted_types
from unstatic.facts.state.finalisation import holds_module
from unstatic.facts.trust.python_code import expects_builtins
from unstatic.facts.trust.type_names import is_read_in_c, names_in_messages
from unstatic.facts.types.allocation import allocated_by_macro, allocations
from unstatic.facts.types.bases import inherited_container, is_read_at_creation
from unstatic.facts.types.collection import is_link, seen_fields
from unstatic.facts.types.deallocators import dealloc_of, only_frees
from unstatic.facts.types.indirect_fields import given_as_base, indirect_fields
from unstatic.facts.types.kept_instances import may_be_kept
from unstatic.model.configurations.conditions import dead_spans
from unstatic.model.configurations.known_macros import known_macros, texts_of
from unstatic.model.extension import Extension, RuntimeField, StaticType
from unstatic.model.fact import fact
from unstatic.model.obstacle import Obstacle
from unstatic.model.subjects import type_subject
from unstatic.model.uses import use_of
from unstatic.plan.decisions import TypeChoice
from unstatic.plan.names import type_stem
from unstatic.plan.obstacles.branches import conditional_slots
from unstatic.plan.obstacles.metaclasses import metaclass_obstacles
from unstatic.plan.obstacles.readying import ready_obstacles
from unstatic.plan.obstacles.type_attributes import attribute_obstacles, own_methods_problem, unreadable_pickles
from unstatic.text.source import Location, Span, Spans


def obstacles(model: Extension, static: StaticType, minimum: tuple[int, int]) -> Iterator[Obstacle]:
    """Yield why *static* can't become a heap type; nothing when it can."""
    here = model.location(static.declaration.path, static.declaration.name_span.start)
    yield from static.problems
    yield from metaclass_obstacles(model, static, minimum)
    if static.declaration.parent is not None:
        yield Obstacle("it is a static member of a class", "class-member", here)
    if not static.value("tp_name"):
        yield Obstacle("it has no tp_name", "unreadable-initialiser", here)
    yield from _field_obstacles(model, static, here)
    yield from _runtime_obstacles(model, static)
    yield from _early_obstacles(model, static)
    yield from _indirect_obstacles(model, static)
    yield from ready_obstacles(model, static)
    owned = repairs(model, static.symbol)
    if owned.problem is not None:
        yield owned.problem
    yield from _uncounted_obstacles(model, static)
    yield from use_obstacles(model, static)
    yield from conditional_slots(model, static, minimum)
    dealloc = dealloc_of(model, static)
    if dealloc is not None:
        yield from dealloc.problems
    yield from _slot_function_obstacles(model, static, here)
    yield from attribute_obstacles(model, static)
    yield from _macro_obstacles(model, static)
    yield from _allocation_obstacles(model, static, minimum)


def _uncounted_obstacles(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    """Yield where a reference to it is given away by way of an instance: a static type bears that."""
    for item in uncounted_types(model):
        owners = {role.owner for role in model.functions[item.function].roles if role.owner is not None}
        if item.problem is not None and (static.symbol in owners or not owners):
            yield item.problem


def _field_obstacles(model: Extension, static: StaticType, here: Location) -> Iterator[Obstacle]:
    for name, reason in WITHOUT_PLACE.items():
        if static.value(name):
            yield Obstacle(reason, "unsupported-slot", here)
    for name in UNCALLED:
        if static.value(name) and len(model.uses.get(static.function(name) or "", ())) < 2:
            reason = f"it gives {name}, which CPython 3 never calls, and nothing else uses what is given"
            yield Obstacle(reason, "unsupported-slot", here)
    free = strip(static, "tp_free")
    if free and free not in FREE:
        yield Obstacle("it has its own tp_free", "custom-allocator", here)
    alloc = strip(static, "tp_alloc")
    if alloc and alloc != b"PyType_GenericAlloc":
        yield Obstacle("it has its own tp_alloc", "custom-allocator", here)
    if static.is_gc and not static.value("tp_traverse"):
        yield Obstacle("it has Py_TPFLAGS_HAVE_GC without tp_traverse", "gc-without-traverse", here)


def strip(static: StaticType, slot: str) -> bytes:
    """Return the text of a slot without casts."""
    value = static.value(slot)
    return b" ".join(token.text for token in strip_casts(lex_fragment(value, Span(0, len(value)))))


def _runtime_obstacles(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    for item in static.runtime:
        where = model.location(item.path, item.statement.start)
        if item.name not in HEAD:
            reason = _runtime_problem(model, static, item)
            if reason:
                yield Obstacle(reason, "runtime-slot", where)
        elif item.name == "ob_type" and item.function not in init_functions(model):
            yield Obstacle("its metaclass is set at run time", "metaclass", where)


def _indirect_obstacles(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    """Yield the fields that are set through a pointer to the type: nothing reads them once it is made from a spec."""
    for item in indirect_fields(model, static):
        reason = f"{item.name} is set through a pointer to it"
        yield Obstacle(reason, "runtime-slot", model.location(item.path, item.offset))
    for item in given_as_base(model, static):
        reason = "it becomes the base of a type that only a pointer leads to"
        yield Obstacle(reason, "runtime-slot", model.location(item.path, item.offset))


def _runtime_problem(model: Extension, static: StaticType, item: RuntimeField) -> str:
    """Return why an assignment can't become a slot; empty if it can."""
    if item.conditional:
        return f"{item.name} is assigned under a condition"
    if item.function not in init_functions(model):
        return f"{item.name} is assigned outside of the module's initialisation"
    if not item.name.startswith(PREFIXES):
        return f"{item.name} is assigned at run time"
    if item.name == "tp_flags" and _flags_problem(model, static, item):
        return _flags_problem(model, static, item)
    if not _is_seen(model, static, item.symbol or ""):
        return f"{item.name} is given a function that its own file doesn't see"
    tokens = model.files[item.path].tokens_in(item.value_span)
    if any(token.text in (b".", b"->") for token in tokens) and not is_read_at_creation(model, static, item):
        return f"{item.name} is given what can only be read at run time"
    if _is_local(model, item) and {function for function, _ in readied(model, static)} != {item.function}:
        return f"{item.name} is given a local variable of another function than the one that makes it ready"
    return ""


def _flags_problem(model: Extension, static: StaticType, item: RuntimeField) -> str:
    """Return why flags that are set at run time can't be told when the spec is written."""
    given = static.fields.get("tp_flags")
    in_initialiser = model.files[static.declaration.path].conditionals_in(given.span) if given is not None else ()
    if in_initialiser or model.files[item.path].is_conditional(item.statement.start):
        return "tp_flags differs between #if groups, and is set at run time"
    here = order_of(model, item.function, item.statement.start)
    if item.adds and any(order_of(model, name, call.name.start) < here for name, call in readied(model, static)):
        return "tp_flags is changed after the type is made"
    return ""


def _early_obstacles(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    """A field that is used before the type is created can't be read as a slot: `T.tp_flags &= ...`, `a = b = c`."""
    made = [order_of(model, function, call.name.start) for function, call in readied(model, static)]
    initialising = set(init_functions(model))
    understood = {(item.path, item.statement) for item in static.runtime if not _is_chained(model, item)}
    for use in model.uses.get(static.symbol, ()):
        if use.function not in initialising or use.via_macro is not None:
            continue
        if not use_of(model, use).member:
            continue
        if any(path == use.path and use.offset in span for path, span in understood):
            continue
        if not made or order_of(model, use.function or "", use.offset) < min(made):
            where = model.location(use.path, use.offset)
            yield Obstacle("a field of it is used in another way before it is made ready", "runtime-slot", where)


def _is_chained(model: Extension, item: RuntimeField) -> bool:
    return any(token.text == b"=" for token in model.files[item.path].tokens_in(item.value_span))


def _is_local(model: Extension, item: RuntimeField) -> bool:
    """Tell whether the value names a variable that only the assigning function knows."""
    file = model.files[item.path]
    used = {
        file.written[token.start].symbol for token in file.tokens_in(item.value_span) if token.start in file.written
    }
    return any(found.symbol in used and found.storage != "static" for found in model.locals.get(item.function, ()))


def _is_seen(model: Extension, static: StaticType, symbol: str) -> bool:
    """Tell whether the file that will hold the slots knows *symbol*."""
    declared = [item.path for item in model.by_symbol.get(symbol, ()) if item.function is None]
    readers = set(model.readers[static.declaration.path])
    return not declared or any(readers <= set(model.readers[path]) for path in declared)


def use_obstacles(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    """Yield the uses of the type object that a pointer can't take the place of."""
    for use in model.uses.get(static.symbol, ()):
        if use.via_macro is not None or use.function is None:
            continue
        file = model.files[use.path].at(use.offset)
        index = file.index_at(use.offset)
        before = [token.text for token in file.tokens[max(0, index - 3) : index]]
        following = file.tokens[index + 1].text if index + 1 < len(file.tokens) else b""
        where = model.location(use.path, use.offset)
        if before[-2:] == [b"sizeof", b"("]:
            yield Obstacle("sizeof is taken of the type object itself", "type-as-value", where)
        elif before[-1:] != [b"&"] and following != b".":
            yield Obstacle("the type object itself is used as a value", "type-as-value", where)


def _macro_obstacles(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    """Yield what macros do with the type object that a pointer can't stand (G130)."""
    here = model.location(static.declaration.path, static.declaration.name_span.start)
    traverse, dealloc = static.function("tp_traverse"), static.function("tp_dealloc")
    if traverse in model.functions and is_made(model, traverse or ""):
        yield Obstacle("a macro writes its tp_traverse", "traverse-shape", here)
    if dealloc in model.functions and is_made(model, dealloc or ""):
        yield Obstacle("a macro writes its tp_dealloc", "dealloc-shape", here)
    for item in macro_places(model).by_symbol.get(static.symbol, ()):
        before = item.tokens[item.index - 1] if item.index else None
        where = model.location(item.use.path, item.use.span.start)
        is_address = before is not None and before.text == b"&" and before.macro == item.place.macro
        if not is_address and item.following != b".":
            yield Obstacle(f"the macro {item.use.name} uses the type object itself as a value", "type-as-value", where)
        elif not item.is_written:
            yield Obstacle(f"the macro {item.use.name} makes its name up from parts", "generated-variable", where)
    yield from reference_problems(model, static.symbol)


def _allocation_obstacles(model: Extension, static: StaticType, minimum: tuple[int, int]) -> Iterator[Obstacle]:
    """An allocation that isn't understood could make an instance of any type, without the head that GC needs (G05)."""
    found = _unfollowed_allocation(model, minimum)
    if found is not None:
        yield found
    else:
        yield from _macro_allocations(model, static)


@fact
def _unfollowed_allocation(model: Extension, minimum: tuple[int, int]) -> Obstacle | None:
    return next(_unfollowed_allocations(model, minimum), None)


def _unfollowed_allocations(model: Extension, minimum: tuple[int, int]) -> Iterator[Obstacle]:
    found = [(item.path, item.call) for item in allocations(model)]
    understood = [(path, Span(call.name.start, call.open.start)) for path, call in found]
    known = known_macros(minimum, texts_of(model))
    for path, file in model.files.items():
        if not any(name in file.source.data for name in ALLOCATE_PLAIN):
            continue
        dead = Spans(dead_spans(file, known))
        for at in file.lexed.places(ALLOCATE_PLAIN):
            for token in file.lexed.between(at, at + 1):
                if token.text not in ALLOCATE_PLAIN or at in dead:
                    continue
                if not any(path == place and at in span for place, span in understood):
                    reason = f"{token.text.decode()} is used in a form that can't be followed"
                    yield Obstacle(reason, "allocation", file.source.location(at))


def _macro_allocations(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    """Yield the macros that allocate instances of *static*, or may do so."""
    for macro in (each for item in model.macros.values() for each in item.all):
        definition = macro.definition
        for token in macro.body:
            if token.text not in ALLOCATE_PLAIN or definition.path not in model.files:
                continue
            made = allocated_by_macro(model, (definition.path, definition.span.start))
            if made is None or static.symbol in made:
                where = model.location(definition.path, token.start)
                yield Obstacle(f"the macro {definition.name} allocates its instances", "allocation", where)
                return


def _slot_function_obstacles(model: Extension, static: StaticType, here: Location) -> Iterator[Obstacle]:
    traverse, dealloc = static.function("tp_traverse"), static.function("tp_dealloc")
    yield from _conditional_traverse(model, traverse or "")
    if static.value("tp_traverse") and traverse not in model.functions:
        yield Obstacle("its tp_traverse isn't a function of this project", "foreign-slot", here)
    if static.value("tp_dealloc") and dealloc not in model.functions and not only_frees(static):
        yield Obstacle("its tp_dealloc isn't a function of this project", "foreign-slot", here)
    field = static.fields.get("tp_dealloc")
    if only_frees(static) and field is not None and field.macro is not None:
        yield Obstacle("its tp_dealloc only frees, and comes out of a macro", "foreign-slot", here)
    if only_frees(static) and _has_object_members(model, static):
        # subtype_dealloc releases them; whether the instance owns them can't be told.
        yield Obstacle("its tp_dealloc only frees, but it has T_OBJECT_EX members", "foreign-slot", here)
    if traverse is not None and traverse in model.functions:
        names = [model.by_symbol[item][0].name for item in model.functions[traverse].definition.parameters]
        if len(names) == 3 and names[1:] != ["visit", "arg"]:
            where = model.functions[traverse].definition
            yield Obstacle(
                "its tp_traverse names its parameters other than visit and arg, which Py_VISIT needs",
                "traverse-shape",
                model.location(where.path, where.name_span.start),
            )


def _has_object_members(model: Extension, static: StaticType) -> bool:
    table = model.tables.get(static.function("tp_members") or "")
    if table is None:
        return bool(static.value("tp_members"))
    span = table.declaration.initialiser
    tokens = model.files[table.declaration.path].tokens_in(span) if span else ()
    return any(token.text in (b"T_OBJECT_EX", b"Py_T_OBJECT_EX") for token in tokens)


def _conditional_traverse(model: Extension, symbol: str) -> Iterator[Obstacle]:
    """A traverse function that visits the type, or leaves, in some configurations only can't be completed (G09)."""
    function = model.functions.get(symbol)
    if function is None or function.definition.body is None:
        return
    file = model.files[function.definition.path]
    hidden = [
        token.start
        for token in file.lexed.between(*function.definition.body)
        if token.text in (b"Py_TYPE", b"return") and file.is_inactive(token.start)
    ]
    if hidden or function.alternatives:
        at = function.definition.name_span.start if function.alternatives else hidden[0]
        yield Obstacle("its tp_traverse differs between #if groups", "inactive-branch", file.source.location(at))


def choose(model: Extension, static: StaticType, gc: str, taken: set[str]) -> TypeChoice:
    """Return how *static* is converted."""
    stem = type_stem(model, static, taken)
    has_base = bool(static.base)
    disallow = not static.value("tp_new") and not has_base
    name = spec_name(model, static)
    refuses = disallow and unreadable_pickles(model, static) and not own_methods_problem(model, static)
    joins = _gc(model, static, gc)
    holds = holds_module(static) and joins == "none"
    visits = seen_fields(model, static, dealloc_of(model, static)) if joins == "add" else ()
    unseen = _unseen(model, static, visits)
    read = is_name_read(model, static.value("tp_name"), name)
    subject = type_subject(static)
    return TypeChoice(subject, static.name, stem, joins, disallow, name, refuses, "", holds, visits, unseen, read)


def keeps_module(model: Extension, static: StaticType, gc: str) -> bool:
    """Tell whether an instance of the heap type will keep its module from being cleared."""
    return holds_module(static) and _gc(model, static, gc) == "none"


def _gc(model: Extension, static: StaticType, setting: str) -> str:
    """Follow G12: a type whose instances own no Python object needs no garbage collection."""
    if static.is_gc:
        return "keep"
    if inherited_container(static):
        return "add"
    if static.base and (static.base.replace(b" ", b"") not in UNCOLLECTED or not may_be_kept(model, static)):
        return "none"
    # Functions that nothing has called yet aren't trusted.
    if setting == "never" or static.value("tp_traverse") or static.value("tp_clear"):
        return "none"
    return "add" if setting == "always" or _gains(model, static) else "none"


def _gains(model: Extension, static: StaticType) -> bool:
    """Tell whether the collector can find cycles through instances of *static*, or through the module that they hold.

    What other structs of its kind point at is kept by a container that the collector isn't shown (G140).
    """
    if static.value("tp_dictoffset") or may_be_kept(model, static):
        return True
    dealloc = dealloc_of(model, static)
    if dealloc is None or not dealloc.owns_objects:
        return False
    return bool(seen_fields(model, static, dealloc)) or not is_link(model, static)


def _unseen(model: Extension, static: StaticType, visits: tuple[str, ...]) -> tuple[str, ...]:
    """Return what the instances own that the collector can't see: names of fields, and a clause for the rest."""
    dealloc = dealloc_of(model, static)
    if static.is_gc or static.base or dealloc is None:
        return ()
    fields = [field for field in dealloc.released if field not in visits]
    return (*fields, *(["other objects that its tp_dealloc releases"] if dealloc.releases_more else []))


def spec_name(model: Extension, static: StaticType) -> str:
    """Return the C text for the spec's name, with the module in front where it had none (G36)."""
    return dotted_name(model, static.value("tp_name"))


def dotted_name(model: Extension, value: bytes) -> str:
    """
    Return the C text of a type's name, with the module in front of a literal without a dot.

    That is what the type said before, builtins, where the project's own code looks for it.
    """
    text = value.decode("utf-8", "surrogateescape")
    literal = literal_of(model, value)
    if literal is None or "." in literal:
        return text
    if not text.startswith('"'):
        return text
    return f'"{"builtins" if expects_builtins(model) else model.name}.{literal}"'


def is_name_read(model: Extension, written: bytes, name: str) -> bool:
    """Tell whether something reads a type's name as it is *written*, without the module that *name* has in front.

    C code that does more with tp_name than to raise exceptions, or Python code that quotes messages. What says that it
    is a builtin never had a module in front.
    """
    if written == name.encode("utf-8", "surrogateescape"):
        return False
    module, _, bare = name.strip('"').rpartition(".")
    return module == "builtins" or is_read_in_c(model) or bare.encode("utf-8", "replace") in names_in_messages(model)


def literal_of(model: Extension, value: bytes) -> str | None:
    """Return the string that C text spells, macros of the project opened; None if it is anything else."""
    tokens = strip_casts(lex_fragment(value, Span(0, len(value))))
    parts: list[str] = []
    for token in tokens:
        if token.kind is TokenKind.STRING:
            parts.append(token.text.decode("latin-1").strip('"'))
        elif token.kind is TokenKind.IDENT and token.text.decode("latin-1") in model.macros:
            body = model.macros[token.text.decode("latin-1")].body
            parts += [item.text.decode("latin-1").strip('"') for item in body if item.kind is TokenKind.STRING]
        elif token.text not in (b"(", b")"):
            return None
    return "".join(parts) if parts else None


def gains_module_name(model: Extension, static: StaticType) -> bool:
    """Tell whether the type's name gets a module in front: a visible change."""
    return spec_name(model, static) != static.value("tp_name").decode("utf-8", "surrogateescape")
