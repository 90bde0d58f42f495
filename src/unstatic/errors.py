"""Every deliberate error, with its exit code. Refusals are no errors: they are decisions of the plan."""

from __future__ import annotations

from pathlib import Path


class UnstaticError(Exception):
    """An error that the user can do something about; says what happened, where, and what to do next."""

    exit_code = 4


class UsageError(UnstaticError):
    """The command line or the configuration can't be used."""

    exit_code = 2


NO_EXTENSION = "no extension module written in C was found"
"""How the error begins, after the path, of a project with nothing to migrate; a batch counts those apart."""


class ParseError(UnstaticError):
    """An input can't be read or parsed."""

    exit_code = 4


class VerificationError(UnstaticError):
    """The result isn't right, so nothing was kept."""

    exit_code = 5


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
