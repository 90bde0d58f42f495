"""The fixpoint: refusing one subject can take the state away from another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from unstatic.facts.module.exec_conversion import InitReader
from unstatic.facts.module.import_cycles import import_cycles
from unstatic.facts.module.module_lookups import LOOKUPS, lookups
from unstatic.facts.module.module_variable import is_process_module, process_module
from unstatic.facts.references.borrowed_globals import borrows
from unstatic.facts.references.interpreter_constants import holds_shared_constants
from unstatic.facts.state import interpreter_dict
from unstatic.facts.state.existing_hooks import hook_problems
from unstatic.facts.state.existing_state_problems import own_state_problems
from unstatic.facts.state.routes import Router, Routes
from unstatic.facts.trust.keep_comments import keep_comments
from unstatic.facts.trust.limited_api import limited_api
from unstatic.facts.trust.protected_files import protected_use
from unstatic.facts.trust.python_code import expects_builtins
from unstatic.facts.trust.unexplained_names import gaps, unexplained
from unstatic.facts.types.struct_sequences import sequences_of
from unstatic.model.extension import Declaration, Extension, Global, GlobalKind, Linkage, StaticType
from unstatic.model.obstacle import Obstacle
from unstatic.model.subjects import global_subject, subject_of, type_subject
from unstatic.plan.deciding import metaclasses as metaclass_rules
from unstatic.plan.deciding import struct_sequences as sequence_rules
from unstatic.plan.deciding import types as type_rules
from unstatic.plan.deciding import units as unit_rules
from unstatic.plan.deciding import variables as variable_rules
from unstatic.plan.deciding.branches import hidden_definitions
from unstatic.plan.deciding.claims import ClaimSettings, decide_claims, objects_among
from unstatic.plan.deciding.loading import (
    is_for_init_only,
    lacking_when_alone,
    loading_after,
    made_anew,
    may_hold,
    runs_once,
)
from unstatic.plan.deciding.names import choose_names, planned_names, planned_stem
from unstatic.plan.deciding.readying import is_made_after
from unstatic.plan.decisions import Decision, Plan, TypeChoice, Verdict
from unstatic.settings.decided_beforehand import Planned
from unstatic.text.edits import Safety
from unstatic.text.source import Location, Span

_PREPARATIONS = (
    "dead-branches",
    "init-macros",
    "type-aliases",
    "type-tables",
    "static-instances",
    "direct-converters",
    "split-macros",
)
REWRITES = (
    *_PREPARATIONS,
    *("tp-alloc", "heap-types", "module-state", "interpreter-dict", "multi-phase-init", "isolation-claims"),
)
# Heap types in static variables, for a module whose initialisation has to stay.
_FIRST_STAGE = (*(name for name in _PREPARATIONS if name != "dead-branches"), "tp-alloc", "heap-types")
# What is done only where it was asked for by its name or by an option of its own.
_ON_REQUEST = ("dead-branches", "interpreter-dict")
# What says that no way leads from a use to the module.
_NO_WAY = frozenset(
    ("callback", "called-directly", "no-route", "mixed-roles", "static-method", "static-owner", "unowned-table")
)


@dataclass(frozen=True, slots=True)
class Choices:
    """What the user asked for."""

    minimum: tuple[int, int] = (3, 9)
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    gc: str = "auto"
    gil_claim: str = "auto"
    pep573: bool = False
    planned: Planned | None = None
    fold_dead_branches: bool = False
    fallback: str = "auto"
    load_once: bool = False
    first_stage: bool = False
    unwritable: tuple[tuple[str, str], ...] = ()


@dataclass
class _Work:
    """The subjects still in the running, and why the others fell out."""

    model: Extension
    choices: Choices
    types: dict[str, StaticType] = field(default_factory=dict)
    globals: dict[str, Global] = field(default_factory=dict)
    refused: dict[str, Obstacle] = field(default_factory=dict)
    kept: dict[str, Obstacle] = field(default_factory=dict)
    unclear: dict[str, Obstacle] = field(default_factory=dict)
    """Functions, by name, that are written where it can't be told whether they are called."""
    unexplained: dict[bytes, tuple[Location, ...]] = field(default_factory=dict)
    """Names in `#if` groups that aren't compiled here, whose meaning isn't known."""
    header: str = ""
    shared: dict[str, Obstacle] = field(default_factory=dict)
    """Globals that each interpreter keeps, and what is in the way of the module state."""
    holding: frozenset[str] = frozenset()
    """Types of which an instance keeps its module from being cleared."""
    lookup: Obstacle | None = None
    """Why what finds the module by what is one per process can't be replaced."""
    later: Mapping[str, Obstacle] | None = None
    """What a first stage, which makes heap types only, leaves for a second one, and why."""
    once: bool = False
    """Whether a guard lets the module be loaded once only."""


