"""The whole story in one place: paths in, decisions and new bytes out.

Parse, analyse, plan; then each rewrite on a fresh parse of what the one before left, in memory. A result that doesn't
parse as well as the original is a bug in the rewrite: the extension fails, and nothing of it is given out.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from unstatic.cparse import ParseOptions, defined, header_version, parse, release_memory
from unstatic.cparse.facts import ParsedUnit, SymbolKind
from unstatic.cparse.inputs.headers import MissingHeader, is_quoted, missing_header, missing_headers
from unstatic.cparse.inputs.sharing import Sharing
from unstatic.errors import ParseError, UnstaticError, UsageError
from unstatic.migration.blame import blamed
from unstatic.migration.hand_edits import ByHand
from unstatic.migration.outcome import Edits, Outcome, Step
from unstatic.migration.report import ExtensionReport
from unstatic.migration.stages import Stage, stages
from unstatic.migration.summary import report_of
from unstatic.migration.told_of_originals import changed_code, on_originals
from unstatic.migration.touched_groups import touched_branches
from unstatic.model.building.analyse import analyse
from unstatic.model.building.complaints import Complaints, complaints_of, stated, unknown_names
from unstatic.model.configurations import other_configurations
from unstatic.model.extension import Extension
from unstatic.plan.deciding import Choices, Obstacles, all_obstacles, decide, selected_rewrites, with_obstacles
from unstatic.plan.decisions import Decision, Plan, Verdict
from unstatic.project.discovery import missing, stand_ins
from unstatic.project.discovery.generators import generator_of, maker_note
from unstatic.project.scan import ExtensionInput, Unit, load
from unstatic.rewriting.continuations import aligned
from unstatic.rewriting.protocol import Place, Preparation, Rewrite, load_passes, load_preparations
from unstatic.settings.config import Settings
from unstatic.settings.decided_beforehand import Planned
from unstatic.text.edits import Change, Edit, apply

# What a use that was left behind, or rewritten by half, shows as. Groups for other Pythons miss more than that here.
_HALF_DONE = re.compile(
    "use of undeclared identifier '(?!_?Py)|too (few|many) arguments|member reference|no member named|incompatible|"
    "conflicting types"
)
_TOO_DEEP = "bracket nesting level exceeded"
# GNU C has them and Clang doesn't; a brace that is missing before is an error of its own.
_NESTED_FUNCTION = "function definition is not allowed here"
_CIRCLE = "#include nested too deeply"
_INSTRUCTION_HEADERS = ("intrin.h", "arm_neon.h", "arm_sve.h", "altivec.h", "cpuid.h", "s390intrin.h", "wasm_simd128.h")

# The plain parse of a unit, and those with other `#if` groups active.
Parses = tuple[ParsedUnit, ...]

__all__ = ["ExtensionInput", "Outcome", "RewriteError", "Step", "load", "model_of", "run", "scan"]


class RewriteError(UnstaticError):
    """A rewrite made code that doesn't parse: a bug in unstatic, so nothing is written."""

    exit_code = 5

    def __init__(self, text: str, path: Path | None = None, offset: int = 0, message: str = "") -> None:
        """*path*, *offset* and *message*: what doesn't parse, in the new text of that file."""
        super().__init__(text)
        self.path = path
        self.offset = offset
        self.message = message
        self.subjects: frozenset[str] = frozenset()

    def __str__(self) -> str:
        """Return what happened, and what to do now."""
        advice = "this is a bug in unstatic, so please report it; --only and --ignore can leave out what it stumbles on"
        return f"{super().__str__()}; {advice}"


# What preparations take away.
_PREPARED = ("generated-variable", "spelling-used", "read-before-made")
_Step = tuple[Stage | Preparation, tuple[Change, ...], dict[Path, bytes], Edits]


def model_of(extension: ExtensionInput, settings: Settings, contents: Mapping[Path, bytes]) -> Extension:
    """Return the facts of one extension, with *contents*, by path relative to its root, in place of what is on disk."""
    root = Path(os.path.realpath(extension.root))
    return _reading(extension, settings, {root / path: data for path, data in contents.items()}, {}).model


