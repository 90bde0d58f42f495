"""Next steps: the line that ends a scan."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from pathlib import Path

from unstatic.migration.report import ExtensionReport

_PACKAGE = re.compile(r"apt install ([\w.+-]+)")


def after_scan(reports: Sequence[ExtensionReport], paths: Sequence[Path]) -> str:
    """Return what to do after `scan` of some *paths*; empty where nothing is left to do, or nothing could be read."""
    where = shlex.join(map(str, paths))
    lacking = [reason for report in reports for reason in report.incomplete]
    if lacking:
        packages = sorted({found[1] for reason in lacking for found in _PACKAGE.finditer(reason)})
        install = f"`apt install {' '.join(packages)}` (Debian, Ubuntu)" if packages else "get what is missing"
        return f"{install}, or pass --capture, and scan again: some reasons above only come from code that wasn't read"
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
