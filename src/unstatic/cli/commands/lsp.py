"""`unstatic lsp`: a language server, for what editors show while C code is written."""

from __future__ import annotations

from pathlib import Path

import click

from unstatic.cli.options.flags import setting_options
from unstatic.cli.options.sections import SectionedCommand


@click.command("lsp", cls=SectionedCommand)
@setting_options
@click.option(
    "--baseline",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Show only what this file doesn't list.",
)
def command(overrides: dict[str, object], baseline: Path | None) -> int:
    """Serve an editor over stdin and stdout.

    It marks static types, global objects and single-phase initialisation in each C file that is opened or saved, says
    on hovering why something stays, and offers to migrate one type as a change that the editor shows first. Needs the
    extra: pip install 'unstatic[lsp]'.
    """
    from unstatic.cli import gating
    from unstatic.errors import UsageError

    gate = gating.gate(baseline, False, None)
    try:
        from unstatic.cli import serving
    except ModuleNotFoundError as error:
        raise UsageError(f"{error.name} isn't installed: pip install 'unstatic[lsp]'") from error
    serving.server(gate, overrides).start_io()
    return 0