def scan(extension: ExtensionInput, settings: Settings) -> ExtensionReport:
    """Plan one extension without rewriting it, as far as it can be read. Raises ParseError."""
    banner = _generator(extension)
    if banner is not None:
        return banner
    extension, settings, reading, gaps = _read_in_part(extension, settings)
    try:
        start, plan = _prepared(extension, settings, reading)
    except (RewriteError, AssertionError, LookupError):
        if not gaps:
            raise
        # What isn't read contradicts what is.
        raise gaps[0] from None
    report = report_of(reading.model, plan, settings, ())
    reading.forget()
    start.reading.forget()
    has_syntax_errors = not all(isinstance(gap, MissingHeader) for gap in gaps)
    return replace(report, incomplete=tuple(dict.fromkeys(map(str, gaps))), has_syntax_errors=has_syntax_errors)


def run(extension: ExtensionInput, settings: Settings) -> Outcome:
    """
    Plan and rewrite one extension, in memory. Raises ParseError, and RewriteError for our own bugs.

    What came out as code that doesn't compile is refused, if the rest can be migrated without it.
    """
    while True:
        try:
            return _run(extension, settings)
        except RewriteError as error:
            known = dict(settings.unwritable)
            found = {subject: error.message for subject in error.subjects if subject not in known}
            if not found or settings.planned is not None:
                raise
            settings = replace(settings, unwritable=(*settings.unwritable, *sorted(found.items())))


def _run(extension: ExtensionInput, settings: Settings) -> Outcome:
    banner = _generator(extension)
    if banner is not None:
        return Outcome(banner, {}, (), {})
    extension, settings, reading = _read(extension, settings)
    model = reading.model
    originals = {path: file.source.data for path, file in model.files.items()}
    start, plan = _prepared(extension, settings, reading)
    steps = _steps(extension, settings, model, start, plan)
    touched = _touched(settings, model, originals, steps)
    if not touched <= settings.touched:
        reading.forget()
        return _run(extension, replace(settings, touched=settings.touched | touched))
    outcome = _outcome(extension, settings, model, plan, originals, steps)
    reading.forget()
    return outcome


def _touched(
    settings: Settings, model: Extension, originals: Mapping[Path, bytes], steps: Sequence[_Step]
) -> frozenset[Place]:
    """Return the `#if` groups for unsupported Pythons that would be left half edited, unless they may stay so."""
    if settings.fold_dead_branches or settings.select or "dead-branches" in settings.ignore or not steps:
        return frozenset()
    return touched_branches(model, settings.min_python, originals, steps[-1][2])


def _steps(
    extension: ExtensionInput, settings: Settings, first: Extension, start: _Start, plan: Plan
) -> Sequence[_Step]:
    """Return what the preparations did, and then the rewrites; *first* is the model of the project's sources."""
    reading, current = start.reading, start.files
    steps = list(start.steps)
    for rewrite in _rewrites(plan, settings):
        base_reading, base = reading, current
        before = reading.model
        waiting: tuple[str, ...] = ()
        for stage in stages(rewrite, before, plan, each_type=settings.split == "types"):
            stage = stage.with_earlier(waiting)
            changes = tuple(rewrite.changes(before, stage.plan))
            edits = _edits(before, changes)
            changed = _applied(before, edits)
            if not changed:
                continue
            files = {**base, **changed}
            found = _reading(extension, settings, files, reading.parsed)
            try:
                _reject(first, found.complaints, rewrite)
            except RewriteError as error:
                if stage.is_last:
                    error.subjects = blamed(before, found.model, edits, error.path, error.offset)
                    raise
                # What these types share with others isn't told apart: they go together with the next.
                waiting = stage.subjects
                continue
            waiting = ()
            reading, current = found, files
            # The edits of a part are counted from where the first part began.
            steps.append((stage, stage.own(changes), current, {} if stage.subjects else edits))
        if reading is not base_reading:
            base_reading.forget()
    reading.forget()
    return steps