def decide(model: Extension, choices: Choices) -> Plan:
    """Return the plan for one extension; every subject has a verdict, a reason and a place."""
    work = _Work(model, choices, unexplained=unexplained(model, choices.minimum))
    init = _settled(work)
    if choices.first_stage and init is not None and (init.verdict, init.rule) == (Verdict.REFUSE, "load-once"):
        start = _Work(model, replace(choices, select=_FIRST_STAGE), unexplained=work.unexplained, later=_staying(work))
        _settled(start)
        work = start if start.types else work
    return _plan(work, init)


def _settled(work: _Work) -> Decision | None:
    """Sort the subjects into those that migrate and the others, and return what becomes of the initialisation."""
    model, choices = work.model, work.choices
    init = _init_decision(work)
    for static in model.types:
        _consider(work, static.symbol, static, sequence_rules.obstacles(model, static, choices.minimum))
    for item in model.globals:
        _consider(work, item.symbol, item, variable_rules.obstacles(model, item))
    _leave_unselected(work)
    _keep_commented(work)
    _leave_declined(work)
    _refuse_unwritable(work)
    _refuse_inactive(work)
    _refuse_errors(work)
    _refuse_protected(work)
    _refuse_other_units(work)
    _refuse_unexplained(work)
    if init is not None and (init.verdict is Verdict.REFUSE or init.rule == "declined"):
        _refuse_all(work, Obstacle(f"the module's initialisation stays: {init.reason}", "init", init.location))
    _refuse_state(work)
    _leave_for_later(work)
    work.holding = frozenset(
        symbol for symbol, static in work.types.items() if type_rules.keeps_module(model, static, choices.gc)
    )
    _settle(work)
    _leave_plain_data(work)
    _settle(work)
    _fall_back(work, init)
    _keep_what_stays_needs(work)
    init = _keep_process_module(work, init)
    init = _keep_lookups(work, init)
    init = _keep_loads(work, init)
    init = _leave_gainless(work, init)
    sequence_rules.settle_guards(model, work.types, work.globals, work.kept)
    return init


def _consider(work: _Work, symbol: str, item: StaticType | Global, found: Iterable[Obstacle]) -> None:
    first = next(iter(found), None)
    if first is not None:
        _stay(work, symbol, item, first)
    elif isinstance(item, StaticType):
        work.types[symbol] = item
    else:
        work.globals[symbol] = item


def _drop(work: _Work, symbol: str, obstacle: Obstacle) -> None:
    """Take a subject out; the first reason for that counts."""
    if symbol in work.kept:
        return
    found = work.globals.pop(symbol, None) or work.types.pop(symbol, None)
    _stay(work, symbol, found, obstacle)


def _stay(work: _Work, symbol: str, item: StaticType | Global | None, obstacle: Obstacle) -> None:
    """Refuse a subject, or keep it if it is plain C data or a constant: that limits the claim, but breaks nothing."""
    if isinstance(item, Global) and item.kind is GlobalKind.DATA:
        work.kept.setdefault(symbol, obstacle)
    elif isinstance(item, Global) and holds_shared_constants(work.model, item):
        work.kept.setdefault(symbol, variable_rules.constant(work.model, item))
    else:
        work.refused.setdefault(symbol, obstacle)


def _running(work: _Work) -> list[tuple[str, StaticType | Global]]:
    return [*work.types.items(), *work.globals.items()]


