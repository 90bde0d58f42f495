"""What a shell may offer for names that only unstatic knows; click does the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def rules(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return what `explain` knows that starts like *begun*."""
    from click.shell_completion import CompletionItem

    from unstatic.settings.rules import explanations

    known = explanations().values()
    return [CompletionItem(rule.id, help=rule.title) for rule in known if rule.id.startswith(begun.replace("_", "-"))]


def rewrites(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return the rewrites whose names start like *begun*."""
    from click.shell_completion import CompletionItem

    from unstatic.settings.rules import rewrite_names

    return [CompletionItem(name) for name in rewrite_names() if name.startswith(begun.replace("_", "-"))]