def planner(extension: ExtensionInput, settings: Settings) -> Callable[[Planned], Plan]:
    """Return a function that decides anew, on one reading of *extension*, for other decisions beforehand."""
    extension, settings, reading = _read(extension, settings)
    return lambda planned: _prepared(extension, replace(settings, planned=planned), reading)[1]


def _read(extension: ExtensionInput, settings: Settings) -> tuple[ExtensionInput, Settings, _Reading]:
    extension, settings, reading, gaps = _read_in_part(extension, settings)
    if gaps:
        raise gaps[0]
    return extension, settings, reading


def _read_in_part(
    extension: ExtensionInput, settings: Settings
) -> tuple[ExtensionInput, Settings, _Reading, tuple[ParseError, ...]]:
    """Return what can be read, and why the rest can't. Raises the first reason if there is no init function then."""
    extension, settings = _for_headers(extension, settings)
    extension, units = _with_guesses(extension, settings)
    gaps = tuple(gap for parses in units.values() for gap in _gaps(parses[0]))
    try:
        return extension, settings, _completed(extension, settings, {}, units, {}), gaps
    except ParseError as error:
        raise (*gaps, error)[0] from None


def _with_guesses(extension: ExtensionInput, settings: Settings) -> tuple[ExtensionInput, dict[Path, Parses]]:
    """Return the extension with what leads to headers and macros that reading its build files doesn't show, parsed."""
    while True:
        units = _parsed(extension, settings, {}, {})
        parsed = [parses[0] for parses in units.values()]
        found = _guesses(extension, parsed)
        if not found:
            said = dict.fromkeys(text for unit in parsed for text in stated(unit))
            return replace(extension, notes=(*extension.notes, *said)), units
        more = tuple(argument for one in found for argument in one.arguments)
        extended = tuple(replace(unit, arguments=(*unit.arguments, *more)) for unit in extension.units)
        notes = (*extension.notes, *(one.note for one in found))
        extension = replace(extension, units=extended, notes=notes)


def _guesses(extension: ExtensionInput, parsed: Sequence[ParsedUnit]) -> tuple[missing.Found, ...]:
    known = [argument for unit in extension.units for argument in unit.arguments]
    headers = [(unit, item) for unit in parsed for item in missing_headers(unit)]
    own = frozenset(item.name for unit, item in headers if is_quoted(unit, item))
    own = frozenset(name for name in own if missing.is_own(name, extension.libraries))
    found = missing.find(dict.fromkeys(item.name for _, item in headers), extension.root, known, own)
    # What a header that was just found defines isn't unknown.
    if found:
        return found
    texts = {path: file.data for unit in parsed for path, file in unit.files.items()}
    return stand_ins.find(unknown_names(parsed), extension.root, list(texts.values()), known)


def _for_headers(extension: ExtensionInput, settings: Settings) -> tuple[ExtensionInput, Settings]:
    """Take the Python whose headers are read for the oldest, where the project's oldest is newer: code must parse."""
    found = {header_version(unit, extension.root, _parse_options(settings)) for unit in extension.units} - {None}
    oldest = max(min((item for item in found if item is not None), default=settings.min_python), (3, 9))
    if oldest >= settings.min_python:
        return extension, settings
    names = [".".join(map(str, item)) for item in (oldest, settings.min_python)]
    note = (
        f"the headers here are those of Python {names[0]}, so the code is written for {names[0]} and later, "
        f"although the project needs {names[1]}: name newer headers with --python-include"
    )
    return replace(extension, notes=(*extension.notes, note)), replace(settings, min_python=oldest)


def _rewrites(plan: Plan, settings: Settings) -> Iterator[Rewrite]:
    if not plan.changes_anything:
        return
    yield from (rewrite for rewrite in load_passes() if rewrite.name in plan.rewrites)
    if settings.planned is not None and settings.planned.edits:
        yield ByHand(settings.planned)


