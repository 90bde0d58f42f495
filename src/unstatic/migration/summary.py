"""Plan -> report: what was decided, what remains, what the module may claim."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from unstatic.capi.modules import GIL_DECLARATIONS, SUPPORT
from unstatic.capi.versions import is_missing
from unstatic.facts.module.exec_conversion.gil_declarations import gil_macros
from unstatic.facts.once.imported_apis import kept_apis
from unstatic.facts.once.released_temporaries import left_temporaries
from unstatic.facts.once.second_runs import runs_once
from unstatic.facts.references.api_tables import has_table_type, is_handed_out, lent_types, types_given
from unstatic.facts.references.dropped_instances import Dropped, dropped_instances
from unstatic.facts.references.types_of_objects import types_kept
from unstatic.facts.state.registries import registries
from unstatic.facts.trust.keep_comments import keep_comments
from unstatic.facts.trust.outside_callers import init_callers
from unstatic.facts.trust.outside_includers import modules_sharing
from unstatic.facts.trust.undeclared_names import undeclared_uses
from unstatic.facts.trust.unexplained_names import unseen_groups
from unstatic.facts.types.copied_arguments import copied_arguments
from unstatic.facts.types.instances_never_freed import never_freed
from unstatic.migration import report
from unstatic.migration.report import ExtensionReport, SubjectReport, counted, place_below
from unstatic.model.extension import Extension, Global, StaticType
from unstatic.model.subjects import global_subject, spec_subject, type_subject
from unstatic.plan.decisions import Decision, Plan, Residue, TypeChoice, Verdict
from unstatic.plan.obstacles.struct_sequences import written_name
from unstatic.plan.obstacles.type_attributes import unreadable_pickles
from unstatic.plan.type_names import literal_of
from unstatic.rewriting.protocol import load_preparations
from unstatic.settings.config import Settings
from unstatic.text.edits import Safety
from unstatic.text.source import Location

_SHOWN_ERRORS = 3
_SHOWN_LINES = 12
_KINDS: dict[str, report.Kind] = {"type": "type", "global": "global", "spec": "spec", "init": "init"}
_NO_GIL = b"Py_MOD_GIL_NOT_USED"
_STRING = re.compile(rb'"((?:[^"\\]|\\.)*)"')
# What ends the signature at the beginning of a docstring.
_SIGNATURE = re.compile(rb"\)\\n--\\n\\n")


def report_of(model: Extension, plan: Plan, settings: Settings, files: Sequence[str]) -> ExtensionReport:
    """Return the report on one extension; *files* are those that the migration changes."""
    init = next(iter(plan.of_kind("init")), None)
    places = _declared(model)
    return ExtensionReport(
        name=model.name,
        outcome=_outcome(plan),
        files=tuple(files),
        types=tuple(_subject(item, places) for item in plan.of_kind("type")),
        globals=tuple(_subject(item, places) for item in plan.of_kind("global")),
        specs=tuple(_subject(item, places) for item in plan.of_kind("spec")),
        init=_subject(init, places) if init else None,
        residue=tuple(_residue(item) for item in plan.claims.reasons),
        claims=_source_claims(model) | _made_claims(model, plan),
        source_claims=_source_claims(model),
        notes=(
            # What is left as it was needs no other Python than before.
            *(settings.notes if plan.changes_anything else ()),
            *model.notes,
            *_error_notes(model),
            *_version_notes(model, plan),
            *_interpreter_notes(plan),
            *_module_notes(model, plan),
            *_collection_notes(plan),
            *_lifetime_notes(model, plan),
            *_copied_notes(model, plan),
            *_dropped_notes(model, plan),
            *_lost_notes(model, plan),
            *_kept_notes(model, plan),
            *_registry_notes(model, plan),
            *_caller_notes(model, plan),
            *_table_notes(model, plan),
            *_pickle_notes(model, plan),
            *_unseen_notes(model, plan, files),
            *_undeclared_notes(model, plan),
            *_branch_notes(model, plan, settings),
        ),
        keep_comments=tuple(_comments(model)),
        loading=plan.claims.loading if plan.changes_anything else "",
        read=tuple(str(path.relative_to(model.root)) for path in model.files if path.is_relative_to(model.root)),
        skipped={
            str(path.relative_to(model.root)): file.inactive
            for path, file in model.files.items()
            if file.inactive and path.is_relative_to(model.root)
        },
        shared={
            str(header.relative_to(model.root)): str(source.relative_to(model.root))
            for header, source in modules_sharing(model, [model.root / name for name in files]).items()
        },
        lends=tuple(type_subject(item) for item in lent_types(model) if plan.migrates(type_subject(item))),
        keeps=tuple(sorted(kept_apis(model, [item for item in model.globals if not _moves(model, plan, item)]))),
    )


def _moves(model: Extension, plan: Plan, item: Global) -> bool:
    return plan.migrates(global_subject(model, item))


def _declared(model: Extension) -> dict[str, Location]:
    """Return where each subject stands, by its name in the plan."""
    items = [(type_subject(item), item.declaration) for item in model.types]
    items += [(global_subject(model, item), item.declaration) for item in model.globals]
    items += [(spec_subject(item), item.declaration) for item in model.specs]
    if model.init is not None and model.init.entry in model.functions:
        function = model.functions[model.init.entry]
        items.append((f"init:{function.name}", function.definition))
    return {subject: model.location(item.path, item.name_span.start) for subject, item in items}


def _comments(model: Extension) -> Iterator[report.KeepComment]:
    """Yield the comments that keep something, or try to; those in code for other platforms may name what is there."""
    for item in keep_comments(model):
        if item.is_compiled or item.symbols:
            yield report.KeepComment(item.name, item.location, item.reason, item.problem)


def _outcome(plan: Plan) -> Literal["migrated", "partial", "refused", "nothing-to-do"]:
    verdicts = [item.verdict for item in plan.decisions]
    refused = Verdict.REFUSE in verdicts
    if Verdict.MIGRATE not in verdicts:
        return "refused" if refused else "nothing-to-do"
    return "partial" if refused else "migrated"


def _subject(decision: Decision, places: Mapping[str, Location]) -> SubjectReport:
    return SubjectReport(
        decision.name,
        _KINDS[decision.kind],
        decision.verdict.value,
        decision.reason,
        decision.rule,
        decision.location,
        places.get(decision.subject),
        decision.obstacles,
    )


def _residue(item: Residue) -> report.Residue:
    return report.Residue(item.name, item.location, item.reason, item.rule, _holds(item))


def _holds(item: Residue) -> report.Holds:
    if not item.is_variable:
        return ""
    if item.is_object:
        return "objects"
    return "constants" if item.rule == "shared-constant" else "data"


def _source_claims(model: Extension) -> dict[str, str]:
    return {"multiple_interpreters": _declared_support(model) or "none", "gil": _declared_gil(model)}


def _made_claims(model: Extension, plan: Plan) -> dict[str, str]:
    """Return what the migration declares itself, where the code says nothing or that it supports none."""
    claim = plan.claims.multiple_interpreters if plan.changes_anything else ""
    is_made = claim and _declared_support(model) in ("", SUPPORT[b"Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED"])
    return {"multiple_interpreters": claim} if is_made else {}


def _declared_support(model: Extension) -> str:
    """Return what the code says by itself about several interpreters: what a module keeps that isn't changed."""
    if b"Py_mod_multiple_interpreters" not in model.identifiers:
        return ""
    return next((claim for name, claim in SUPPORT.items() if name in model.identifiers), "")


