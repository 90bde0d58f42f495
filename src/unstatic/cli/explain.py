"""`unstatic explain`: why a rule exists, what it does and when it refuses."""

from __future__ import annotations

import difflib
import sys

import click

from unstatic.cli import completion
from unstatic.rules import Rule, explanations


@click.command("explain")
@click.argument("rule", required=False, shell_complete=completion.rules)
def command(rule: str | None) -> int:
    """Explain RULE, or list everything that can be explained."""
    known = explanations()
    if rule is None:
        _list(known)
        return 0
    found = known.get(rule) or known.get(rule.replace("_", "-"))
    if found is None:
        near = difflib.get_close_matches(rule, known, n=3, cutoff=0.4)
        hint = f"did you mean {' or '.join(near)}?" if near else "`unstatic explain` lists them all"
        raise click.UsageError(f"no rule {rule!r}; {hint}")
    _print(found)
    return 0


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
