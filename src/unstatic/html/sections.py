"""The result of one extension as sections of the page: one for each subject, with its hunks and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from unstatic.html import colour, rows
from unstatic.html.colour import Pieces, text_of
from unstatic.html.provenance import NOBODY, Origin, Provenance, all_changes, provenance
from unstatic.migration.report import Residue
from unstatic.pipeline import Outcome
from unstatic.plan.decisions import Decision, Verdict
from unstatic.text.diff import lines_of, opcodes
from unstatic.text.edits import Safety
from unstatic.text.source import Location

Tier = Literal["safe", "review", "manual"]
STATE = "state"
"""What belongs to no subject alone: the state's struct, and the ways to it."""
_IN_STATE = "what is in the module state is reached through it"
CONTEXT = 3
_SHARED = 3
"""A block that more subjects than that have in common is shown once."""


@dataclass(frozen=True, slots=True)
class Note:
    """Words beside a line: why it stays, or what else there is to know."""

    kind: Literal["refuse", "keep", "remains"]
    text: str
    rule: str
    subject: str


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the original beside one of the result; numbers from 0, None where there is none."""

    old: int | None
    new: int | None
    is_changed: bool
    is_own: bool
    """Whether the section's subject is behind it."""
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines of one file that stand together."""

    path: Path
    rows: tuple[Row, ...]
    reasons: tuple[tuple[str, str], ...] = ()
    """What was done: a rewrite, and what it says."""
    others: tuple[str, ...] = ()
    """The other subjects that changed something in it."""


@dataclass(frozen=True, slots=True)
class Section:
    """A subject with everything that is to be seen of it."""

    subject: str
    tier: Tier
    verdict: str
    reason: str
    rule: str
    location: Location | None
    hunks: tuple[Hunk, ...]
    elsewhere: tuple[tuple[str, Path, int], ...] = ()
    """Hunks that are shown with another subject: that, the file, and a line of the result."""

    @property
    def is_optional(self) -> bool:
        """Whether it can be left out by itself, or was, and can be taken in again."""
        is_open = self.verdict == "migrate" or self.rule == "declined"
        return is_open and self.subject.startswith(("type:", "global:"))


@dataclass(frozen=True, slots=True)
class Text:
    """One file in colours, before and after."""

    old: Sequence[Pieces]
    new: Sequence[Pieces]


@dataclass(frozen=True, slots=True)
class _Block:
    """A stretch of changed lines, its rows, and who changed which of them."""

    path: Path
    rows: tuple[tuple[rows.Pair, Origin], ...]

    @property
    def subjects(self) -> frozenset[str]:
        return frozenset().union(*(origin.subjects for _, origin in self.rows))

    @property
    def changes(self) -> frozenset[int]:
        return frozenset[int]().union(*(origin.changes for _, origin in self.rows))


class Sections:
    """Makes the sections of one extension; *texts* has a file's colours by its path."""

    def __init__(self, outcome: Outcome, root: Path, texts: dict[Path, Text]) -> None:
        self._outcome, self._root, self.texts = outcome, root, texts
        self._decisions = outcome.plan.decisions if outcome.plan else ()
        self._changes = all_changes(outcome.steps)
        moving = [item for item in self._decisions if item.verdict is Verdict.MIGRATE]
        self._moving = frozenset(item.subject for item in moving if item.kind in ("type", "global"))
        self._shown: dict[tuple[Path, int], str] = {}
        self._pairs: dict[Path, list[tuple[rows.Pair, bool]]] = {}
        self._notes = _notes(self._decisions, outcome.report.residue)
        self._blocks = [block for path in sorted(outcome.after) for block in self._blocks_of(path)]

    def all(self) -> list[Section]:
        """Return the sections in the order of the report, what is shared first."""
        order = [STATE, *(item.subject for item in self._decisions)]
        order += sorted({subject for block in self._blocks for subject in block.subjects} - set(order))
        homes = [self._homes(block, order) for block in self._blocks]
        decided = {item.subject: item for item in self._decisions}
        found = (self._section(subject, decided.get(subject), homes) for subject in order)
        return [section for section in found if section is not None]

    def _homes(self, block: _Block, order: Sequence[str]) -> tuple[str, ...]:
        """Return the subjects that a block is shown with."""
        subjects = [subject for subject in order if subject in block.subjects]
        own = [subject for subject in subjects if subject != STATE]
        is_for_all = len(self._moving) > 1 and self._moving <= block.subjects
        if is_for_all or len(own) > _SHARED:
            init = next((subject for subject in own if subject.startswith("init:")), STATE)
            count = sum(init in origin.subjects for _, origin in block.rows)
            return (init if 2 * count > len(block.rows) else STATE,)
        return tuple(own or subjects or [STATE])

    def _section(self, subject: str, decision: Decision | None, homes: Sequence[tuple[str, ...]]) -> Section | None:
        own = [block for block, home in zip(self._blocks, homes, strict=True) if subject in home]
        elsewhere = [
            (home[0], block.path, self._line(block))
            for block, home in zip(self._blocks, homes, strict=True)
            if subject in block.subjects and subject not in home and subject != STATE
        ]
        hunks = tuple(self._hunks(subject, own))
        if decision is None:
            return Section(subject, self._tier(subject), "migrate", "", "", None, hunks) if hunks else None
        if decision.verdict is not Verdict.MIGRATE:
            return self._manual(decision, hunks)
        tier: Tier = "review" if decision.safety is Safety.REVIEW else self._tier(subject)
        reason, rule = decision.reason, decision.rule
        return Section(subject, tier, "migrate", reason, rule, decision.location, hunks, tuple(elsewhere))

    def _manual(self, decision: Decision, hunks: tuple[Hunk, ...]) -> Section | None:
        if decision.subject.startswith("init:") and decision.rule == "init" and decision.verdict is Verdict.KEEP:
            # Multi-phase already; it may still get a claim.
            tier, reason = self._tier(decision.subject), decision.reason
            found = Section(decision.subject, tier, "migrate", reason, "", decision.location, hunks)
            return found if hunks else None
        verdict = decision.verdict.value
        reason, rule, location = decision.reason, decision.rule, decision.location
        first = self._shown.setdefault((location.path, location.line), decision.subject)
        if hunks or first == decision.subject:
            shown = hunks or tuple(self._around(location))
            return Section(decision.subject, "manual", verdict, reason, rule, location, shown)
        # Lines that don't change are shown once, however much stays because of them.
        elsewhere = ((first, location.path, location.line - 1),)
        return Section(decision.subject, "manual", verdict, reason, rule, location, (), elsewhere)

    def _tier(self, subject: str) -> Tier:
        own = [change for _, change in self._changes if change.subject == subject]
        return "review" if any(change.safety is Safety.REVIEW for change in own) else "safe"

    def _line(self, block: _Block) -> int:
        return next((new for (_, new), _ in block.rows if new is not None), 0)

    def text(self, path: Path) -> Text:
        """Return a file in colours."""
        if path not in self.texts:
            before = self._outcome.before.get(path, b"")
            after = self._outcome.after.get(path, before)
            self.texts[path] = Text(colour.coloured(path, before), colour.coloured(path, after))
        return self.texts[path]

    def _blocks_of(self, path: Path) -> Iterator[_Block]:
        """Yield the changed stretches of a file, and remember all its rows."""
        before, after = self._outcome.before.get(path, b""), self._outcome.after[path]
        text, made = self.text(path), provenance(path, before, after, self._outcome.steps)
        old, new = [text_of(line) for line in text.old], [text_of(line) for line in text.new]
        rows_of_file = self._pairs.setdefault(path, [])
        for code in opcodes(lines_of(before), lines_of(after)):
            paired = rows.pairs(code, old, new)
            rows_of_file += [(pair, code[0] != "equal") for pair in paired]
            if code[0] == "equal":
                continue
            yield _Block(path, tuple((pair, _origin(pair, made)) for pair in paired))

    def _hunks(self, subject: str, blocks: Sequence[_Block]) -> Iterator[Hunk]:
        """Yield the blocks of a subject with the lines around them, those that are near each other in one."""
        by_path: dict[Path, list[_Block]] = {}
        for block in blocks:
            by_path.setdefault(block.path, []).append(block)
        for path, own in by_path.items():
            listed = self._pairs[path]
            place = {pair: index for index, (pair, _) in enumerate(listed)}
            ranges = _merged([(place[block.rows[0][0]], place[block.rows[-1][0]] + 1) for block in own], len(listed))
            for start, end in ranges:
                inside = [block for block in own if start <= place[block.rows[0][0]] < end]
                yield self._hunk(subject, path, listed[start:end], inside)

    def _hunk(
        self, subject: str, path: Path, listed: Sequence[tuple[rows.Pair, bool]], blocks: Sequence[_Block]
    ) -> Hunk:
        behind = {pair: origin.subjects for block in blocks for pair, origin in block.rows}
        changes = sorted(frozenset[int]().union(*(block.changes for block in blocks)))
        reasons = [
            (step.rewrite, change.reason if change.subject == subject else _IN_STATE)
            for step, change in (self._changes[number] for number in changes)
            if change.subject in (subject, STATE)
        ]
        others = {other for block in blocks for other in block.subjects} - {subject, STATE}
        shown = tuple(
            Row(*pair, is_changed, subject in behind.get(pair, {subject}) or subject == STATE, self._at(path, pair[0]))
            for pair, is_changed in listed
        )
        return Hunk(path, shown, tuple(dict.fromkeys(reasons)), tuple(sorted(others)))

    def _at(self, path: Path, line: int | None) -> tuple[Note, ...]:
        return self._notes.get((self._root / path, line + 1), ()) if line is not None else ()

    def _around(self, location: Location) -> Iterator[Hunk]:
        """Yield the lines around a place of the original, if that can still be read."""
        if not location.path.is_relative_to(self._root):
            return
        path = location.path.relative_to(self._root)
        if path not in self._outcome.before and path not in self.texts:
            try:
                data = location.path.read_bytes()
            except OSError:
                return
            lines = colour.coloured(path, data)
            self.texts[path] = Text(lines, lines)
        count = len(self.text(path).old)
        first, last = max(location.line - 1 - CONTEXT, 0), min(location.line + CONTEXT, count)
        listed = self._pairs.get(path)
        if listed is not None:
            at = next((index for index, (pair, _) in enumerate(listed) if pair[0] == location.line - 1), None)
            if at is not None:
                near = listed[max(at - CONTEXT, 0) : at + CONTEXT + 1]
                yield Hunk(path, tuple(Row(*pair, changed, False, self._at(path, pair[0])) for pair, changed in near))
            return
        yield Hunk(path, tuple(Row(line, line, False, True, self._at(path, line)) for line in range(first, last)))


