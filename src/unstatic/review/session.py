"""The answers to what a review asks about one extension, and what they lead to; nothing is printed or written here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from unstatic.errors import UnstaticError, UsageError
from unstatic.pipeline import Outcome
from unstatic.plan.decisions import Decision, Plan, Verdict
from unstatic.review.hunks import Hunk, hunks
from unstatic.settings.decided_beforehand import LATER, NO, YES, HandEdit, Planned

Decide = Callable[[Planned], Plan]
Run = Callable[[Planned], Outcome]


class Session:
    """One extension under review. What is declined is planned around at once, so that each answer sees what is true."""

    def __init__(self, stored: Planned, first: Plan, decide: Decide, run: Run) -> None:
        """*stored* holds earlier answers and edits; *first* is the plan without any; the others are for given ones."""
        self._decide = decide
        self._run = run
        self._stored = stored
        self._everything = tuple(item.subject for item in first.decisions)
        known = set(self._everything)
        self.answers = {key: value for key, value in stored.answers.items() if key in known and value != LATER}
        self.forgotten = tuple(subject for subject in stored.answers if subject not in known)
        self._edits = tuple(item for item in stored.edits if item.subject in known)
        self._history: list[str] = []
        self._shown: tuple[Outcome, dict[str, tuple[Hunk, ...]]] | None = None
        self.outcome = self._settled()

    @property
    def plan(self) -> Plan:
        """What is decided after the answers so far; those that are missing count as yes."""
        assert self.outcome.plan is not None
        return self.outcome.plan

    @property
    def subjects(self) -> tuple[Decision, ...]:
        """What can be migrated after the answers so far: types, globals, specs, the initialisation."""
        kinds = [item for kind in ("type", "global", "spec", "init") for item in self.plan.of_kind(kind)]
        return tuple(item for item in kinds if item.verdict is Verdict.MIGRATE)

    def planned(self, *, final: bool = False) -> Planned:
        """Return the decisions for a run; a *final* one leaves what wasn't accepted."""
        stays = {NO, LATER, ""} if final else {NO}
        decisions = {
            subject: "keep" if self.answers.get(subject, "") in stays else "migrate" for subject in self._everything
        }
        return replace(self._stored, decisions=decisions, edits=self._edits, answers=dict(self.answers))

    @property
    def accepted(self) -> frozenset[str]:
        """The subjects that were answered with yes."""
        return frozenset(subject for subject, answer in self.answers.items() if answer == YES)

    @property
    def recorded(self) -> Plan:
        """The plan to keep: what wasn't accepted yet stays, so that nothing is migrated unseen."""
        reason = "the review hasn't accepted it"
        decisions = tuple(
            replace(item, verdict=Verdict.KEEP, reason=reason, rule="declined")
            if item.verdict is Verdict.MIGRATE and item.kind != "init" and self.answers.get(item.subject) != YES
            else item
            for item in self.plan.decisions
        )
        return replace(self.plan, decisions=decisions)

    @property
    def review(self) -> Planned:
        """The answers and edits to keep; what wasn't accepted or declined is for later."""
        open_ = {item.subject: LATER for item in self.subjects if item.kind != "init"}
        return replace(self.planned(), answers={**open_, **self.answers})

    def next(self) -> Decision | None:
        """Return what is to be asked next, or None at the end."""
        return next((item for item in self.subjects if item.subject not in self.answers), None)

    def hunks(self, subject: str) -> tuple[Hunk, ...]:
        """Return what is shown with *subject*."""
        if self._shown is None or self._shown[0] is not self.outcome:
            steps = [step.edits for step in self.outcome.steps]
            order = [item.subject for item in self.subjects]
            self._shown = (self.outcome, hunks(self.outcome.before, self.outcome.after, steps, order))
        return self._shown[1].get(subject, ())

    def answer(self, subject: str, value: str) -> tuple[Decision, ...]:
        """Note an answer, and return the decisions on what has to stay because of it.

        Raises UnstaticError, and notes nothing, if the rest can't be migrated without what is declined.
        """
        self._history.append(subject)
        self.answers[subject] = value
        return self._replan(subject) if value == NO else ()

    def accept_rest(self) -> None:
        """Say yes to everything that wasn't asked about."""
        for item in self.subjects:
            if item.subject not in self.answers:
                self.answer(item.subject, YES)

    def decline_rest(self) -> tuple[Decision, ...]:
        """Say no to everything that wasn't asked about but the initialisation, and return what has to stay as well."""
        rest = [item for item in self.subjects if item.subject not in self.answers and item.kind != "init"]
        for item in rest:
            self._history.append(item.subject)
            self.answers[item.subject] = NO
        return self._replan(*(item.subject for item in rest))

    def back(self) -> Decision | None:
        """Take the last answer back, and return what it was about; None if there is none."""
        while self._history:
            subject = self._history.pop()
            if self.answers.pop(subject, None) == NO:
                self.outcome = self._settled()
            found = next((item for item in self.subjects if item.subject == subject), None)
            if found is not None:
                return found
        return None

    def forget(self) -> None:
        """Take all answers and edits back."""
        self.answers, self._edits, self._history = {}, (), []
        self.outcome = self._settled()

    def falls(self, subject: str) -> tuple[tuple[Decision, ...], Plan]:
        """Return what has to stay if *subject* does, and the plan for that."""
        planned = self.planned()
        other = self._decide(replace(planned, decisions={**planned.decisions, subject: "keep"}, edits=()))
        return _fallen(self.plan, other, (subject,)), other

    def edit(self, subject: str, hunk: Hunk, new: bytes) -> None:
        """Put *new* in place of the lines of *hunk*. Raises UsageError, and changes nothing, if it doesn't parse."""
        start, old = self._unique(hunk)
        text = old[:start] + new + old[start + len(hunk.new) :]
        known = self._edits
        rest = []
        for item in known:
            if item.path == hunk.path.as_posix() and item.new and old.count(item.new) == 1:
                # An edit of an edit replaces what the tool wrote.
                old = old.replace(item.new, item.old)
            else:
                rest.append(item)
        self._edits = (*rest, HandEdit(subject, hunk.path.as_posix(), old, text))
        try:
            self.outcome = self._run(self.planned())
        except UsageError:
            self._edits = known
            raise

    def finish(self) -> Outcome:
        """Return the result of the answers, without what wasn't accepted."""
        if all(self.answers.get(item.subject) == YES for item in self.subjects):
            return self.outcome
        return self._run(self.planned(final=True))

    def _replan(self, *declined: str) -> tuple[Decision, ...]:
        before = self.plan
        try:
            self.outcome = self._settled()
        except UnstaticError:
            for subject in declined:
                self._history.remove(subject)
                del self.answers[subject]
            raise
        return _fallen(before, self.plan, declined)

    def _settled(self) -> Outcome:
        """Run, without those edits by hand whose text the answers took away: their subjects are asked about again."""
        try:
            return self._run(self.planned())
        except UsageError:
            edits, self._edits = self._edits, ()
            if not edits:
                raise
        plain = self._run(self.planned())
        kept = tuple(item for item in edits if plain.after.get(Path(item.path), b"").count(item.old) == 1)
        for item in edits:
            if item not in kept and self.answers.get(item.subject) == YES:
                del self.answers[item.subject]
        self._edits = kept
        return self._run(self.planned()) if kept else plain

    def _unique(self, hunk: Hunk) -> tuple[int, bytes]:
        """Return text around the new lines of *hunk* that stands in the result once, and where they begin in it."""
        lines = self.outcome.after[hunk.path].split(b"\n")
        ends = [line + b"\n" for line in lines[:-1]] + [line for line in lines[-1:] if line]
        first = hunk.new_line - 1
        last = first + len([line for line in hunk.lines if not line.startswith(b"-")])
        start, whole = 0, b"".join(ends)
        while whole.count(b"".join(ends[first:last])) != 1:
            start += len(ends[first - 1]) if first else 0
            first, last = max(0, first - 1), last + 1
        return start, b"".join(ends[first:last])


def _fallen(before: Plan, after: Plan, declined: Iterable[str]) -> tuple[Decision, ...]:
    """Return the decisions of *after* on what *before* would have migrated, but for *declined*."""
    moved = {item.subject for item in before.decisions if item.verdict is Verdict.MIGRATE}.difference(declined)
    return tuple(item for item in after.decisions if item.subject in moved and item.verdict is not Verdict.MIGRATE)