def _refuse_all(work: _Work, obstacle: Obstacle) -> None:
    for symbol in (*work.types, *work.globals):
        _drop(work, symbol, obstacle)


def _leave_unselected(work: _Work) -> None:
    """Keep what `--only` doesn't name; a type needs the module's initialisation either way."""
    if set(selected_rewrites(work.choices)) <= set(_PREPARATIONS):
        _keep_everything(work)
    if not work.choices.only:
        return
    for symbol, static in list(work.types.items()):
        if type_subject(static) not in work.choices.only:
            _keep(work, symbol, static.declaration.path, static.declaration.name_span.start)
    for symbol, item in list(work.globals.items()):
        if global_subject(work.model, item) not in work.choices.only:
            _keep(work, symbol, item.declaration.path, item.declaration.name_span.start)


def _leave_declined(work: _Work) -> None:
    """Keep what the plan file doesn't want, or knows nothing of."""
    planned = work.choices.planned
    if planned is None:
        return
    for symbol, item in _running(work):
        reason = planned.leaves(subject_of(work.model, item))
        if reason:
            work.types.pop(symbol, None)
            work.globals.pop(symbol, None)
            work.kept[symbol] = Obstacle(reason, "declined", _where(work.model, item))


def _refuse_unwritable(work: _Work) -> None:
    """Refuse what came out as code that doesn't compile, in an earlier attempt."""
    known = dict(work.choices.unwritable)
    for symbol, item in _running(work):
        subject = subject_of(work.model, item)
        if subject in known:
            reason = f"what was written for it doesn't compile, which is a bug in unstatic: {known[subject]}"
            _drop(work, symbol, Obstacle(reason, "does-not-compile", _where(work.model, item)))


def _keep_everything(work: _Work) -> None:
    for symbol, item in _running(work):
        _keep(work, symbol, item.declaration.path, item.declaration.name_span.start)


def _keep(work: _Work, symbol: str, path: Path, offset: int) -> None:
    obstacle = Obstacle("it wasn't asked for", "only", work.model.location(path, offset))
    work.types.pop(symbol, None)
    work.globals.pop(symbol, None)
    work.kept[symbol] = obstacle


def _keep_commented(work: _Work) -> None:
    """Keep what a comment says stays, whatever else could be said of it."""
    for comment in keep_comments(work.model):
        for symbol in comment.symbols:
            work.types.pop(symbol, None)
            work.globals.pop(symbol, None)
            work.refused.pop(symbol, None)
            reason = f"a comment keeps it: {comment.reason}"
            work.kept[symbol] = Obstacle(reason, "keep-comment", comment.location)


def _refuse_inactive(work: _Work) -> None:
    """Refuse what a group that isn't compiled here names in a way that can't be told (G132)."""
    for symbol, item in _running(work):
        places = work.unexplained.get(item.name.encode(), ())
        where = next((place for place in places if _may_mean(work.model, place, item)), None)
        if where is not None:
            reason = "an #if group that isn't compiled here, and can't be read for sure, uses it as well"
            _drop(work, symbol, Obstacle(reason, "inactive-branch", where))
            continue
        for obstacle in hidden_definitions(work.model, item):
            _drop(work, symbol, obstacle)
            break


def _may_mean(model: Extension, place: Location, item: StaticType | Global) -> bool:
    """Tell whether a name at *place* can mean *item*: one that isn't linked is known to the units that declare it."""
    if item.declaration.linkage is Linkage.EXTERNAL:
        return True
    readers = set(model.readers.get(place.path, ()))
    return not readers or bool(readers & set(model.readers[item.declaration.path]))


def _refuse_errors(work: _Work) -> None:
    """Refuse what is defined or used where the parse failed: facts there may be incomplete (G138)."""
    model = work.model
    for path, offset, message in model.errors:
        if path not in model.files or "file not found" in message:
            continue
        obstacle = Obstacle(f"the code around it doesn't parse: {message}", "parse-error", model.location(path, offset))
        spans = _declared_around(model, path, offset)
        names = {token.text for span in spans for token in model.files[path].tokens_in(span)}
        for symbol, item in _running(work):
            # References near an error can be lost: the spelling counts. Outside of any declaration nothing is sure.
            if not spans or item.name.encode() in names:
                _drop(work, symbol, obstacle)