def _reject(first: Extension, after: Complaints, rewrite: Rewrite) -> None:
    """Raise RewriteError, or UsageError for what a person wrote, if the new code doesn't parse as well as the old."""
    try:
        _reject_new_errors(first, after, rewrite)
        _reject_new_forced_errors(first, after, rewrite)
    except RewriteError as error:
        if isinstance(rewrite, ByHand):
            raise UsageError(f"{rewrite.planned.source}: what was edited by hand doesn't parse: {error}") from error
        raise


@dataclass(frozen=True, slots=True)
class _Start:
    """What the rewrites begin with: the project's sources, or what the preparations made of them."""

    reading: _Reading
    steps: tuple[_Step, ...] = ()

    @property
    def model(self) -> Extension:
        """The facts of these sources."""
        return self.reading.model

    @property
    def files(self) -> dict[Path, bytes]:
        """The sources that the preparations changed."""
        return self.steps[-1][2] if self.steps else {}


def _prepared(extension: ExtensionInput, settings: Settings, reading: _Reading) -> tuple[_Start, Plan]:
    """Return what the preparations make of the sources, and its plan; what gains nothing is left out."""
    choices = _choices(settings)
    first = reading.model
    plain = _alone(extension, settings, _Start(reading))
    failed: dict[str, Decision] = {}
    others: Obstacles = {}
    tried: Plan | None = None
    while True:
        start = _with_facts(extension, settings, plain, frozenset(failed))
        plan = decide(start.model, choices)
        if not others and plan.refuses_anything:
            # The first attempt has all preparations: what these take away is in nobody's way.
            plan = with_obstacles(plan, all_obstacles(start.model, choices, plan))
        plan = on_originals(plan, {path: first.files[path].source.data for path in start.files}, start.files)
        others = others or {item.subject: item.obstacles for item in plan.decisions}
        tried = tried or plan
        added = start.steps[len(plain.steps) :]
        decided = {change.subject: plan.decision(change.subject) for step in added for change in step[1]}
        # What isn't migrated stays as it is, and what was prepared for it may have been all that others needed.
        stays = {name: item for name, item in decided.items() if item is not None and not plan.migrates(name)}
        # A first stage makes heap types, and leaves the initialisation.
        aims = (*plan.of_kind("init"), *(plan.of_kind("type") if settings.first_stage else ()))
        if not added or (not stays and any(plan.migrates(item.subject) for item in aims)):
            for preparation in load_preparations():
                plan = preparation.on_originals(first, plan, failed)
            return start, with_obstacles(_with_deeper_reasons(plan, tried, failed), others)
        if not stays:
            settings = replace(settings, ignore=(*settings.ignore, *(step[0].name for step in added)))
        failed |= stays
        start.reading.forget()


def _with_deeper_reasons(plan: Plan, tried: Plan, failed: Mapping[str, Decision]) -> Plan:
    """Return *plan* with what is in the way of subjects that were prepared in vain, and not that they would have to be.

    *tried* saw the initialisation without the macros that hide it; *failed* has what became of what was prepared.
    """
    deeper = {item.subject: item for item in tried.decisions if not tried.changes_anything}
    decisions = [
        failed.get(item.subject, item)
        if item.verdict is Verdict.REFUSE and item.rule in _PREPARED
        else deeper.get(item.subject, item)
        if item.rule == "init"
        else item
        for item in plan.decisions
    ]
    return replace(plan, decisions=tuple(decisions))


def _alone(extension: ExtensionInput, settings: Settings, start: _Start) -> _Start:
    """Return what the preparations make of the sources that stay whatever is decided."""
    for preparation in _preparations(settings):
        if preparation.stands_alone:
            before = start
            start = _next(extension, settings, before, preparation, frozenset())
            _reject_changed_code(before.model, start.model, preparation)
    return start


def _with_facts(extension: ExtensionInput, settings: Settings, start: _Start, left_out: frozenset[str]) -> _Start:
    """Return what the other preparations make of them, but for their changes for the subjects *left_out*."""
    for preparation in _preparations(settings):
        if not preparation.stands_alone:
            start = _next(extension, settings, start, preparation, left_out)
    return start


