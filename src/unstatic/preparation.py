"""What was decided on prepared sources, told of the sources that the user has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from unstatic.analyse.type_aliases import type_aliases
from unstatic.diff import lines_of, opcodes
from unstatic.model import Extension, File
from unstatic.plan import Decision, Plan
from unstatic.source import Location
from unstatic.subjects import type_subject


def with_aliases(model: Extension, plan: Plan, failed: Mapping[str, Decision]) -> Plan:
    """Return *plan* with what the types were called in *model*; *failed* has what kept types from their new names."""
    aliases = {f"type:{item.pointer.name}": item for item in type_aliases(model)}
    undone = {type_subject(item.static): failed[name] for name, item in aliases.items() if name in failed}
    decisions: list[Decision] = []
    for decision in plan.decisions:
        alias = aliases.get(decision.subject)
        if decision.subject in undone:
            decisions.append(replace(undone[decision.subject], subject=decision.subject))
        elif alias is None:
            decisions.append(decision)
        else:
            where = model.location(alias.static.declaration.path, alias.static.declaration.name_span.start)
            reason = (
                f"{decision.reason}; it was {alias.static.name}, and what its new name was for always pointed to it"
            )
            decisions.append(replace(decision, reason=reason, location=where))
    return replace(plan, decisions=tuple(decisions))


def with_instances(plan: Plan, failed: Mapping[str, Decision]) -> Plan:
    """Return *plan* with what is in the way of objects that could be made in the initialisation, but for *failed*."""
    decisions = tuple(
        replace(failed[item.subject], reason=f"{failed[item.subject].reason}; so it stays allocated statically (G57)")
        if item.rule == "static-instance" and item.subject in failed
        else item
        for item in plan.decisions
    )
    return replace(plan, decisions=decisions)


def on_originals(plan: Plan, originals: Mapping[Path, bytes], prepared: Mapping[Path, bytes]) -> Plan:
    """Return *plan* with the lines that its places have in *originals*; *prepared* is what it was made for."""
    lines = {path: _lines(originals[path], data) for path, data in prepared.items()}
    decisions = tuple(replace(item, location=_moved(item.location, lines)) for item in plan.decisions)
    reasons = tuple(replace(item, location=_moved(item.location, lines)) for item in plan.claims.reasons)
    return replace(plan, decisions=decisions, claims=replace(plan.claims, reasons=reasons))


def changed_code(before: Extension, after: Extension) -> Location | None:
    """Return the first place where the parser keeps other tokens or directives of a file; conditionals don't count."""
    for path, file in before.files.items():
        old, new = _kept(file), _kept(after.files[path]) if path in after.files else []
        if [text for text, _ in old] != [text for text, _ in new]:
            pairs = zip(old, [*new, *[(b"", 0)] * len(old)], strict=False)
            return file.source.location(next((at for (text, at), (other, _) in pairs if text != other), 0))
    return None


def _kept(file: File) -> list[tuple[bytes, int]]:
    directives = [
        (file.source.text(item.span), item.span.start)
        for item in file.lexed.directives
        if not item.is_condition and not file.is_inactive(item.span.start)
    ]
    return sorted([*((token.text, token.start) for token in file.tokens), *directives], key=lambda item: item[1])


def _lines(before: bytes, after: bytes) -> dict[int, int]:
    """Return the line of *before* for each line of *after*, from 1; for new lines, that of what they replace."""
    found: dict[int, int] = {}
    for _, old, old_end, new, new_end in opcodes(lines_of(before), lines_of(after)):
        for index in range(new, new_end):
            found[index + 1] = min(old + index - new, max(old_end - 1, old)) + 1
    return found


def _moved(location: Location, lines: Mapping[Path, Mapping[int, int]]) -> Location:
    found = lines.get(location.path, {}).get(location.line)
    return location if found is None else replace(location, line=found)