def _refuse_state(work: _Work) -> None:
    """Refuse everything when the module has a state or hooks of its own that can't be extended."""
    for found in (*own_state_problems(work.model, work.choices.minimum), *hook_problems(work.model)):
        _refuse_all(work, found)


def _keep_process_module(work: _Work, init: Decision | None) -> Decision | None:
    """Refuse everything when the variable that holds the module stays: the import system makes the module then."""
    item = process_module(work.model)
    if item is None or init is None or init.verdict is Verdict.REFUSE or item.symbol in work.globals:
        return init
    why = _staying(work).get(item.symbol)
    detail = f": {why.reason}" if why is not None else ""
    reason = f"the module is kept in {item.name}, a variable of the whole process that stays{detail}"
    where = why.location if why is not None else _where(work.model, item)
    _refuse_all(work, Obstacle(f"the module's initialisation stays: {reason}", "init", where))
    return replace(init, verdict=Verdict.REFUSE, reason=reason, rule="init", location=where)


def _refuse_lookups(work: _Work, block: Obstacle) -> None:
    """Refuse everything when what finds the module can't be replaced: it wouldn't find one any more (G79)."""
    reason = f"it can't do without finding the module by what is one per process: {block.reason}"
    work.lookup = Obstacle(reason, "init", block.location)
    _refuse_all(work, replace(work.lookup, reason=f"the module's initialisation stays: {reason}"))


def _keep_lookups(work: _Work, init: Decision | None) -> Decision | None:
    found = work.lookup
    if found is None or init is None or init.verdict is Verdict.REFUSE:
        return init
    return replace(init, verdict=Verdict.REFUSE, reason=found.reason, rule=found.rule, location=found.location)


def _keep_loads(work: _Work, init: Decision | None) -> Decision | None:
    """Refuse everything when the module could be loaded less often than before, unless that was asked for."""
    is_changed = init is not None and init.verdict is Verdict.MIGRATE
    if init is None or not is_changed or "multi-phase-init" not in selected_rewrites(work.choices):
        return init
    found = made_anew(work.model, objects_among(work.model, _staying(work))) if runs_once(work.model) else None
    if found is None or work.choices.load_once:
        work.once = found is not None
        return init
    reason = f"{found.reason}: the module could be loaded only once per process"
    work.refused |= work.shared
    work.shared = {}
    _refuse_all(work, replace(found, reason=f"the module's initialisation stays: {reason}"))
    return replace(init, verdict=Verdict.REFUSE, reason=reason, rule=found.rule, location=found.location)


def _leave_gainless(work: _Work, init: Decision | None) -> Decision | None:
    """Refuse everything when objects stay and what would move is of no use to anybody: not worth a diff."""
    if work.types or work.shared or work.choices.only or init is None or init.verdict is Verdict.REFUSE:
        return init
    stays = objects_among(work.model, _staying(work))
    is_selected = "multi-phase-init" in selected_rewrites(work.choices)
    if not is_selected or not stays or any(not is_for_init_only(work.model, item) for item in work.globals.values()):
        return init
    first = _staying(work)[stays[0].symbol]
    reason = f"nothing would be gained: {stays[0].name} stays, and nothing moves that a function reads"
    _refuse_all(work, Obstacle(reason, "nothing-gained", first.location))
    if init.verdict is not Verdict.MIGRATE:
        return init
    return replace(init, verdict=Verdict.REFUSE, reason=reason, rule="nothing-gained", location=first.location)


def _leave_for_later(work: _Work) -> None:
    """In a first stage, keep all but the types that are made ready, each for the reason that was found before."""
    if work.later is None:
        return
    model = work.model
    rest = Obstacle("it stays until the initialisation can change", "load-once", model.location(model.main_path, 0))
    sequences = [item.static.symbol for item in sequences_of(model)]
    for symbol in (*work.globals, *(symbol for symbol in sequences if symbol in work.types)):
        _drop(work, symbol, work.later.get(symbol, rest))


