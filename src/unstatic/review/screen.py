"""What a review shows: subjects, their hunks, and pages of rules, in colour on a terminal."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown
from rich.syntax import Syntax
from rich.text import Text

from unstatic.migration.report import counted
from unstatic.plan.decisions import Decision, Plan
from unstatic.review.hunks import Hunk
from unstatic.settings.rules import explanation
from unstatic.text.edits import Safety
from unstatic.text.source import Location

KEYS = {
    "y": "migrate it",
    "n": "leave it as it is, and don't ask again",
    "s": "decide later: it stays for now, and the next review asks again",
    "e": "edit its code in $EDITOR (with several hunks: e 2)",
    "b": "back to the one before",
    "a": "migrate this and all that follow",
    "d": "leave this and all that follow",
    "?": "the page of its rule, and these keys",
    "q": "quit; the answers are kept, and nothing is written",
}
_TIERS = {Safety.SAFE: ("safe", "green"), Safety.REVIEW: ("review", "yellow")}
# What a terminal would obey instead of showing it; tabs and line ends stay.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


class Screen:
    """The output of a review."""

    def __init__(self, console: Console, base: Path) -> None:
        """Places are told relative to *base*."""
        self.console = console
        self._base = base

    def say(self, text: str, style: str = "") -> None:
        """Print one line."""
        self.console.print(Text(visible(text), style=style), soft_wrap=True)

    def subject(self, name: str, decision: Decision, position: str, along: Sequence[str]) -> None:
        """Print what is to be decided, why it can be done, and what comes along."""
        tier, colour = _TIERS[decision.safety]
        head = Text.assemble((f"{name}: {position}  ", "dim"), (decision.subject, "bold"), f"  [{tier}]")
        head.stylize(colour, len(head) - len(tier) - 2)
        self.console.print()
        self.console.print(head, soft_wrap=True)
        self.say(f"{self._place(decision.location)}: {decision.reason} ({decision.rule})")
        for line in along:
            self.say(line)

    def hunks(self, subject: str, found: Sequence[Hunk]) -> None:
        """Print the hunks of one subject."""
        if not found:
            self.say("all of its lines were shown before, with what needs them first")
        for number, hunk in enumerate(found, start=1):
            others = sorted(hunk.serves - {subject})
            shared = f"; {_listed(others)} will need it too" if others else ""
            self.say(f"{hunk.path}:{hunk.line}: hunk {number} of {len(found)}{shared}", "cyan")
            self._diff(hunk.lines)

    def diff(self, data: bytes) -> None:
        """Print a diff."""
        self._diff(data.splitlines(keepends=True))

    def fallen(self, decisions: Iterable[Decision], accepted: Container[str]) -> None:
        """Print what has to stay because something else does; some of it may have been *accepted* before."""
        for item in decisions:
            before = ", though it was accepted" if item.subject in accepted else ""
            self.say(f"{item.subject} has to stay as well{before}: {item.reason} ({item.rule})", "yellow")

    def manual(self, decisions: Sequence[Decision]) -> None:
        """Print what needs a person, as nothing can be done about it here."""
        for item in decisions:
            self.say(f"{self._place(item.location)}: {item.subject}  [manual]  {item.reason} ({item.rule})", "red")

    def page(self, rule: str) -> None:
        """Print the page of a rule, and the keys."""
        found = explanation(rule)
        if found is not None:
            self.console.print(Markdown(found.text))
        self.keys()

    def keys(self) -> None:
        """Print what can be answered."""
        for key, meaning in KEYS.items():
            self.say(f"{key} - {meaning}")

    def _diff(self, lines: Sequence[bytes]) -> None:
        text = "".join(_line(line) for line in lines)
        shown = Syntax("", "diff", theme="ansi_dark").highlight(text)
        shown.rstrip()
        self.console.print(shown, soft_wrap=True)

    def _place(self, location: Location) -> str:
        path = location.path
        shown = path.relative_to(self._base) if path.is_relative_to(self._base) else path
        return f"{shown}:{location.line}"


def visible(text: str) -> str:
    """Return *text* with control characters as escapes: code under review mustn't steer the terminal."""
    return _CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", text)


def _line(line: bytes) -> str:
    text = line.rstrip(b"\r\n").decode("utf-8", "backslashreplace")
    return visible(text) + "\n"


def _listed(subjects: Sequence[str]) -> str:
    if len(subjects) > 3:
        return f"{subjects[0]}, {subjects[1]} and {counted(len(subjects) - 2, 'more subject')}"
    return " and ".join([", ".join(subjects[:-1]), subjects[-1]]) if len(subjects) > 1 else subjects[0]


def consequences(falls: Sequence[Decision], plan: Plan, other: Plan) -> tuple[str, ...]:
    """Return what would come of leaving a subject: what else would stay, and what the module could still claim."""
    lines = []
    if falls:
        lines.append(f"if it stays, so do{'es' if len(falls) == 1 else ''} {_listed([item.subject for item in falls])}")
    if not other.changes_anything:
        lines.append("if it stays, nothing else is worth migrating")
    elif other.claims.load_once and not plan.claims.load_once:
        lines.append("if it stays, the module can be loaded once per process only")
    return tuple(lines)