def _declared_gil(model: Extension) -> str:
    """Return what the code says by itself about the GIL; the migration never changes that."""
    declares = any(name in model.identifiers for name in GIL_DECLARATIONS)
    by_macros = any(_NO_GIL in said for said in gil_macros(model).values())
    return "not-used" if by_macros or (declares and _NO_GIL in model.identifiers) else "default"


def _error_notes(model: Extension) -> Iterator[str]:
    """Yield where the parser stumbled: facts near these places may be incomplete."""
    for path, offset, message in model.errors[:_SHOWN_ERRORS]:
        where = f"{place_below(model.root, model.location(path, offset))}: " if path in model.files else ""
        yield f"{where}doesn't parse: {message}; if it compiles for you, pass --capture, or the -D and -I of its build"
    more = len(model.errors) - _SHOWN_ERRORS
    if more > 0:
        yield f"and {counted(more, 'more place')} that {'do' if more > 1 else 'does'}n't parse"


def _unseen_notes(model: Extension, plan: Plan, files: Sequence[str]) -> Iterator[str]:
    """Yield which `#if` groups of the changed files nobody looked at (G132)."""
    for path, lines in unseen_groups(model, plan.minimum) if files else ():
        name = path.relative_to(model.root).as_posix() if path.is_relative_to(model.root) else str(path)
        if name in files:
            count = counted(len(lines), "#if group")
            yield f"{name}: {count} not compiled here ({_lines(lines)}); what moves isn't named there"


