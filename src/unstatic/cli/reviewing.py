"""Carry out a review: ask, keep the answers, write what was accepted."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from unstatic import pipeline
from unstatic.cli import changes, engine, in_place, show
from unstatic.cli.engine import Result
from unstatic.cli.options.flags import Request
from unstatic.cli.walking import Prompt, Quit, Walk
from unstatic.delivery.write import check_writable, write_file
from unstatic.errors import UnstaticError
from unstatic.migration.plan_file import text, to_json
from unstatic.migration.report import counted
from unstatic.pipeline import Outcome
from unstatic.plan.decisions import Plan
from unstatic.reporting.inventory import summary
from unstatic.review.screen import Screen
from unstatic.review.session import Session
from unstatic.settings.config import project_root
from unstatic.settings.decided_beforehand import Planned
from unstatic.text.diff import statistics, unified

PLAN_FILE = "unstatic-plan.json"


def run(request: Request, again: bool, allow_dirty: bool) -> int:
    """Review the paths of *request* and return the exit code. Raises what the commands that write raise."""
    path = request.plan or project_root(request.paths[0]) / PLAN_FILE
    known = replace(request, plan=path if path.exists() else None)
    tasks = engine.tasks(known)
    found = engine.run([replace(task, settings=replace(task.settings, planned=None)) for task in tasks])
    root = changes.single_root(found, "review").resolve()
    for item in in_place.pending(found, allow_dirty, path):
        check_writable(item.base, item.before, item.after)
    stored = {task.extension.name: task.settings.planned for task in tasks}
    sessions = {
        result.report.name: _session(result, stored.get(result.task.extension.name), path, again)
        for result in found
        if result.outcome.plan is not None and result.outcome.plan.changes_anything
    }
    review = _Review(found, sessions, path, root)
    finished = review.walk()
    if not finished:
        return 0
    results = review.write()
    show.results(request, results, summary)
    return engine.exit_code(results)


def _session(result: Result, stored: Planned | None, path: Path, again: bool) -> Session:
    extension, settings = result.task.extension, result.task.settings
    plain = Planned(str(path), extension.name, {})
    start = plain if stored is None else replace(stored, source=str(path))
    start = replace(start, answers={}, edits=()) if again else start
    assert result.outcome.plan is not None
    plan = result.outcome.plan
    known: dict[object, Outcome] = {} if start.names or start.stems else {_key(plain): result.outcome}
    planner: list[Callable[[Planned], Plan]] = []

    def decide(planned: Planned) -> Plan:
        if not planner:
            planner.append(pipeline.planner(extension, settings))
        return planner[0](planned)

    def migrate(planned: Planned) -> Outcome:
        key = _key(planned)
        if key not in known:
            with Console(stderr=True).status("planning anew"):
                known[key] = pipeline.run(extension, replace(settings, planned=planned))
        return known[key]

    return Session(start, plan, decide, migrate)


def _key(planned: Planned) -> tuple[object, ...]:
    declined = frozenset(subject for subject, verdict in planned.decisions.items() if verdict != "migrate")
    return declined, planned.edits


class _Review:
    """One review of all extensions of a project."""

    def __init__(self, found: Sequence[Result], sessions: dict[str, Session], path: Path, root: Path) -> None:
        self._found = found
        self._sessions = sessions
        self._path = path
        self._root = root
        self._screen = Screen(Console(highlight=False), root)
        self._prompt = Prompt(self._screen)

    def walk(self) -> bool:
        """Ask about everything that wasn't answered yet; tell whether the walk reached its end."""
        try:
            for name, session in self._sessions.items():
                if session.next() is not None:
                    # Before the first question: answers that can't be kept would be lost.
                    self.save()
                Walk(name, session, self._screen, self._prompt, self.save).run()
        except Quit:
            self._screen.say(f"The answers are in {_shown(self._path)}; run the same command again to go on.")
            return False
        except KeyboardInterrupt:
            self._screen.say(f"\nThe answers are in {_shown(self._path)}; run the same command again to go on.")
            raise
        return True

    def write(self) -> tuple[Result, ...]:
        """Show what comes of the answers, and write it if that is confirmed; return the results."""
        results = tuple(
            replace(item, outcome=_measured(self._sessions[item.report.name].finish()))
            if item.report.name in self._sessions
            else item
            for item in self._found
        )
        changed = changes.combined(results, self._root)
        if not changed:
            self._screen.say("There is nothing to write.")
            return results
        diff = unified(changed.before, changed.after)
        size = statistics(diff)
        question = (
            f"Write {counted(size.files, 'file')} ({size.lines_added} lines added, {size.lines_removed} removed)?"
        )
        if self._confirmed(question, diff):
            in_place.write([changed])
        else:
            self._screen.say(f"Nothing was written. The answers are in {_shown(self._path)}.")
        return results

    def _confirmed(self, question: str, diff: bytes) -> bool:
        while True:
            answer = self._prompt.ask(question, "y,n,d")
            if answer == "d":
                self._screen.diff(diff)
            elif answer in ("y", "n", "q"):
                return answer == "y"
            else:
                self._screen.say("y - write; n - leave the files as they are; d - show the whole diff")

    def save(self) -> None:
        """Keep the answers so far. Raises UnstaticError if that isn't possible."""
        plans = [
            self._sessions[item.report.name].recorded if item.report.name in self._sessions else item.outcome.plan
            for item in self._found
        ]
        reviews = {name: session.review for name, session in self._sessions.items()}
        settings = self._found[0].task.settings
        document = to_json([plan for plan in plans if plan is not None], settings, self._root, reviews)
        try:
            write_file(self._path, text(document))
        except OSError as error:
            reason = f"{self._path}: the answers can't be kept: {error.strerror or error}"
            raise UnstaticError(f"{reason}; name a file that can be written with --plan FILE") from error


def _measured(outcome: Outcome) -> Outcome:
    size = statistics(unified(outcome.before, outcome.after))
    return replace(
        outcome, report=replace(outcome.report, lines_added=size.lines_added, lines_removed=size.lines_removed)
    )


def _shown(path: Path) -> str:
    return os.path.relpath(path)
