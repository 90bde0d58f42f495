"""`unstatic explain`: what a rule is about, or the story of one type or global of a project."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from unstatic.cli.options import completion
from unstatic.cli.options.flags import Request, setting_options
from unstatic.cli.options.sections import SectionedCommand
from unstatic.settings.rules import Rule, explanation, explanations

_KINDS = ("type:", "global:", "init:")


@click.command("explain", cls=SectionedCommand)
@click.argument("name", metavar="[RULE|SUBJECT]", required=False, shell_complete=completion.rules)
@click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path(exists=True, path_type=Path))
@setting_options
def command(name: str | None, paths: tuple[Path, ...], overrides: dict[str, object]) -> int:
    """Explain RULE, or SUBJECT of the project in PATH, or list everything that can be explained.

    RULE may also be a number from a report, such as G36.

    SUBJECT is type:NAME, global:NAME, spec:NAME, init or a bare name, as `unstatic scan` lists them: the story tells
    where it is, who uses it, why it stays, and what would let it move. With PATH, RULE lists where it applies there.
    The project is only read.
    """
    if name is None:
        _list(explanations())
        return 0
    found = explanation(name) or explanation(name.replace("_", "-"))
    if paths:
        from unstatic.cli import explaining

        return explaining.run(found.id if found else name, Request(paths, overrides, "text", None))
    if found is None:
        raise _unknown(name)
    _print(found)
    return 0


def _unknown(name: str) -> click.UsageError:
    import difflib

    if name.startswith(_KINDS):
        return click.UsageError(f"{name} is a subject of a project; name that, too: unstatic explain {name} PATH")
    near = difflib.get_close_matches(name, explanations(), n=3, cutoff=0.4)
    hint = f"did you mean {' or '.join(near)}?" if near else "`unstatic explain` lists them all"
    return click.UsageError(f"no rule {name!r}; {hint}")


def _list(known: dict[str, Rule]) -> None:
    width = max((len(id_) for id_ in known), default=0)
    for id_, rule in known.items():
        click.echo(f"{id_:{width}}  {rule.title}".rstrip())


def _print(rule: Rule) -> None:
    if not sys.stdout.isatty():
        click.echo(rule.text.rstrip())
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(rule.text))
