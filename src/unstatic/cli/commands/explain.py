"""`unstatic explain`: why a rule exists, what it does and when it refuses."""

from __future__ import annotations

import sys

import click

from unstatic.cli.options import completion
from unstatic.settings.rules import Rule, explanation, explanations


@click.command("explain")
@click.argument("rule", required=False, shell_complete=completion.rules)
def command(rule: str | None) -> int:
    """Explain RULE, or list everything that can be explained."""
    if rule is None:
        _list(explanations())
        return 0
    found = explanation(rule) or explanation(rule.replace("_", "-"))
    if found is None:
        raise _unknown(rule)
    _print(found)
    return 0


def _unknown(rule: str) -> click.UsageError:
    import difflib

    near = difflib.get_close_matches(rule, explanations(), n=3, cutoff=0.4)
    hint = f"did you mean {' or '.join(near)}?" if near else "`unstatic explain` lists them all"
    return click.UsageError(f"no rule {rule!r}; {hint}")


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