def _staying(work: _Work) -> dict[str, Obstacle]:
    return {**work.refused, **work.kept}


def _declared_around(model: Extension, path: Path, offset: int) -> list[Span]:
    """Return the file-level declarations that hold *offset*."""
    return [
        item.span
        for item in model.declarations
        if item.path == path and item.function is None and item.span.start <= offset <= item.span.end
    ]


def _refuse_protected(work: _Work) -> None:
    """Refuse what is defined or used where nothing is edited (G133)."""
    for symbol, _ in _running(work):
        found = protected_use(work.model, symbol)
        if found is not None:
            reason = f"it is defined or used in a file that {found.reason}"
            _drop(work, symbol, replace(found, reason=reason))


def _refuse_other_units(work: _Work) -> None:
    """Refuse what can't move because of the other units that see it."""
    for symbol, item in _running(work):
        first = next(unit_rules.obstacles(work.model, item), None)
        if first is not None:
            _drop(work, symbol, first)


def _refuse_unexplained(work: _Work) -> None:
    """Refuse what is spelled where the parser saw nothing of it: an edit there could be wrong or missing (G130)."""
    subjects: dict[str, frozenset[str]] = {}
    for symbol, item in _running(work):
        subjects[item.name] = subjects.get(item.name, frozenset()) | {symbol}
    functions: dict[str, frozenset[str]] = {}
    # In C++ classes share the names of their members' functions: those are told apart where routes are looked for.
    for symbol, function in work.model.functions.items() if work.model.language == "c" else ():
        functions[function.name] = functions.get(function.name, frozenset()) | {symbol}
    for name, gap in gaps(work.model, {**functions, **subjects}):
        for symbol in sorted(subjects.get(name, ())):
            _drop(work, symbol, gap)
        work.unclear.setdefault(name, gap)
    for spelled, (where, *_) in work.unexplained.items():
        gap = Obstacle("an #if group isn't compiled here", "inactive-branch", where)
        work.unclear.setdefault(spelled.decode("latin-1"), gap)


def _where(model: Extension, item: StaticType | Global) -> Location:
    return model.location(item.declaration.path, item.declaration.name_span.start)


def _refuse_bases(work: _Work) -> None:
    """A type that stays static needs its base's address at compile time: the base stays as well (G44, G57)."""
    for static in work.model.types:
        base = static.function("tp_base")
        if static.symbol in work.types or base not in work.types:
            continue
        reason = f"{static.name}, which stays static, has it as its base"
        _drop(work, base, Obstacle(reason, "static-owner", _where(work.model, static)))


def _refuse_unready_bases(work: _Work) -> None:
    """A type can't be made from a spec before its base is ready, if that stays static."""
    for symbol, static in list(work.types.items()):
        base = work.model.type_by_symbol(static.function("tp_base") or "")
        if base is None or base.symbol in work.types or is_made_after(work.model, static, base):
            continue
        reason = f"its base {base.name} stays static, and isn't seen to be made ready before it"
        _drop(work, symbol, Obstacle(reason, "type-ready", _where(work.model, static)))


def _settle(work: _Work) -> None:
    """Refuse until nothing that is left depends on something refused."""
    while True:
        before = len(work.types) + len(work.globals)
        heap_types = _heap_types(work)
        router = Router(work.model, heap_types, work.unclear, work.holding)
        # A type that stays static is reached by its name, as before.
        moving = [*(symbol for symbol in work.types if symbol in heap_types), *work.globals]
        moving += [LOOKUPS] if work.later is None and lookups(work.model).needing_state() else []
        routes = router.find(moving)
        for symbol, block in _blocks(work, routes):
            if symbol == LOOKUPS:
                _refuse_lookups(work, block)
                continue
            _drop(work, symbol, block)
        _refuse_shared_functions(work)
        _refuse_bases(work)
        _refuse_unready_bases(work)
        for symbol, obstacle in metaclass_rules.left_static(work.model, work.types):
            _drop(work, symbol, obstacle)
        for symbol, obstacle in sequence_rules.left_behind(work.model, work.types, work.kept):
            _drop(work, symbol, obstacle)
        if len(work.types) + len(work.globals) == before:
            _find_header(work, routes)
        if len(work.types) + len(work.globals) == before:
            return