def _undeclared_notes(model: Extension, plan: Plan) -> Iterator[str]:
    """Yield what code names that no build compiles (G579)."""
    moving = {item.name for item in plan.decisions if item.verdict is Verdict.MIGRATE}
    for name, where in undeclared_uses(model, moving):
        place = place_below(model.root, where)
        yield f"{place}: nothing declares {name} here, so no build compiles this #if group: it stays as it is"


def _branch_notes(model: Extension, plan: Plan, settings: Settings) -> Iterator[str]:
    """Yield which `#if` groups about versions of Python weren't folded, and why."""
    left: dict[tuple[str, Path], list[int]] = {}
    for preparation in load_preparations():
        if preparation.name in plan.rewrites:
            step = preparation.restricted(settings.touched) if settings.touched else preparation
            for reason, where in step.left_alone(model, plan.minimum):
                left.setdefault((reason, where.path), []).append(where.line)
    for (reason, path), lines in left.items():
        name = path.relative_to(model.root).as_posix()
        yield f"{name}: {counted(len(lines), '#if group')} about versions left alone ({_lines(lines)}): {reason}"


def _lines(numbers: Sequence[int]) -> str:
    shown = ", ".join(str(line) for line in numbers[:_SHOWN_LINES]) + (", ..." if numbers[_SHOWN_LINES:] else "")
    return f"line{'s' if len(numbers) > 1 else ''} {shown}"


def _collection_notes(plan: Plan) -> Iterator[str]:
    """Yield through what the garbage collector doesn't find cycles, because C code may rely on it (G140)."""
    for choice in plan.types:
        if choice.unseen and plan.migrates(choice.subject):
            *others, last = choice.unseen
            listed = f"{', '.join(others)} and {last}" if others else last
            told = "as before, and keep the module alive now"
            yield f"{choice.name}: cycles through {listed} aren't found by the garbage collector, {told}"


def _copied_notes(model: Extension, plan: Plan) -> Iterator[str]:
    """Yield where a type object was passed by value to what reads a pointer."""
    for static in model.types:
        for use, called in copied_arguments(model, static) if plan.migrates(type_subject(static)) else ():
            place = place_below(model.root, model.location(use.path, use.offset))
            yield f"{place}: {called.decode()} was given {static.name} itself, but reads a pointer: that it gets now"


def _lifetime_notes(model: Extension, plan: Plan) -> Iterator[str]:
    """Yield the types of which an instance keeps its type, and so the module, for ever (G01)."""
    for static in model.types:
        where = never_freed(model, static) if plan.migrates(type_subject(static)) else None
        if where is not None:
            reason = "each has a reference too many, and keeps its type and module alive now, too"
            place = f"{where.path.relative_to(model.root).as_posix()}:{where.line}"
            yield f"{place}: instances of {static.name} are never freed, as before: {reason}"


