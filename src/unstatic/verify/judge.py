"""Says what an isolated module must do, and judges an observation by it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from unstatic.verify.children import BASELINES, OWN_GIL, Json, Observation, is_crash
from unstatic.verify.findings import Finding
from unstatic.verify.judging.case import Case, Claim, brief, claim_of, refused_imports
from unstatic.verify.judging.failures import as_before, endings, failing_imports, no_memory
from unstatic.verify.judging.interpreters import legacy, own_gil
from unstatic.verify.judging.references import (
    chain,
    freed,
    lent,
    never_freed,
    operations,
    refcounts,
    references,
    statics,
    stored,
    stored_subclassed,
    twice,
    untouched,
)

_SITE = re.compile(r"/\S*?/site-packages/")
# What worked in the original has to work, whatever the module claims.
AS_BEFORE = ("collecting", "reimport", "first import", "orders", "threads", "restart")


def judge(
    module: str, before: Observation, after: Observation, claim: Claim, *, is_partial: bool = False
) -> list[Finding]:
    """Return what the migrated build does that a module with this claim must not do.

    *is_partial*: the migration's report says of variables that they stay.
    """
    findings: list[Finding] = []
    kept = never_freed(before.plain)
    claimed = claim_of(before.plain), claim_of(after.plain)
    for label, old, new in (("", before.plain, after.plain), ("strict ", before.strict, after.strict)):
        otherwise = before.plain if label else before.strict
        case = Case(label, module, old, new, kept, is_partial, claimed, otherwise, refused_imports(after.plain))
        findings += _judge(case, claim)
    said = {(finding.where, finding.text) for finding in findings}
    # What shows without the strict options needn't be said twice.
    return [item for item in findings if (item.where.removeprefix("strict "), item.text) not in said - {_key(item)}]


def _key(finding: Finding) -> tuple[str, str]:
    return finding.where, finding.text


def _judge(case: Case, claim: Claim) -> Iterator[Finding]:
    baselines = {name for names in BASELINES.values() for name in names}
    for probe in (name for name in case.after if name not in baselines):
        old, new = case.before.get(probe), case.after[probe]
        value = new.get("value") if isinstance(new, dict) else None
        if value is None:
            yield from _no_value(case, probe, old, new, claim)
        elif probe.startswith(OWN_GIL):
            yield from own_gil(case, probe, str(value), claim)
        elif probe == "legacy":
            yield from legacy(case, str(value), claim)
        elif probe in _JUDGES and isinstance(value, dict):
            if claim != "none" or probe in _ALWAYS:
                yield from _JUDGES[probe](case, value)
        elif probe not in _COMPARED and value != "ok":
            yield case.finding("note", probe, f"nothing to judge: {value}")


def _no_value(case: Case, probe: str, old: Json, new: Json, claim: Claim) -> Iterator[Finding]:
    if _anywhere(old) == _anywhere(new):
        yield case.finding("note", probe, f"not provable here: the original gave {old} too")
    elif claim != "own" and is_crash(old) and is_crash(new):
        yield case.finding("note", probe, f"not provable here: the original gave {old}, if not each time")
    elif claim == "none" and probe in _NEED_COPIES and "ImportError" in str(new):
        yield case.finding("note", probe, f"one copy per process: {new}")
    elif any("crashed" in str(case.after.get(name)) for name in BASELINES.get(probe, ())):
        yield case.finding("note", probe, "not provable here: this Python crashes without the module too")
    elif probe != "import" and new == case.after.get("import"):
        yield case.finding("note", probe, "not provable here: the exercise fails in the same way")
    elif probe not in _COMPARED:
        yield case.finding("problem", probe, f"{brief(old)} -> {new}")


def _anywhere(outcome: Json) -> Json:
    """Return an outcome without the folder in which a build is installed, which messages of the loader name."""
    raised = outcome.get("raised") if isinstance(outcome, dict) else None
    return {"raised": _SITE.sub("", raised)} if isinstance(raised, str) else outcome


_JUDGES: Mapping[str, Callable[[Case, Mapping[str, Json]], Iterator[Finding]]] = {
    "twice": twice,
    "freed": freed,
    "stored": stored,
    "stored subclassed": stored_subclassed,
    "endings": endings,
    "references": references,
    "untouched": untouched,
    "lent": lent,
    "chain": chain,
    "statics": statics,
    "refcounts": refcounts,
    "operations": operations,
    "no memory": no_memory,
    "failing imports": failing_imports,
    **{probe: partial(as_before, probe=probe) for probe in AS_BEFORE},
}
# Also of a module that makes no claim.
_ALWAYS = ("refcounts", "operations", "endings", "chain", "no memory", "failing imports", *AS_BEFORE)
_NEED_COPIES = (
    "twice",
    "freed",
    "stored",
    "stored subclassed",
    "references",
    "untouched",
    "not executed",
    "afterlife",
    "lent",
    "no memory",
    "failing imports",
    "own GIL",
    "legacy",
)
# compare() reads these.
_COMPARED = ("surface", "subclassed", "outcomes", "definition")
