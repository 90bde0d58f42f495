"""Next steps: the line that ends a scan."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from unstatic.migration.report import ExtensionReport


def after_scan(reports: Sequence[ExtensionReport], paths: Sequence[Path]) -> str:
    """Return what to do after `scan` of some *paths*; empty where nothing is left to do, or nothing could be read."""
    where = shlex.join(map(str, paths))
    refused = [subject for report in reports for subject in report.subjects if subject.outcome == "refuse"]
    if any(report.outcome in ("migrated", "partial") for report in reports):
        rest = f"; `unstatic scan --unblock {where}` lists what keeps the rest" if refused else ""
        return f"`unstatic diff {where}` shows the change, and writes nothing{rest}"
    # The initialisation most often stays because something else does.
    first = next((subject for subject in refused if subject.kind != "init"), None)
    if first is None:
        return ""
    story = f"`unstatic explain {shlex.quote(first.subject)} {where}` tells all about one of them"
    return f"`unstatic scan --unblock {where}` lists what to change in the code first; {story}"