def _dropped_notes(model: Extension, plan: Plan) -> Iterator[str]:
    """Yield where functions that fail leave an instance behind, which keeps its type, and so the module (G186)."""
    subjects = {item.symbol: (item.name, type_subject(item)) for item in model.types}
    subjects |= {item.symbol: (item.name, global_subject(model, item)) for item in model.globals}
    found: dict[str, list[Dropped]] = {}
    for one in dropped_instances(model):
        name, subject = subjects.get(one.type_symbol, ("", ""))
        if plan.migrates(subject):
            found.setdefault(name, []).append(one)
    for name, places in found.items():
        more = f", and so at {counted(len(places) - 1, 'more place')}" if len(places) > 1 else ""
        told = f"an instance of {name} is left behind on an error, as before{more}"
        place = place_below(model.root, places[0].location)
        yield f"{place}: {told}: each keeps its type and module alive now, too"


def _lost_notes(model: Extension, plan: Plan) -> Iterator[str]:
    """Yield what the initialisation never releases, once per process so far, if each import will run it (G102)."""
    is_new = any(item.verdict is Verdict.MIGRATE for item in plan.of_kind("init")) and runs_once(model)
    found = tuple(left_temporaries(model)) if is_new else ()
    if found:
        where, call = found[0]
        more = f", and so in {counted(len(found) - 1, 'more argument')}" if len(found) > 1 else ""
        told = f"{call} is given a new reference that nothing releases{more}"
        yield f"{place_below(model.root, where)}: {told}: each import loses it"


def _kept_notes(model: Extension, plan: Plan) -> Iterator[str]:
    """Yield where code takes references to types of objects that it never releases (G149)."""
    found = tuple(types_kept(model)) if plan.types else ()
    if found:
        more = f", and so at {counted(len(found) - 1, 'more place')}" if len(found) > 1 else ""
        told = f"PyObject_Type or Py_INCREF gives a reference to a type that nothing releases{more}"
        yield f"{place_below(model.root, found[0])}: {told}: it keeps the type and its module alive now"


def _caller_notes(model: Extension, plan: Plan) -> Iterator[str]:
    """Yield who calls PyInit_x() in builds that weren't read, and has to make a module of what it gets then (G108)."""
    init = next(iter(plan.of_kind("init")), None)
    if init is None or init.verdict is not Verdict.MIGRATE:
        return
    for caller in init_callers(model):
        place = place_below(model.root, caller.place)
        yield (
            f"{place}: a build in which this is compiled calls {caller.name}() for the module, and gets the "
            "definition: pass that to PyModule_FromDefAndSpec() and PyModule_ExecDef()"
        )


def _table_notes(model: Extension, plan: Plan) -> Iterator[str]:
    """Yield the tables in capsules that belong to one module from now on (G59)."""
    moving = {item.name.rpartition(".")[2] for item in plan.of_kind("global") if plan.migrates(item.subject)}
    for item in model.declarations:
        if item.name in moving and has_table_type(model, item) and is_handed_out(model, item.symbol):
            yield (
                f"{item.name}, the table in a capsule, is there as long as the process, as before: the module keeps "
                "itself for those who have imported it, so that a reload leaves the old one behind"
            )
            given = (static for static in types_given(model, item) if static.is_subclassable)
            bases = [static.name for static in given if plan.migrates(type_subject(static))]
            if bases:
                yield (
                    f"{item.name} hands out {', '.join(bases)}, which no static type can have as its base any more: "
                    "extensions of others that derive one fail to load, and have to make theirs from a spec first"
                )


def _registry_notes(model: Extension, plan: Plan) -> Iterator[str]:
    """Yield the objects that know all instances of the process, and those of one module from now on (G89)."""
    kept = {item.subject for item in plan.of_kind("global") if item.rule == "interpreter-dict"}
    moving = [item for item in model.globals if plan.migrates(global_subject(model, item))]
    for item in registries(model, moving):
        owner = "interpreter" if global_subject(model, item) in kept else "module"
        yield f"{item.name}, which instances leave when they end, knows only those of one {owner} from now on"


