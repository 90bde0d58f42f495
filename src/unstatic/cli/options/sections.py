"""Sections of a help page: what a command has for itself first, then what it shares with others."""

from __future__ import annotations

import click

_OWN = "Options"
SECTIONS = {
    "How sources are read": (
        *("--compile-commands", "--capture", "--build-python", "--capture-build", "--capture-timeout"),
        *("-I", "-D", "--python-include", "--libclang", "--unpack-limit"),
    ),
    "What is migrated, and how": (
        *("--min-python", "--select", "--ignore", "--only", "--gc", "--gil-claim", "--pep573", "--fold-dead-branches"),
        *("--fallback", "--load-once", "--first-stage", "--plan"),
    ),
    "Building and comparing": (
        *("--python", "--test", "--test-files", "--install", "--exercise", "--build", "--no-build-isolation"),
        *("--module", "--accept", "--declared", "--timeout", "--limit", "--quick", "--sanitize", "--stress", "--logs"),
    ),
    "Running and reporting": (
        "--jobs",
        "--no-cache",
        "--strict",
        "--format",
        "--report",
        "--quiet",
        "--verbose",
        "--help",
    ),
}
_TITLES = {option: title for title, options in SECTIONS.items() for option in options}


class SectionedCommand(click.Command):
    """A command whose help page has its options under titles."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows: dict[str, list[tuple[str, str]]] = {title: [] for title in (_OWN, *SECTIONS)}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None and isinstance(parameter, click.Option):
                rows[title_of(parameter)].append(record)
        for title, records in rows.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)


def title_of(parameter: click.Parameter) -> str:
    """Return the title of the section that an option belongs to."""
    return next((_TITLES[name] for name in parameter.opts if name in _TITLES), _OWN)