def _blocks(work: _Work, routes: Routes) -> Iterator[tuple[str, Obstacle]]:
    """Yield what can't move, and why; a type that a first stage keeps in a static variable needs no state."""
    for symbol, blocks in routes.blocked.items():
        found = (item for item in blocks if work.later is None or item.rule not in (*_NO_WAY, "teardown"))
        yield from ((symbol, item) for item in islice(found, 1))


def _heap_types(work: _Work) -> frozenset[str]:
    """Return the types that will lead to their module."""
    return frozenset(work.types) if "heap-types" in selected_rewrites(work.choices) else frozenset()


def _find_header(work: _Work, routes: Routes) -> None:
    """Find the header that all units with the state share; what needs one where there is none stays."""
    choice = unit_rules.choose_header(work.model, routes, [item for _, item in _running(work)])
    work.header = choice.header
    for symbol, obstacle in choice.refused:
        _drop(work, symbol, obstacle)


def _refuse_shared_functions(work: _Work) -> None:
    """A deallocator that a static type uses as well can't release the type: refuse its heap twins."""
    for slot in ("tp_dealloc", "tp_traverse"):
        users: dict[str, list[StaticType]] = {}
        for static in work.model.types:
            function = static.function(slot)
            if function is not None and function in work.model.functions:
                users.setdefault(function, []).append(static)
        for group in users.values():
            static_one = next((item for item in group if item.symbol not in work.types), None)
            if static_one is None:
                continue
            for item in group:
                if item.symbol in work.types:
                    where = work.model.location(item.declaration.path, item.declaration.name_span.start)
                    reason = f"it shares its {slot} with {static_one.name}, which stays static"
                    _drop(work, item.symbol, Obstacle(reason, "shared-slot", where))


def _leave_plain_data(work: _Work) -> None:
    """Keep C data that doesn't belong to a module in any provable way; it limits the claim instead (G89)."""
    objects = frozenset(
        symbol for symbol, item in work.globals.items() if item.kind is not GlobalKind.DATA
    ) | frozenset(work.types)
    router = Router(work.model, _heap_types(work), work.unclear, work.holding)
    for symbol, item in list(work.globals.items()):
        if item.kind is GlobalKind.DATA and not variable_rules.moves_with_objects(work.model, item, objects, router):
            where = work.model.location(item.declaration.path, item.declaration.name_span.start)
            del work.globals[symbol]
            work.kept[symbol] = Obstacle("it is C data of the whole process", "process-state", where)


def _fall_back(work: _Work, init: Decision | None) -> None:
    """Keep once per interpreter what no state reaches, where that is right and was asked for, or leaves nothing."""
    if interpreter_dict.RULE not in selected_rewrites(work.choices):
        return
    before = dict(work.refused)
    _keep_per_interpreter(work)
    is_whole = init is not None and init.verdict is not Verdict.REFUSE
    is_whole = is_whole and not objects_among(work.model, _staying(work))
    if work.choices.fallback == "auto" and not is_whole:
        work.refused, work.shared = before, {}


def _keep_what_stays_needs(work: _Work) -> None:
    """Refuse what a variable that stays depends on; what is refused stays as well, so this goes on until nothing is."""
    while "module-state" in selected_rewrites(work.choices):
        stays = [item for item in objects_among(work.model, _staying(work)) if isinstance(item, Global)]
        found = [*_types_of_instances(work, stays), *_lenders(work, stays)]
        if not found:
            return
        for symbol, obstacle in found:
            _drop(work, symbol, obstacle)
        _settle(work)


def _types_of_instances(work: _Work, stays: Sequence[Global]) -> Iterator[tuple[str, Obstacle]]:
    """Yield types of which an instance may be in a variable that stays: it wouldn't be one for the next module."""
    for symbol, static in work.types.items():
        for item in stays:
            if (where := may_hold(work.model, item, static)) is not None:
                reason = f"an instance of it may be in {item.name}, which stays one for all modules"
                yield symbol, Obstacle(reason, "kept-instance", where)