def _preparations(settings: Settings) -> Iterator[Preparation]:
    wanted = selected_rewrites(_choices(settings))
    found = (item for item in load_preparations() if item.name in wanted)
    return (item.restricted(settings.touched) if settings.touched else item for item in found)


def _next(
    extension: ExtensionInput, settings: Settings, start: _Start, preparation: Preparation, left_out: frozenset[str]
) -> _Start:
    found = preparation.changes(start.model, settings.min_python)
    changes = tuple(change for change in found if not {change.subject, *change.together} & left_out)
    edits = _edits(start.model, changes)
    changed = _applied(start.model, edits)
    if not changed:
        return start
    current = {**start.files, **changed}
    reading = _reading(extension, settings, current, start.reading.parsed)
    _reject_new_errors(start.model, reading.complaints, preparation)
    start.reading.forget()
    return _Start(reading, (*start.steps, (preparation, changes, current, edits)))


def _outcome(
    extension: ExtensionInput,
    settings: Settings,
    model: Extension,
    plan: Plan,
    originals: Mapping[Path, bytes],
    steps: Sequence[_Step],
) -> Outcome:
    root = Path(os.path.realpath(extension.root))
    final = steps[-1][2] if steps else {}
    before = {path.relative_to(root): originals[path] for path in sorted(final) if path in originals}
    listed = tuple(
        Step(
            rewrite.name,
            rewrite.title,
            changes,
            {path.relative_to(root): data for path in sorted(final) if (data := files.get(path, originals.get(path)))},
            _message(rewrite, changes),
            {path.relative_to(root): items for path, items in edits.items()},
        )
        for rewrite, changes, files, edits in steps
    )
    after = {path.relative_to(root): data for path, data in sorted(final.items())}
    touched = tuple(str(path) for path in after if after[path] != before.get(path))
    return Outcome(report_of(model, plan, settings, touched), before, listed, after, plan)


def _message(rewrite: Stage | Preparation, changes: Sequence[Change]) -> str:
    """Return the commit message of one step: its title, then a line per change."""
    lines = [f"- {change.subject}: {change.reason}" for change in changes]
    return "\n".join([rewrite.title, "", *lines])


def _generator(extension: ExtensionInput) -> ExtensionReport | None:
    for unit in extension.units:
        try:
            data = unit.path.read_bytes()
        except OSError:
            continue
        note = maker_note(str(unit.path), data)
        if note is not None:
            return ExtensionReport(extension.name, "refused", notes=(note, *extension.notes))
    return None


def _choices(settings: Settings) -> Choices:
    return Choices(
        settings.min_python,
        settings.select,
        settings.ignore,
        settings.only,
        settings.gc,
        settings.gil_claim,
        settings.pep573,
        settings.planned,
        settings.fold_dead_branches or bool(settings.touched),
        settings.fallback,
        settings.load_once,
        settings.first_stage,
        settings.unwritable,
    )


@dataclass(frozen=True)
class _Reading:
    """The sources of an extension as the parser read them; a model is made of it when somebody asks for it."""

    extension: ExtensionInput
    parsed: Mapping[Path, Parses]

    @cached_property
    def _units(self) -> tuple[ParsedUnit, ...]:
        return tuple(parses[0] for parses in self.parsed.values())

    @cached_property
    def _passes(self) -> tuple[ParsedUnit, ...]:
        return tuple(item for parses in self.parsed.values() for item in parses[1:])

    @cached_property
    def complaints(self) -> Complaints:
        """What the parser said."""
        return complaints_of(self._units, self._passes)

    @property
    def has_init(self) -> bool:
        """Whether an init function is compiled here: without one, this isn't an extension module."""
        return any(
            item.kind is SymbolKind.FUNCTION and item.body is not None and item.name.startswith("PyInit_")
            for unit in self._units
            for item in unit.declarations
        )

    @cached_property
    def model(self) -> Extension:
        """All facts."""
        extension = self.extension
        root = Path(os.path.realpath(extension.root))
        name, is_known = extension.name, extension.name_is_known
        made = analyse(self._units, name, is_known, root, extension.libraries, extension.notes, self._passes)
        given = frozenset(name for unit in extension.units for name in defined(unit, extension.root))
        return replace(made, defined=given)

    def forget(self) -> None:
        """Let the model go as soon as nobody holds it, if one was made."""
        if "model" in self.__dict__:
            self.model.forget()


