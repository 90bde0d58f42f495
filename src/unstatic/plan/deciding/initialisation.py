"""The initialisation: whether it can become an exec slot, and what stays with it where it can't."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from unstatic.facts.module.exec_conversion import init_flow
from unstatic.facts.module.import_cycles import import_cycles
from unstatic.facts.module.module_lookups import lookups
from unstatic.facts.once.hooks import process_hooks
from unstatic.facts.once.process_objects import started_once
from unstatic.facts.once.second_runs import runs_once
from unstatic.facts.state.existing_state_problems import own_state_problems
from unstatic.facts.state.teardown.existing_hooks import hook_problems, module_hooks
from unstatic.facts.state.teardown.unseen_state import left_behind
from unstatic.facts.trust.limited_api import FINAL_TYPES, MODULES, PHASES, limited_api
from unstatic.facts.trust.outside_callers import init_callers
from unstatic.model.extension import Declaration, Extension, GlobalKind, SymbolKind
from unstatic.model.obstacle import Obstacle
from unstatic.model.subjects import init_subject
from unstatic.plan.deciding.work import Found, Work
from unstatic.plan.decisions import Decision, Verdict


def decide_init(work: Work) -> None:
    """Decide whether the initialisation can be converted, as far as that depends on nothing else."""
    work.init = _decision(work)


def _decision(work: Work) -> Decision | None:
    model = work.model
    init = model.init
    if init is None:
        return None
    definition = model.functions[init.builder].definition
    where = model.location(definition.path, definition.name_span.start)
    subject = init_subject(model, init.entry)
    first = next(init_obstacles(work), None)
    if first is not None:
        return _refused(subject, first)
    if init.multi_phase:
        return Decision(subject, Verdict.KEEP, "it is multi-phase already", "init", where)
    declined = work.choices.planned.leaves(subject) if work.choices.planned is not None else ""
    if declined:
        return Decision(subject, Verdict.KEEP, declined, "declined", where)
    return Decision(subject, Verdict.MIGRATE, "its body becomes an exec slot", "multi-phase-init", where)


def init_obstacles(work: Work) -> Iterator[Obstacle]:
    """Yield what keeps the initialisation as it is, whatever becomes of types and variables."""
    model = work.model
    limited = _limited(model)
    if limited is not None and not _is_finished(model):
        yield limited
    if model.init is not None and not model.init.multi_phase:
        yield from _problems(work, model.functions[model.init.builder].definition)


def _limited(model: Extension) -> Obstacle | None:
    limited = limited_api(model)
    needed = FINAL_TYPES if model.types or model.specs else MODULES if module_hooks(model) else PHASES
    if limited is None or limited.version >= needed:
        return None
    told = "that of Python {}.{}".format(*limited.version) if any(limited.version) else "whose version can't be told"
    reason = f"the extension is compiled for the limited API, {told}; what would be written needs that of 3.{needed[1]}"
    return Obstacle(reason, "limited-api", limited.where)


def _is_finished(model: Extension) -> bool:
    """Tell whether a module is made in two phases already, and keeps no object for the process."""
    has_objects = any(item.kind is not GlobalKind.DATA for item in model.globals)
    return model.init is not None and model.init.multi_phase and not (model.types or has_objects)


def _problems(work: Work, builder: Declaration) -> Iterator[Obstacle]:
    """Yield what keeps the function that makes the module from becoming an exec slot."""
    model = work.model
    for path, offset, text in model.errors:
        if path == builder.path and offset in builder.span:
            yield Obstacle(f"it doesn't parse: {text}", "init", model.location(path, offset))
    yield from init_flow(model).problems
    yield from _called_elsewhere(model)
    yield from _defined_elsewhere(model)
    yield from _left_behind(work)
    for hook in process_hooks(model) if runs_once(model) else ():
        if hook.statement is None:
            call = hook.call.name.text.decode()
            reason = f"{call} adds {hook.name} for the whole process, and would do so with each module"
            yield Obstacle(reason, "init", hook.location)
    for start in started_once(model) if runs_once(model) else ():
        reason = f"{start.call.name.text.decode()} can be called once in a process, and would be with each module"
        yield Obstacle(reason, "init", start.location)
    for cycle in import_cycles(model):
        what = f"needs {', '.join(cycle.missing)} from the module" if cycle.missing else "may import the module back"
        reason = f"it imports {cycle.module} before the module is complete, and that {what}"
        yield Obstacle(reason, "import-cycle", model.location(cycle.use.path, cycle.use.offset))
    found = lookups(model).found
    if found and not work.selects("module-state"):
        reason = "the module is found by what is one per process, and module-state isn't selected"
        yield Obstacle(reason, "init", model.location(found[0].path, found[0].span.start))


def _called_elsewhere(model: Extension) -> Iterator[Obstacle]:
    """Yield the calls of PyInit_x() in other files that every build has."""
    for caller in init_callers(model):
        reason = f"{caller.place.path.relative_to(model.root).as_posix()} calls it, for the module that it returns"
        if not caller.is_conditional:
            yield Obstacle(reason, "init", caller.place)


def _defined_elsewhere(model: Extension) -> Iterator[Obstacle]:
    """Yield what the initialisation calls in sources that weren't found: those may rely on what would change (G523).

    What a source itself declares as `extern`, instead of a header, is another source of the extension's.
    """
    for function in sorted(model.init_only_functions):
        for use in model.uses_in.get(function, ()):
            declared = model.by_symbol.get(use.symbol, ()) if use.is_call and use.kind is SymbolKind.FUNCTION else ()
            is_own = any(item.path in model.units and item.storage == "extern" for item in declared)
            if is_own and not any(item.is_definition or item.declared_outside for item in declared):
                reason = (
                    f"it calls {use.name}, which none of the sources that were found defines: where the build makes "
                    "others, pass --capture"
                )
                yield Obstacle(reason, "init", model.location(use.path, use.offset))
                return


def _left_behind(work: Work) -> Iterator[Obstacle]:
    """Yield a type in the module's own state by which no module would ever be freed (G604)."""
    behind = left_behind(work.model, work.choices.minimum)
    if behind is not None:
        reason = (
            f"{behind.name} in the module's state leads to the module, which has no m_traverse to show that: each "
            "import would leave a module behind"
        )
        yield Obstacle(reason, "state-shape", work.model.location(behind.path, behind.name_span.start))


