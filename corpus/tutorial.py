"""Writes docs/tutorial.md anew: runs its commands as a reader would, and puts their output under them."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from unstatic.system.building import interpreters

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "docs" / "tutorial.md"
EXAMPLE = HERE.parent / "docs" / "example"
# Of an output that is longer than MOST, the page shows the head and the tail.
MOST, HEAD, TAIL = 30, 22, 4
_BLOCK = re.compile(r"(?<=^```console\n)(.*?)(?=^```$)", re.MULTILINE | re.DOTALL)
_MARK = "--- end of a command, exit code"
# How often that is told depends on the machine.
_PROGRESS = re.compile(r"^\d+ of \d+ extensions? done, \d+ s\n", re.MULTILINE)


def main(arguments: list[str] | None = None) -> int:
    """Return 0 if every command of the page could be run and succeeded."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--page", type=Path, default=PAGE, help="another page than docs/tutorial.md")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        text = rewritten(options.page.read_text(encoding="utf-8"), Path(folder))
    options.page.write_text(text, encoding="utf-8")
    return 0


def commands(text: str) -> list[str]:
    """Return the commands of a page, in its order; one that goes on after `> ` has several lines."""
    found: list[str] = []
    for block in _BLOCK.findall(text):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append(line[2:])
            elif line.startswith("> ") and found:
                found[-1] += f"\n{line[2:]}"
    return found


def rewritten(text: str, folder: Path) -> str:
    """Return the page *text* with what its commands print in *folder*, all in one shell."""
    shown = [_shown(command, output) for command, output in run(commands(text), folder)]
    told = iter(shown)

    def block(found: re.Match[str]) -> str:
        return "".join(next(told) for line in found[1].splitlines() if line.startswith("$ "))

    return _BLOCK.sub(block, text)


def run(lines: list[str], folder: Path) -> Iterator[tuple[str, str]]:
    """Yield each command with its output. Ends the program with the output of one that fails."""
    script = "".join(f"{line}\nprintf '\\n%s %s\\n' '{_MARK}' $?\n" for line in lines)
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-s"],
        input=script,
        cwd=folder,
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    said = _PROGRESS.sub("", done.stdout)
    outputs = re.split(rf"\n?^{_MARK} (\d+)\n", said, flags=re.MULTILINE)
    for line, output, status in zip(lines, outputs[::2], outputs[1::2], strict=False):
        if status != "0":
            sys.exit(f"{output}\n$ {line}\nexit code {status}")
        yield line, output


def environment(folder: Path) -> dict[str, str]:
    """Return the variables of a shell that finds this unstatic, Python 3.12 and the files of docs/example."""
    python = interpreters.find("3.12")
    if python is None:
        sys.exit("no Python 3.12 with headers here")
    programs = folder / ".programs"
    programs.mkdir(exist_ok=True)
    for name, target in (("python3.12", python.executable), ("unstatic", shutil.which("unstatic", path=_beside()))):
        if target is not None:
            (programs / name).symlink_to(target)
    shutil.copy(EXAMPLE / "second_interpreter.py", folder)
    person = {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in _PERSON.items()}
    quiet = {"GIT_CONFIG_GLOBAL": os.devnull, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "COLUMNS": "110"}
    return {**os.environ, **person, **quiet, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}


_PERSON = {"NAME": "A maintainer", "EMAIL": "maintainer@example.org"}


def _beside() -> str:
    return f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"


def _shown(command: str, output: str) -> str:
    lines = [line.rstrip() for line in output.splitlines()]
    if len(lines) > MOST:
        lines = [*lines[:HEAD], f"[... {len(lines) - HEAD - TAIL} more lines]", *lines[-TAIL:]]
    prompt = "$ " + command.replace("\n", "\n> ")
    return "\n".join([prompt, *lines]) + "\n"


if __name__ == "__main__":
    sys.exit(main())