def _reading(
    extension: ExtensionInput,
    settings: Settings,
    contents: Mapping[Path, bytes],
    known: Mapping[Path, Parses],
) -> _Reading:
    """Parse what *contents* changes, and take the rest from *known*."""
    return _completed(extension, settings, contents, _parsed(extension, settings, contents, known), known)


def _parsed(
    extension: ExtensionInput,
    settings: Settings,
    contents: Mapping[Path, bytes],
    known: Mapping[Path, Parses],
) -> dict[Path, Parses]:
    """Return the units of *known* that are as they were, and the others parsed once."""
    options = _parse_options(settings)
    sharing = Sharing()
    units: dict[Path, Parses] = {}
    for unit in extension.units:
        path = Path(os.path.realpath(unit.path))
        earlier = known.get(path)
        if earlier is not None and all(contents.get(p, f.data) == f.data for p, f in earlier[0].files.items()):
            units[path] = earlier
            continue
        parsed = parse(unit, extension.root, options, contents)
        units[path] = (sharing.of(parsed) if len(extension.units) > 1 else parsed,)
    return units


def _completed(
    extension: ExtensionInput,
    settings: Settings,
    contents: Mapping[Path, bytes],
    units: dict[Path, Parses],
    known: Mapping[Path, Parses],
) -> _Reading:
    """Return the units with their other configurations. Raises if there is no init function."""
    options = _parse_options(settings)
    names = other_configurations.names_of(parses[0] for parses in units.values())
    for unit in extension.units:
        path = Path(os.path.realpath(unit.path))
        if units[path] is not known.get(path):
            units[path] = _with_passes(unit, units[path], extension.root, options, contents, names, settings)
    release_memory()
    found = _Reading(extension, units)
    if not found.has_init and contents:
        raise RewriteError("the result has no init function any more, so nothing was written")
    if not found.has_init:
        files = ", ".join(str(path) for path in units)
        raise ParseError(
            f"{files}: no init function PyInit_... is compiled here, so this isn't an extension module; "
            "name the source that defines it, or the project's folder"
        )
    return found


def _parse_options(settings: Settings) -> ParseOptions:
    includes = (settings.python_include,) if settings.python_include else ()
    return ParseOptions(python_include=includes, libclang=settings.libclang, precompiled=settings.precompiled)


def _with_passes(
    unit: Unit,
    parses: Parses,
    root: Path,
    options: ParseOptions,
    contents: Mapping[Path, bytes],
    names: frozenset[bytes],
    settings: Settings,
) -> Parses:
    """Parse *unit* again with the groups that were skipped, until all that matter were read (G132)."""
    for _ in range(other_configurations.MOST_PASSES):
        changed = other_configurations.contents_for(parses, names, settings.min_python)
        if not changed:
            break
        try:
            parses = (*parses, parse(unit, root, options, {**contents, **changed}, parses[0]))
        except ParseError:
            # Code for other platforms: what it names is refused then.
            break
    return parses


def _gaps(parsed: ParsedUnit) -> Iterator[ParseError]:
    """Yield why a unit wasn't read as a whole. Raises ParseError where what stands behind may be lost altogether."""
    headers = list(_missing(parsed))
    yield from headers
    for item in parsed.diagnostics:
        file = parsed.files.get(item.path) if item.path else None
        where = file.location(item.offset) if file else item.path or parsed.path
        if item.message.startswith(_CIRCLE):
            raise ParseError(f"{where}: {item.message}: the file ends up including itself; give it an include guard")
        if item.message.startswith(_TOO_DEEP):
            raise ParseError(f"{where}: {item.message}; simplify the code there, or leave the source out")
        # The names of types that a missing header declares make casts unreadable: one reason is enough.
        if item.is_syntax and file is not None and not headers and item.message != _NESTED_FUNCTION:
            advice = "if it compiles for you, pass --capture, or the -D and -I of its build; else mend it"
            yield ParseError(f"{where}: doesn't parse: {item.message}; {advice}")