def stay_with_init(work: Work) -> None:
    """Refuse everything where the initialisation stays: without a module of its own nothing has a state."""
    init, limited = work.init, _limited(work.model)
    if limited is not None and _is_finished(work.model):
        work.refuse_all(limited)
    if init is not None and (init.verdict is Verdict.REFUSE or init.rule == "declined"):
        reason = f"the module's initialisation stays: {init.reason}"
        work.refuse_all(Obstacle(reason, "init", init.location, init.subject))


def refuse_init(work: Work, *found: Obstacle) -> None:
    """Let the initialisation stay, for reasons that the decisions on others gave."""
    if work.init is not None:
        work.init = _refused(work.init.subject, *found)


def refuse_with_init(work: Work, *found: Obstacle) -> None:
    """Refuse everything, as the initialisation has to stay for the reasons *found*."""
    if work.init is not None:
        told = f"the module's initialisation stays: {found[0].reason}"
        work.refuse_all(replace(found[0], reason=told, follows=work.init.subject))
        refuse_init(work, *found)


def _refused(subject: str, *found: Obstacle) -> Decision:
    first = found[0]
    return Decision(subject, Verdict.REFUSE, first.reason, first.rule, first.location, obstacles=found)


def beside_own_state(work: Work) -> Iterator[Found]:
    """Yield everything where the module has a state or hooks of its own that can't be extended."""
    for found in (*own_state_problems(work.model, work.choices.minimum), *hook_problems(work.model)):
        yield from ((symbol, found) for symbol, _ in work.running)
