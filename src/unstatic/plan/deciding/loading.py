"""How often, and where, a module can be loaded: a migration that leaves objects behind mustn't take any of that away.

Single-phase initialisation with an `m_size` of -1 runs once per process. Each further import, and each subinterpreter
with the same GIL, gets a copy of the module's dict (`Python/import.c`). With any other `m_size`, and with multi-phase
initialisation, it runs for each of them. So what stays in variables of the process is as before after a migration
where initialisation ran again anyway, or where it doesn't touch what stays.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import chain

from unstatic.c.nodes import Call
from unstatic.c.syntax import StatementKind
from unstatic.capi.other_apis import CRASHING_BEFORE
from unstatic.capi.references import REPLACE
from unstatic.capi.types import TYPE_DICTS
from unstatic.facts.layout.instances_put import puts_instance
from unstatic.facts.module.call_contexts import reached
from unstatic.facts.module.helpers import exec_functions, init_functions, initialising
from unstatic.facts.module.import_cycles import initial_imports
from unstatic.facts.once.filled_from_python import Filling, filled_from_python
from unstatic.facts.once.repeated_data import made_for_each, set_anew
from unstatic.facts.once.second_runs import runs_once
from unstatic.facts.once.set_on_types import set_on_types
from unstatic.facts.references.api_tables import is_api_table
from unstatic.facts.state.object_tests import absent, asks_first
from unstatic.facts.trust.python_code import python_modules
from unstatic.facts.types.allocation import same_record
from unstatic.facts.types.sequences.struct_sequences import sequences_of
from unstatic.model.extension import Declaration, Extension, Global, GlobalKind, Reference, StaticType
from unstatic.model.obstacle import Obstacle
from unstatic.model.subjects import subject_of
from unstatic.model.uses import STORING, UsedAs, use_of
from unstatic.plan.deciding.claims import once_per_process
from unstatic.plan.decisions import Claims
from unstatic.text.source import Location, Span


def made_anew(model: Extension, staying: Iterable[StaticType | Global]) -> Iterator[Obstacle]:
    """Yield what of all that stays each run of the initialisation would replace for the modules before it."""
    assert model.init is not None
    starts = dict.fromkeys((model.init.entry, *init_functions(model)))
    running = {function for start in starts if start in model.functions for function in reached(model, start)}
    sequences = {item.static.symbol for item in sequences_of(model) if item.creation.guard is None}
    for item in staying:
        if isinstance(item, StaticType) and item.symbol not in sequences and not _fills_type_dicts(model):
            # PyType_Ready does nothing with a type that is ready.
            continue
        if isinstance(item, Global) and is_api_table(model, item):
            continue
        uses = (one for one in model.uses.get(item.symbol, ()) if one.function in running)
        setting = (use for use in uses if _is_set(model, item, use) and not _is_made_once(model, item, use))
        use = next(chain(setting, _through_tables(model, item, running)), None)
        if use is not None:
            reason = f"{item.name} stays in a variable of the process, and the initialisation sets it"
            yield Obstacle(reason, "load-once", model.location(use.path, use.offset), subject_of(model, item))


def _through_tables(model: Extension, item: StaticType | Global, running: Container[str | None]) -> Iterator[Reference]:
    """Yield the uses of tables that hold the address of a variable, `{"keys", &keys}`: it may be set through them."""
    if isinstance(item, StaticType) or item.kind is GlobalKind.DATA:
        return
    for use in model.uses.get(item.symbol, ()):
        if use.function is None and use.initialises is not None:
            yield from (one for one in model.uses.get(use.initialises, ()) if one.function in running)


def is_for_init_only(model: Extension, item: Global) -> bool:
    """Tell whether only the initialisation names a variable: nothing depends on whose it is."""
    assert model.init is not None
    builders = {*initialising(model), *exec_functions(model)}
    return all(use.function in builders for use in model.uses.get(item.symbol, ()))


def _fills_type_dicts(model: Extension) -> bool:
    return any(word in model.identifiers for word in TYPE_DICTS)


def _is_made_once(model: Extension, item: StaticType | Global, use: Reference) -> bool:
    """Tell whether *use* stands in an `if (item == NULL ...)`: what the first run made is there in the next ones."""
    assert use.function is not None
    path = model.body_at(use.function, use.path, use.offset).path_to(use.offset)
    name = item.name.encode()
    for statement in path:
        if statement.kind is StatementKind.IF and statement.children:
            asks = asks_first(statement.head, b"&&", absent(name))
            guarded = Span(statement.span.start, statement.children[0].span.end)
            if asks and use.offset in guarded:
                return True
    return False


def loading_after(model: Extension, claims: Claims) -> str:
    """Return a clause on how the module can be loaded, compared with before, where objects stay in the process."""
    if model.init is None:
        return ""
    other = once_per_process(model) if runs_once(model) else ""
    if other:
        return (
            f"each load imports {other}, which further interpreters can't; before, they got a copy of the module's dict"
        )
    foreign = _foreign_import(model) if runs_once(model) else ""
    if foreign:
        return (
            f"each load imports {foreign}, and fails in further interpreters if that can't be loaded there, as modules "
            "made by Cython can't; before, they got a copy of the module's dict"
        )
    if not any(item.is_object for item in claims.reasons):
        return ""
    if claims.load_once:
        return "can be loaded once per process only, as --load-once allows; before, its dict was copied for each import"
    if model.init.multi_phase or not runs_once(model):
        return "can be loaded as often as before, by the same interpreters"
    return "can be loaded by the same interpreters as before; each import gets a module of its own, not a copy"


def crashing_imports(model: Extension, minimum: tuple[int, int]) -> str:
    """Return a clause on a module that is imported for each load, and that crashes once one interpreter lets it go.

    With multi-phase initialisation, and no object in a static variable, it was so before.
    """
    if model.init is not None and model.init.multi_phase and not model.globals:
        return ""
    for _, name in initial_imports(model):
        fixed = CRASHING_BEFORE.get(name, minimum)
        if minimum < fixed:
            version = ".".join(map(str, fixed))
            return (
                f"it lets go of {name} when an interpreter ends, and {name} crashes in the others then, before Python "
                f"{version}; the process kept it"
            )
    return ""


def _foreign_import(model: Extension) -> str:
    """Return a module of another project that the initialisation imports; empty if there is none."""
    own = model.name.partition(".")[0]
    for _, name in initial_imports(model):
        package = name.partition(".")[0]
        if package and package != own and package not in sys.stdlib_module_names and name not in python_modules(model):
            return name
    return ""


def may_hold(model: Extension, item: Global, static: StaticType) -> Location | None:
    """Return where a variable that all loads share is seen to get, or to be used for, an instance of a type.

    With a type for each module, the next one would find an object there that isn't of its own type.
    """
    declaration = item.declaration
    if is_api_table(model, item):
        return None
    if static.record and _is_pointer_to(model, declaration, static.record):
        return model.location(declaration.path, declaration.name_span.start)
    runs = {*exec_functions(model), *init_functions(model)}
    for use in model.uses.get(item.symbol, ()):
        if puts_instance(model, use, static):
            return model.location(use.path, use.offset)
        others = [one for one in model.uses_in.get(use.function or "", ()) if one.symbol == static.symbol]
        if use.function in runs or not _is_set(model, item, use):
            others = [one for one in others if one.path == use.path and _is_beside(model, use, one)]
        if others:
            return model.location(use.path, use.offset)
    return None


def lacking_when_alone(model: Extension, types: Iterable[StaticType], moving: Iterable[Global]) -> str:
    """Return clauses on what a module that is imported again alone lacks, which Python code gave to the first."""
    told = []
    filled = filled_from_python(model, moving)
    if filled:
        names = dict.fromkeys(f"what {one.name}() was given" if one.kind == "call" else one.name for one in filled)
        told.append(f"it lacks {', '.join(names)}: {_place(model, filled)} fills the first one only")
    changed = set_on_types(model, types)
    if changed:
        names = dict.fromkeys(one.name for one in changed)
        told.append(f"its types lack {', '.join(names)}: {_place(model, changed)} sets what the first ones have only")
    return f"imported again alone, {'; '.join(told)}; the process kept it" if told else ""


def _place(model: Extension, found: Sequence[Filling]) -> str:
    return f"{found[0].path.relative_to(model.root).as_posix()}:{found[0].line}"


def repeated_data(model: Extension, moving: Iterable[Global], staying: Iterable[Global]) -> str:
    """Return clauses on C data that each load sets anew, or makes once more, where the process did it once."""
    if not runs_once(model):
        return ""
    lost = dict.fromkeys(item.name for item, _ in set_anew(model, staying))
    made = list(made_for_each(model, moving))
    told = [f"each load sets {', '.join(lost)} anew, which the process did once"] if lost else []
    if made:
        calls = dict.fromkeys(f"{item.name} by {maker}()" for item, _, maker in made)
        told.append(f"each module makes {', '.join(calls)}, which nothing gives back; the process did it once")
    return "; ".join(told)


def _is_pointer_to(model: Extension, declaration: Declaration, record: str) -> bool:
    names = re.findall(r"\w+", declaration.canonical_type)
    pointee = declaration.pointee_record
    return record in names or (pointee is not None and same_record(model, pointee, record))


def _is_set(model: Extension, item: StaticType | Global, use: Reference) -> bool:
    """Tell whether a variable is assigned to there, or may be: by a macro, or through its address."""
    if isinstance(item, StaticType) or item.kind is not GlobalKind.OBJECT:
        return True
    found = use_of(model, use)
    first = found.outer[0] if found.outer else None
    if isinstance(first, Call) and found.role is UsedAs.ARGUMENT and first.function.tokens[-1].text in REPLACE:
        return use.offset in first.arguments[0].span
    return found.role in STORING or found.role is UsedAs.ELEMENT


def _is_beside(model: Extension, use: Reference, other: Reference) -> bool:
    """Tell whether two uses in a function stand in one statement."""
    assert use.function is not None
    path = model.body_at(use.function, use.path, use.offset).path_to(use.offset)
    return bool(path) and path[-1].kind is StatementKind.SIMPLE and other.offset in path[-1].span