def _missing(parsed: ParsedUnit) -> Iterator[MissingHeader]:
    """Yield the headers that aren't found, but for a compiler's own headers for machine instructions."""
    for item in missing_headers(parsed):
        if not item.name.endswith(_INSTRUCTION_HEADERS):
            yield missing_header(item, parsed.files.get(item.path) if item.path else None)


def _edits(model: Extension, changes: Sequence[Change]) -> Edits:
    """Return the edits of *changes* by file, none twice; files outside the project are a bug."""
    found: dict[Path, dict[Edit, frozenset[str]]] = {}
    for change in changes:
        for edit in change.edits:
            same = found.setdefault(edit.path, {})
            same[edit] = same.get(edit, frozenset()) | (edit.serves or {change.subject})
    outside = [path for path in found if not path.is_relative_to(model.root)]
    if outside:
        raise RewriteError(f"an edit would leave the project: {outside[0]}")
    return {path: _aligned(model, path, items) for path, items in found.items()}


def _aligned(model: Extension, path: Path, items: Mapping[Edit, frozenset[str]]) -> tuple[Edit, ...]:
    file = model.files.get(path)
    edits = [replace(edit, serves=serves) for edit, serves in items.items()]
    return tuple(edits if file is None else aligned(file, edits))


def _applied(model: Extension, edits: Edits) -> dict[Path, bytes]:
    """Return the new bytes of every file that *edits* change."""
    # A file that isn't there yet is made by an edit of nothing.
    old = {path: model.files[path].source.data if path in model.files else b"" for path in edits}
    generated = [path for path in edits if generator_of(old[path])]
    if generated:
        raise RewriteError(f"an edit would change what a program writes: {generated[0]}")
    return {path: new for path, items in edits.items() if (new := apply(old[path], items)) != old[path]}


def _reject_changed_code(before: Extension, after: Extension, preparation: Preparation) -> None:
    """Raise RewriteError when a preparation that changes no code gives the compiler other code to read."""
    where = changed_code(before, after)
    if where is not None:
        raise RewriteError(f"{preparation.name} would change what is compiled, nothing was written: {where}")


def _miscompiled(
    rewrite: Rewrite | Preparation, after: Complaints, path: Path, offset: int, message: str
) -> RewriteError:
    where = after.sources[path].location(offset) if path in after.sources else path
    text = f"{rewrite.name} made code that doesn't compile, nothing was written: {where}: {message}"
    return RewriteError(text, path, offset, message)


def _reject_new_forced_errors(before: Extension, after: Complaints, rewrite: Rewrite | Preparation) -> None:
    """Raise RewriteError when a line that was written into a group for another build can't be read there.

    Much in such groups can't be read anyway, as what it needs isn't here: only new complaints about new lines count.
    """
    known = {message for _, _, message in before.forced_errors}
    for path, offset, message in after.forced_errors:
        if message in known or not _HALF_DONE.match(message):
            continue
        source = after.sources[path]
        line = source.data[source.line_start(offset) : source.line_end(offset)].rstrip(b"\r\n")
        if path in before.files and line in before.files[path].source.data.splitlines():
            continue
        raise _miscompiled(rewrite, after, path, offset, message)


def _reject_new_errors(before: Extension, after: Complaints, rewrite: Rewrite | Preparation) -> None:
    """Raise RewriteError when *after* has an error, or more warnings of the watched kinds, than *before*."""
    known = Counter(message for _, _, message in (*before.errors, *before.warnings))
    for path, offset, message in (*after.errors, *after.warnings):
        known[message] -= 1
        if known[message] >= 0:
            continue
        raise _miscompiled(rewrite, after, path, offset, message)
    # A template of the library may be instantiated with a class of the project.
    for message in (Counter(after.foreign_errors) - Counter(before.foreign_errors)).elements():
        raise RewriteError(f"{rewrite.name} made code that doesn't compile, nothing was written: {message}")