def _lenders(work: _Work, stays: Sequence[Global]) -> Iterator[tuple[str, Obstacle]]:
    """Yield globals from which one that stays borrows: the state releases the object, and nothing else holds it."""
    for symbol, lender in work.globals.items():
        for item in stays:
            if (where := borrows(work.model, item, lender)) is not None:
                yield symbol, Obstacle(f"{item.name}, which stays, borrows the object from it", "ownership", where)


def _keep_per_interpreter(work: _Work) -> None:
    for item in work.model.globals:
        found = work.refused.get(item.symbol)
        if found is None or found.rule not in _NO_WAY:
            continue
        others = {work.model.by_symbol[symbol][0].path for symbol in work.shared} - {item.declaration.path}
        if any(may_hold(work.model, item, static) is not None for static in work.types.values()):
            continue
        problem = next(interpreter_dict.problems(work.model, item), None)
        if problem is None and not others:
            work.shared[item.symbol] = work.refused.pop(item.symbol)
        elif problem is not None:
            reason = f"{found.reason}; it can't be kept per interpreter either: {problem.reason}"
            work.refused[item.symbol] = replace(found, reason=reason)


def _init_decision(work: _Work) -> Decision | None:
    model = work.model
    init = model.init
    if init is None:
        return None
    definition = model.functions[init.builder].definition
    where = model.location(definition.path, definition.name_span.start)
    subject = f"init:{model.functions[init.entry].name}"
    limited = limited_api(model)
    if limited is not None:
        reason = "the extension is compiled for the limited API, which lacks what would be written"
        return Decision(subject, Verdict.REFUSE, reason, "limited-api", limited)
    if init.multi_phase:
        return Decision(subject, Verdict.KEEP, "it is multi-phase already", "init", where)
    problem = next(_init_problems(work, definition), None)
    if problem is not None:
        return Decision(subject, Verdict.REFUSE, problem.reason, problem.rule, problem.location)
    declined = work.choices.planned.leaves(subject) if work.choices.planned is not None else ""
    if declined:
        return Decision(subject, Verdict.KEEP, declined, "declined", where)
    return Decision(subject, Verdict.MIGRATE, "its body becomes an exec slot", "multi-phase-init", where)


def _init_problems(work: _Work, builder: Declaration) -> Iterator[Obstacle]:
    """Yield what keeps the function that makes the module from becoming an exec slot."""
    model = work.model
    for path, offset, text in model.errors:
        if path == builder.path and offset in builder.span:
            yield Obstacle(f"it doesn't parse: {text}", "init", model.location(path, offset))
    yield from InitReader(model).read().problems
    for cycle in import_cycles(model):
        what = f"needs {', '.join(cycle.missing)} from the module" if cycle.missing else "may import the module back"
        reason = f"it imports {cycle.module} before the module is complete, and that {what}"
        yield Obstacle(reason, "import-cycle", model.location(cycle.use.path, cycle.use.offset))
    found = lookups(model).found
    if found and "module-state" not in selected_rewrites(work.choices):
        reason = "the module is found by what is one per process, and module-state isn't selected"
        yield Obstacle(reason, "init", model.location(found[0].path, found[0].span.start))


