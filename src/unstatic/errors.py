"""Every deliberate error, with its exit code. Refusals are no errors: they are decisions of the plan."""

from __future__ import annotations


class UnstaticError(Exception):
    """An error that the user can do something about; says what happened, where, and what to do next."""

    exit_code = 4


class UsageError(UnstaticError):
    """The command line or the configuration can't be used."""

    exit_code = 2


class ParseError(UnstaticError):
    """An input can't be read or parsed."""

    exit_code = 4


class VerificationError(UnstaticError):
    """The result isn't right, so nothing was kept."""

    exit_code = 5
