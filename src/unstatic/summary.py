"""Plan -> report: what was decided, what remains, what the module may claim."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from unstatic import report
from unstatic.config import Settings
from unstatic.model import Extension
from unstatic.plan import Decision, Plan, Residue, Verdict
from unstatic.report import ExtensionReport, SubjectReport

_KINDS: dict[str, report.Kind] = {"type": "type", "global": "global", "init": "init"}


def report_of(model: Extension, plan: Plan, settings: Settings, files: Sequence[str]) -> ExtensionReport:
    """Return the report on one extension; *files* are those that the migration changes."""
    init = next(iter(plan.of_kind("init")), None)
    return ExtensionReport(
        name=model.name,
        outcome=_outcome(plan),
        files=tuple(files),
        types=tuple(_subject(item) for item in plan.of_kind("type")),
        globals=tuple(_subject(item) for item in plan.of_kind("global")),
        init=_subject(init) if init else None,
        residue=tuple(_residue(item) for item in plan.claims.reasons),
        claims=_claims(plan),
        notes=(*model.notes, *_version_notes(plan)),
    )


def _outcome(plan: Plan) -> Literal["migrated", "partial", "refused", "nothing-to-do"]:
    verdicts = [item.verdict for item in plan.decisions]
    refused = Verdict.REFUSE in verdicts
    if Verdict.MIGRATE not in verdicts:
        return "refused" if refused else "nothing-to-do"
    return "partial" if refused else "migrated"


def _subject(decision: Decision) -> SubjectReport:
    kind = _KINDS[decision.kind]
    return SubjectReport(decision.name, kind, decision.verdict.value, decision.reason, decision.rule, decision.location)


def _residue(item: Residue) -> report.Residue:
    return report.Residue(item.name, item.location, item.reason, item.rule)


def _claims(plan: Plan) -> dict[str, str]:
    claim = plan.claims.multiple_interpreters if plan.changes_anything else ""
    return {"multiple_interpreters": claim or "none", "gil": "unchanged"}


def _version_notes(plan: Plan) -> tuple[str, ...]:
    if plan.minimum < (3, 10) and plan.types:
        return ("on Python 3.9 the types can be changed by Python code: Py_TPFLAGS_IMMUTABLETYPE came with 3.10",)
    return ()
