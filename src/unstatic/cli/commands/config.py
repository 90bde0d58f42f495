"""`unstatic config`: the settings that hold, and where each comes from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from unstatic.cli.options.flags import setting_options
from unstatic.cli.options.sections import SectionedCommand

if TYPE_CHECKING:
    from unstatic.settings.config import Effective


@click.command("config", cls=SectionedCommand)
@click.argument("path", default=".", type=click.Path(exists=True, path_type=Path))
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", help="Format of the answer.")
@setting_options
def command(path: Path, format_: Literal["text", "json"], overrides: dict[str, object]) -> int:
    """Show the settings for the project in PATH [where you stand], and where each comes from.

    That's the default, your own file, [tool.unstatic] of the project's pyproject.toml, or an option given here, as the
    other commands take it. The text is what could stand in pyproject.toml.
    """
    from unstatic.settings.config import explained, project_root

    root = project_root(path)
    found = explained(root, overrides)
    if format_ == "json":
        settings = {one.key: {"value": one.value, "origin": one.origin} for one in found}
        click.echo(json.dumps({"project": str(root), "settings": settings}, indent=1))
    else:
        click.echo(_text(root, found))
    return 0


def _text(root: Path, found: tuple[Effective, ...]) -> str:
    lines = [_assignment(one) for one in found]
    width = max(map(len, lines))
    told = (f"{line:{width}}  # {one.origin}" for line, one in zip(lines, found, strict=True))
    return "\n".join([f"# {root}", "[tool.unstatic]", *told])


def _assignment(setting: Effective) -> str:
    """Return the line of TOML, or a comment where nothing is set or nothing may be."""
    from unstatic.settings.config import NOT_OF_PROJECTS

    if setting.value is None:
        return f"# {setting.key} is not set"
    if setting.key in NOT_OF_PROJECTS:
        return f"# {setting.key} = {json.dumps(setting.value)}"
    # JSON's texts, numbers, truth values and lists of texts are those of TOML as well.
    return f"{setting.key} = {json.dumps(setting.value)}"