def _plan(work: _Work, init: Decision | None) -> Plan:
    model, choices = work.model, work.choices
    decisions = [_type_decision(work, static) for static in model.types]
    decisions += [_global_decision(work, item) for item in model.globals]
    if init is not None:
        decisions.append(_selected_init(work, init))
    # The names of a plan that was carried out are taken by what it made.
    planned = choices.planned if any(item.verdict is Verdict.MIGRATE for item in decisions) else None
    names = planned_names(model, planned, choose_names(model))
    # A type that is called as the module is mustn't have a table of slots of the same name as the module's.
    taken = {names.slots.removesuffix("_slots")}
    chosen: list[TypeChoice] = []
    for symbol in work.types:
        choice = planned_stem(
            model, choices.planned, sequence_rules.choose(model, work.types[symbol], choices.gc, taken)
        )
        taken.add(choice.stem)
        chosen.append(choice)
    claims = decide_claims(model, _staying(work), ClaimSettings(choices.gil_claim, work.once))
    if work.later is not None:
        claims = replace(claims, multiple_interpreters="", loading="first stage, initialised and loaded as before")
    else:
        told = (loading_after(model, claims), lacking_when_alone(model, work.globals.values()))
        claims = replace(claims, loading="; ".join(filter(None, told)))
    return Plan(
        model.name,
        tuple(decisions),
        tuple(chosen),
        names,
        claims,
        choices.minimum,
        selected_rewrites(choices),
        choices.pep573,
        work.header,
    )


def _selected_init(work: _Work, init: Decision) -> Decision:
    if init.verdict is Verdict.MIGRATE and "multi-phase-init" not in selected_rewrites(work.choices):
        return replace(init, verdict=Verdict.KEEP, reason="multi-phase-init isn't selected", rule="only")
    return init


def selected_rewrites(choices: Choices) -> tuple[str, ...]:
    """Return the rewrites to run, in order."""
    wanted = [name for name in REWRITES if name in choices.select or not (choices.select or name in _ON_REQUEST)]
    if choices.fold_dead_branches:
        wanted.append("dead-branches")
    is_wanted = choices.fallback == "interpreter-dict" or (choices.fallback == "auto" and not choices.select)
    if is_wanted and {"module-state", "multi-phase-init"}.intersection(wanted):
        wanted.append("interpreter-dict")
    return tuple(name for name in REWRITES if name in wanted and name not in choices.ignore)


def _type_decision(work: _Work, static: StaticType) -> Decision:
    subject = type_subject(static)
    stays = _stays(work, static.symbol, subject)
    if stays is not None:
        return stays
    sequence = sequence_rules.decision(work.model, static)
    if sequence is not None:
        return sequence
    where = work.model.location(static.declaration.path, static.declaration.name_span.start)
    if type_rules.gains_module_name(work.model, static):
        reason = "static type; its name gets the module in front, which shows in __module__ and repr (G36)"
        if expects_builtins(work.model):
            reason = "static type; its name gets builtins in front, as the project compares __module__ with that (G36)"
        return Decision(subject, Verdict.MIGRATE, reason, "heap-types", where, Safety.REVIEW)
    return Decision(subject, Verdict.MIGRATE, "static type that can be made from a spec", "heap-types", where)


def _global_decision(work: _Work, item: Global) -> Decision:
    subject = global_subject(work.model, item)
    stays = _stays(work, item.symbol, subject)
    if stays is not None:
        return stays
    if item.symbol in sequence_rules.guards(work.model, work.types):
        return sequence_rules.guard_decision(work.model, item)
    where = work.model.location(item.declaration.path, item.declaration.name_span.start)
    if item.symbol in work.shared:
        reason = f"{work.shared[item.symbol].reason}; so each interpreter keeps one for all its modules"
        return Decision(subject, Verdict.MIGRATE, reason, "interpreter-dict", where, Safety.REVIEW)
    if is_process_module(work.model, item):
        reason = "the module: an argument where it is initialised, and a pointer from its state elsewhere"
        return Decision(subject, Verdict.MIGRATE, reason, "multi-phase-init", where)
    if item.kind is GlobalKind.DATA:
        reason = "mutable C data that only code with a module uses: each module gets its own"
        return Decision(subject, Verdict.MIGRATE, reason, "module-state", where, Safety.REVIEW)
    return Decision(subject, Verdict.MIGRATE, f"{item.kind.value} that every user can reach", "module-state", where)


def _stays(work: _Work, symbol: str, subject: str) -> Decision | None:
    for found, verdict in ((work.refused, Verdict.REFUSE), (work.kept, Verdict.KEEP)):
        if symbol in found:
            obstacle = found[symbol]
            return Decision(subject, verdict, obstacle.reason, obstacle.rule, obstacle.location, Safety.SAFE)
    return None