def _interpreter_notes(plan: Plan) -> Iterator[str]:
    """Yield what each interpreter keeps for all its modules, as no state leads to its users."""
    found = [item.name for item in plan.of_kind("global") if item.rule == "interpreter-dict"]
    if found:
        yield f"kept once per interpreter, for all its modules: {', '.join(found)}; --fallback none leaves them static"
    if plan.by_interpreter:
        names = ", ".join(plan.by_interpreter)
        foreign = "; where it is imported twice, instances of the other's types are foreign to these"
        told = foreign if plan.asks_for_types else ""
        yield (
            f"finds the module that was imported last in its interpreter: {names}{told}; "
            "a lookup takes some 100 ns, which counts where it is called for each of many objects; "
            "--fallback none leaves it as it is"
        )


def _version_notes(model: Extension, plan: Plan) -> Iterator[str]:
    """Yield what types made from specs lack on Python 3.9, which the project supports."""
    if not is_missing("Py_TPFLAGS_IMMUTABLETYPE", plan.minimum) or not plan.types:
        return
    yield "on Python 3.9 the types can be changed by Python code: Py_TPFLAGS_IMMUTABLETYPE came with 3.10"
    moving = [static for static in model.types if plan.choice(type_subject(static)) is not None]
    signed = [static.name for static in moving if _SIGNATURE.search(_docstring(model, static)) is not None]
    if signed:
        names = ", ".join(signed)
        yield f"on Python 3.9 inspect.signature() finds none for {names}: types made from specs keep theirs since 3.10"


def _docstring(model: Extension, static: StaticType) -> bytes:
    """Return the strings of a type's docstring as they are written, one after the other."""
    texts = [static.value("tp_doc")]
    for item in model.by_symbol.get(static.function("tp_doc") or "", ()):
        texts += [model.files[item.path].source.text(item.initialiser)] if item.initialiser is not None else []
    return b"".join(text for one in texts for text in _STRING.findall(one))


def _module_notes(model: Extension, plan: Plan) -> Iterator[str]:
    """Yield which types get another `__module__`: a static type whose name has no dot says builtins (G36)."""
    found: dict[tuple[str, bool], list[str]] = {}
    for static in model.types:
        choice = plan.choice(type_subject(static))
        if choice is None or not _gains_module(model, plan, static, choice):
            continue
        module, _, name = choice.spec_name.strip('"').rpartition(".")
        found.setdefault((module, choice.keeps_name), []).append(name)
    for (module, keeps_name), names in found.items():
        of = ", ".join(names)
        if module != "builtins":
            shown = "repr shows it" if keeps_name else "repr and messages show it"
            yield f"__module__ becomes {module} instead of builtins, and {shown}, of {of}"
        elif not keeps_name:
            yield f"repr and messages show builtins in front of the name of {of}; __module__ is builtins as before"


def _gains_module(model: Extension, plan: Plan, static: StaticType, choice: TypeChoice) -> bool:
    """Tell whether a type's name gets a module in front; what a macro is given for it, the decision on it has read."""
    written = written_name(model, static)
    if literal_of(model, written) is not None:
        return choice.spec_name.encode("utf-8", "surrogateescape") != written
    decision = plan.decision(choice.subject)
    return decision is not None and decision.safety is Safety.REVIEW


def _pickle_notes(model: Extension, plan: Plan) -> Iterator[str]:
    """Yield the types of which pickle writes what it can't read, where no method could be added (G35)."""
    for static in model.types:
        choice = plan.choice(type_subject(static))
        if choice is None or not choice.disallow_instantiation or choice.refuses_pickling:
            continue
        if unreadable_pickles(model, static):
            told = f"instances of {static.name} now, where they find its class, but can't read them (G35)"
            yield f"pickle protocols 0 and 1 write {told}"
