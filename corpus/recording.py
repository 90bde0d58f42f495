"""Record `scan`, `review` and `verify` of the small extension in corpus/demo as docs/recording.svg.

`make recording` runs them and writes what they print, long parts cut where `[...]` stands; the lines appear one after
the other, as on a terminal.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parent.parent
IMAGE = ROOT / "docs" / "recording.svg"
WIDTH = 100
_SECONDS = 0.18
_LINE = re.compile(r'<text [^>]*clip-path="url\(#\w+-line-(\d+)\)"')
_CUT = "[...]"
_STYLES = {"$": "bold green", "+": "green", "-": "red"}


def record(folder: Path) -> list[str]:
    """Return the commands and what they print, run in *folder*."""
    for name in ("tally", "new"):
        shutil.copytree(ROOT / "corpus" / "demo", folder / name)
    scan = ["$ unstatic scan tally", *_run(folder, "scan", "tally")]
    answers = "a\ny\n"
    review = ["", "$ unstatic review new", *_part(_run(folder, "review", "new", answers=answers), 16, 8)]
    verify = ["", "$ unstatic verify tally new", *_run(folder, "verify", "tally", "new")]
    return [*scan, *review, *verify]


def _run(folder: Path, *arguments: str, answers: str = "") -> list[str]:
    """Return what a command prints; the answers that it reads stand where they would be typed."""
    done = subprocess.run(
        [sys.executable, "-m", "unstatic", *arguments],
        cwd=folder,
        input=answers,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "COLUMNS": str(WIDTH)},
        text=True,
        check=True,
    )
    return done.stdout.replace(f"{folder}{os.sep}", "").rstrip("\n").splitlines()


def _part(lines: Sequence[str], first: int, last: int) -> list[str]:
    return [*lines[:first], _CUT, *lines[-last:]]


def drawn(lines: Sequence[str]) -> str:
    """Return the lines as an SVG in which one appears after the other."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), legacy_windows=False)
    for line in lines:
        style = "bold green" if line.startswith("$ ") else _STYLES.get(line[:1], "") if line[1:2] != "-" else ""
        console.print(Text(line.rstrip(), style=style), soft_wrap=False)
    svg = console.export_svg(title="unstatic", unique_id="unstatic", font_aspect_ratio=0.61)
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)  # nothing is loaded from elsewhere
    rules = "@keyframes come { from { visibility: hidden; } to { visibility: visible; } }"
    svg = svg.replace("<style>", f"<style>{rules}", 1)
    return _LINE.sub(_later, svg)


def _later(found: re.Match[str]) -> str:
    seconds = _SECONDS * int(found[1])
    return f'{found[0]} style="animation: come 1ms {seconds:.2f}s both"'


def main() -> None:
    """Write the picture."""
    with tempfile.TemporaryDirectory() as name:
        IMAGE.write_text(drawn(record(Path(name).resolve())), encoding="utf-8")
    print(f"{IMAGE.relative_to(ROOT)}: {IMAGE.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
