"""Runs the probes of one built module in child interpreters."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from unstatic.system.building import processes

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
# One outcome per probe: an object with one of the keys value, raised, crashed, exited, silent, timeout.
Outcomes = Mapping[str, Json]
NO_ANSWER = ("crashed ", "timeout ", "exited ", "silent ")
"""How the text begins that stands for the outcome of a part of a probe, where that has no value."""

PROBES = Path(__file__).with_name("probes")
PLAIN = (
    "import",
    "definition",
    "surface",
    "subclassed",
    "outcomes",
    "twice",
    "freed",
    "stored",
    "stored subclassed",
    "endings",
    "references",
    "untouched",
    "not executed",
    "afterlife",
    "lent",
    "entangled",
    "refcounts",
    "operations",
    "chain",
    "statics",
    "no memory",
    "failing imports",
    "reimport",
    "first import",
    "orders",
    "threads",
    "restart",
    "legacy",
    "own GIL",
    "own GIL after main",
    "own GIL threads",
    "shutdown",
    "shutdown with threads",
)
STRESS = "stress"
OWN_GIL = ("own GIL", STRESS)
"""How the names of those begin that use interpreters with a GIL of their own."""
_ALONE = ("baseline",)
_AT_ONCE = (*_ALONE, "baseline at once")
BASELINES = {"own GIL": _ALONE, "own GIL after main": _ALONE, "own GIL threads": _AT_ONCE, STRESS: _AT_ONCE}
"""What each of these is judged by where it crashes: nothing by itself."""
_RACING = ("threads", "own GIL threads", "shutdown with threads", STRESS)
"""What threads do at the same time: a crash of one time in ten is seldom seen in one look."""
_MORE_LOOKS = 10
# What is compared between two builds; the rest is judged by itself.
COMPARED = ("surface", "subclassed", "outcomes")
# For the second look at the original: what nobody initialised is filled with something else.
OTHER_MEMORY = {"PYTHONMALLOC": "malloc", "MALLOC_PERTURB_": "165"}
# Warnings are errors here, and the debug allocators look for memory errors.
STRICT = (
    "import",
    "twice",
    "freed",
    "stored",
    "stored subclassed",
    "endings",
    "afterlife",
    "entangled",
    "chain",
    "collecting",
    "orders",
    "own GIL",
    "shutdown",
    "shutdown with threads",
)
STRICT_OPTIONS = ("-W", "error", "-X", "dev")
# With the cache of bytecode elsewhere, each child would compile the standard library anew.
HIDDEN = (
    *("PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "PYTHONWARNINGS", "PYTHONMALLOC", "PYTHONDEVMODE"),
    "PYTHONPYCACHEPREFIX",
)


@dataclass(frozen=True, slots=True)
class Subject:
    """
    A built module: its import name, extra entries for sys.path, and source that defines `exercise(module)`.

    *needs* are other extension modules that it imports: their types are not its own.
    """

    module: str
    path: tuple[Path, ...]
    exercise: str
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Effort:
    """
    How much to do: *quick* makes fewer rounds, *stress* is a number of interpreters at once (0: leave that out).

    *timeout* is in seconds, for each probe. *environment* is added to that of the children.
    """

    quick: bool = False
    timeout: int = 120
    stress: int = 0
    environment: Mapping[str, str] = field(default_factory=dict)
    plain: tuple[str, ...] = PLAIN
    strict: tuple[str, ...] = STRICT


@dataclass(frozen=True, slots=True)
class Observation:
    """What the probes saw of one build under one interpreter; *log* is what the children printed."""

    plain: Outcomes
    strict: Outcomes
    log: str


def observe(python: Path, subject: Subject, effort: Effort = Effort()) -> Observation:
    """Return what the probes see. Crashes, time-outs and silence of the children are outcomes, not errors."""
    stress = (STRESS,) if effort.stress else ()
    plain, plain_log = _run(python, (), (*effort.plain, *stress), subject, effort)
    # What takes too long takes no less with more checks.
    late = {probe: plain[probe] for probe in effort.strict if _is_late(plain.get(probe))}
    rest = tuple(probe for probe in effort.strict if probe not in late)
    strict, strict_log = _run(python, STRICT_OPTIONS, rest, subject, effort)
    return Observation(plain, {**late, **strict}, plain_log + strict_log)


def looked_again(
    python: Path, subject: Subject, old: Observation, new: Observation, effort: Effort = Effort()
) -> Observation:
    """Return what was seen of the original, with the crashes of more looks at what crashed in the result alone."""
    plain = _crashes(python, (), subject, effort, old.plain, new.plain)
    strict = _crashes(python, STRICT_OPTIONS, subject, effort, old.strict, new.strict)
    return Observation({**old.plain, **plain}, {**old.strict, **strict}, old.log)


def _crashes(
    python: Path, options: tuple[str, ...], subject: Subject, effort: Effort, old: Outcomes, new: Outcomes
) -> Outcomes:
    """Return the crashes of the original under *python* where threads race, and only the result has crashed so far."""
    found: dict[str, Json] = {}
    left = tuple(probe for probe in _RACING if is_crash(new.get(probe)) and not is_crash(old.get(probe)))
    for _ in range(_MORE_LOOKS):
        if not left:
            break
        outcomes, _log = run_probes(python, options, left, subject, effort)
        found |= {probe: outcome for probe, outcome in outcomes.items() if is_crash(outcome)}
        left = tuple(probe for probe in left if probe not in found)
    return found


def is_crash(outcome: Json) -> bool:
    """Tell whether a probe ended with a crash."""
    return isinstance(outcome, dict) and "crashed" in outcome


def _run(
    python: Path, options: tuple[str, ...], probes: tuple[str, ...], subject: Subject, effort: Effort
) -> tuple[Outcomes, str]:
    """Return what `run_probes` does; where an interpreter with its own GIL crashed, with the baseline for that."""
    found, log = run_probes(python, options, probes, subject, effort)
    crashed = [probe for probe, outcome in found.items() if probe in BASELINES and "crashed" in str(outcome)]
    if not crashed:
        return found, log
    wanted = tuple(dict.fromkeys(name for probe in crashed for name in BASELINES[probe]))
    baselines, more = run_probes(python, options, wanted, subject, effort)
    return {**found, **baselines}, log + more


def _is_late(outcome: Json) -> bool:
    return isinstance(outcome, dict) and "timeout" in outcome


def run_probes(
    python: Path, options: tuple[str, ...], probes: tuple[str, ...], subject: Subject, effort: Effort
) -> tuple[Outcomes, str]:
    """Return the outcome of each of *probes* under *python* with *options*, and what the children printed."""
    if not probes:
        return {}, ""
    timeout = effort.timeout
    request: dict[str, Json] = {
        "module": subject.module,
        "needs": list(subject.needs),
        "exercise": subject.exercise,
        "path": [str(entry) for entry in subject.path],
        "probes": list(probes),
        "quick": effort.quick,
        "timeout": timeout,
        "stress": effort.stress,
    }
    with tempfile.TemporaryDirectory(prefix="unstatic-probes-") as folder:
        question, answer = Path(folder, "request.json"), Path(folder, "answer.json")
        question.write_text(json.dumps(request), encoding="utf-8")
        command = [str(python), *options, str(PROBES), str(question), str(answer)]
        # Each probe has its own limit; this one is for the process that forks them.
        limit = float(timeout * (len(probes) + 1))
        done = processes.run(command, Path(folder), _environment(effort), limit, Path(folder, "log"))
        log = done.output
        if done.timed_out:
            return {probe: {"timeout": timeout} for probe in probes}, log
        if done.exit or not answer.exists():
            # Nothing said is a failure of every probe, never a pass.
            key = "crashed" if done.exit < 0 else "exited"
            return {probe: {key: done.exit} for probe in probes}, log
        outcomes: dict[str, Json] = json.loads(answer.read_text(encoding="utf-8"))
        return {probe: outcomes.get(probe, {"silent": 0}) for probe in probes}, log


def _environment(effort: Effort) -> dict[str, str]:
    kept = {name: value for name, value in processes.own_environment().items() if name not in HIDDEN}
    # Equal runs: no hash order that differs, no bytecode left in the trees that are compared.
    return kept | {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"} | dict(effort.environment)
