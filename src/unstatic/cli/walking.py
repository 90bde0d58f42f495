"""The questions of a review: one subject after the other, and the keys that answer."""

from __future__ import annotations

import sys
from collections.abc import Callable

import click
from rich.text import Text

from unstatic.errors import UnstaticError, UsageError
from unstatic.plan.decisions import Decision, Verdict
from unstatic.review.screen import Screen, consequences
from unstatic.review.session import Session
from unstatic.settings.decided_beforehand import LATER, NO, YES


class Quit(Exception):
    """The person wants to go on another time."""


class Prompt:
    """Questions, and their answers from a terminal or a pipe."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    def ask(self, question: str, keys: str) -> str:
        """Return the answer, without blanks around it. Raises UsageError when there are no more answers."""
        self._screen.console.print(Text(f"{question} [{keys}] ", style="bold"), end="", soft_wrap=True)
        try:
            answer = input().strip()
        except (EOFError, RuntimeError) as error:
            self._screen.say("")
            raise UsageError(
                "review: there are no more answers to read; it needs a terminal, or a line per answer through a pipe. "
                "Nothing was written; the answers so far are kept, and the next run goes on from there"
            ) from error
        except UnicodeDecodeError:
            return ""
        if not sys.stdin.isatty():
            # A transcript without the answers couldn't be read.
            self._screen.say(answer)
        return answer


class Walk:
    """The walk through one extension."""

    def __init__(self, name: str, session: Session, screen: Screen, prompt: Prompt, save: Callable[[], None]) -> None:
        self._name = name
        self._session = session
        self._screen = screen
        self._prompt = prompt
        self._save = save
        self._keys: dict[str, Callable[[Decision, str], Decision | None]] = {
            "y": self._yes,
            "n": self._no,
            "s": self._later,
            "e": self._edit,
            "b": self._back,
            "a": self._rest,
            "d": self._none,
            "?": self._why,
            "q": self._quit,
        }

    def run(self) -> None:
        """Ask until nothing is left. Raises Quit."""
        self._introduce()
        current = self._session.next()
        while current is not None:
            self._show(current)
            current = self._answered(current)
        self._save()

    def _introduce(self) -> None:
        plan, answers = self._session.plan, self._session.answers
        if answers:
            told = f"{len(answers)} of {len(plan.decisions)} subjects were answered before"
            self._screen.say(f"{self._name}: {told}; --again asks about all of them")
        for subject in self._session.forgotten:
            self._screen.say(f"{self._name}: {subject} isn't there any more, so its answer is forgotten")
        self._screen.manual([item for item in plan.decisions if item.verdict is Verdict.REFUSE])

    def _show(self, current: Decision) -> None:
        subjects = [item.subject for item in self._session.subjects]
        position = f"{subjects.index(current.subject) + 1} of {len(subjects)}"
        self._screen.subject(self._name, current, position, self._along(current))
        self._screen.hunks(current.subject, self._session.hunks(current.subject))

    def _along(self, current: Decision) -> tuple[str, ...]:
        """Return what moves with a subject, and what would stay without it."""
        plan = self._session.plan
        init = next((item for item in plan.of_kind("init") if item.verdict is Verdict.MIGRATE), None)
        if current.kind == "init":
            return ("everything that was accepted needs it: if it stays, all of that stays",)
        lines = []
        if init is not None:
            lines.append(f"it needs the module state ({plan.names.state_type}) and {init.subject}: they move with it")
        falls, other = self._session.falls(current.subject)
        return (*lines, *consequences(falls, plan, other))

    def _answered(self, current: Decision) -> Decision | None:
        """Return what to show next after an answer that moves on."""
        while True:
            answer = self._prompt.ask(f"Migrate {current.subject}?", ",".join(self._keys))
            key, _, argument = answer.partition(" ")
            action = self._keys.get(key.lower())
            if action is None:
                self._screen.keys()
                continue
            following = action(current, argument.strip())
            if following is not current:
                return following

    def _yes(self, current: Decision, argument: str) -> Decision | None:
        return self._noted(current, YES)

    def _no(self, current: Decision, argument: str) -> Decision | None:
        return self._noted(current, NO)

    def _later(self, current: Decision, argument: str) -> Decision | None:
        return self._noted(current, LATER)

    def _noted(self, current: Decision, answer: str) -> Decision | None:
        try:
            fallen = self._session.answer(current.subject, answer)
        except UnstaticError as error:
            self._screen.say(f"the rest can't be migrated without it: {error}", "red")
            return current
        self._screen.fallen(fallen, self._session.accepted)
        self._save()
        return self._session.next()

    def _rest(self, current: Decision, argument: str) -> Decision | None:
        self._session.accept_rest()
        self._save()
        return None

    def _none(self, current: Decision, argument: str) -> Decision | None:
        try:
            fallen = self._session.decline_rest()
        except UnstaticError as error:
            self._screen.say(f"the others can't be migrated without these: {error}", "red")
            return current
        self._screen.fallen(fallen, self._session.accepted)
        self._save()
        return self._session.next()

    def _back(self, current: Decision, argument: str) -> Decision | None:
        found = self._session.back()
        if found is None:
            self._screen.say("this is the first one")
            return current
        self._save()
        return found

    def _why(self, current: Decision, argument: str) -> Decision | None:
        self._screen.page(current.rule)
        return current

    def _quit(self, current: Decision, argument: str) -> Decision | None:
        raise Quit

    def _edit(self, current: Decision, argument: str) -> Decision | None:
        hunks = self._session.hunks(current.subject)
        number = int(argument) if argument.isdecimal() else 1
        if not 1 <= number <= len(hunks) or (len(hunks) > 1 and not argument):
            told = f"say which of the {len(hunks)} hunks, as in e 2" if hunks else "there is no hunk to edit"
            self._screen.say(told)
            return current
        hunk = hunks[number - 1]
        text = hunk.new
        while True:
            edited = self._edited(text, hunk.path.suffix)
            if edited is None or edited == hunk.new:
                self._screen.say("nothing was changed")
                return current
            try:
                self._session.edit(current.subject, hunk, edited)
            except UsageError as error:
                self._screen.say(str(error), "red")
                if self._prompt.ask("Edit it again?", "y,n") != "y":
                    self._screen.say("the hunk is as it was")
                    return current
                text = edited
                continue
            self._save()
            self._show(current)
            return current

    def _edited(self, text: bytes, suffix: str) -> bytes | None:
        try:
            return click.edit(text, extension=suffix)
        except click.ClickException as error:
            self._screen.say(f"the editor failed: {error.format_message()}", "red")
            return None