def _merged(ranges: Sequence[tuple[int, int]], count: int) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for start, end in sorted((max(start - CONTEXT, 0), min(end + CONTEXT, count)) for start, end in ranges):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _origin(pair: rows.Pair, made: Provenance) -> Origin:
    """Return who is behind a row. A line that stayed, and stands elsewhere, has nobody."""
    old, new = pair
    gone = made.removed[old] if old is not None and old < len(made.removed) else NOBODY
    come = made.written[new] if new is not None and new < len(made.written) else NOBODY
    return gone | come


def _notes(decisions: Sequence[Decision], residue: Sequence[Residue]) -> dict[tuple[Path, int], tuple[Note, ...]]:
    """Return what is said of places in the original, by file and line."""
    found: dict[tuple[Path, int], list[Note]] = {}
    for item in decisions:
        if item.verdict is not Verdict.MIGRATE and not (item.kind == "init" and item.rule == "init"):
            kind: Literal["refuse", "keep"] = "refuse" if item.verdict is Verdict.REFUSE else "keep"
            note = Note(kind, item.reason, item.rule, item.subject)
            found.setdefault((item.location.path, item.location.line), []).append(note)
    told = {(item.location, item.reason) for item in decisions}
    for rest in residue:
        if rest.location is not None and (rest.location, rest.reason) not in told:
            note = Note("remains", rest.reason, rest.rule, rest.name)
            found.setdefault((rest.location.path, rest.location.line), []).append(note)
    return {place: tuple(notes) for place, notes in found.items()}
