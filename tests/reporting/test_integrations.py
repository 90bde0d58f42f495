"""The files by which others run the gate: the hook of pre-commit, the action and the example workflow."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
HOOKS, ACTION = ROOT / ".pre-commit-hooks.yaml", ROOT / "action.yml"
WORKFLOW = ROOT / "docs" / "example" / "isolation.yml"
MODULE = """\
#include <Python.h>
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "m", NULL, 0, NULL};
PyMODINIT_FUNC PyInit_m(void) { return PyModuleDef_Init(&definition); }
"""
NEW = 'static PyTypeObject New_Type = {PyVarObject_HEAD_INIT(NULL, 0) "m.New"};\n'

needs_files = pytest.mark.skipif(not ACTION.is_file(), reason="there is no action next to the tests")
needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a project that has nothing to be found."""
    folder = tmp_path / "a project"
    folder.mkdir()
    (folder / "m.c").write_text(MODULE)
    return folder


def add_type(project: Path) -> None:
    (project / "m.c").write_text(MODULE.replace("static", f"{NEW}static", 1))


@needs_files
def test_the_hook_fails_on_what_is_new(project: Path) -> None:
    (hook,) = read(HOOKS)
    program, *arguments = hook["entry"].split()
    command = [sys.executable, "-m", program, *arguments, *hook["args"]]

    before = subprocess.run(command, cwd=project, capture_output=True, check=False)
    add_type(project)
    after = subprocess.run(command, cwd=project, capture_output=True, check=False)

    assert (0, 1) == (before.returncode, after.returncode), after.stderr
    assert b"new: static type New_Type" in after.stdout


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@needs_files
def test_pre_commit_itself_runs_the_hook(project: Path, tmp_path: Path) -> None:
    """The hook as it is in the repository, with the program of the tests in place of one that is installed anew."""
    pytest.importorskip("pre_commit", reason="pre-commit isn't installed: pip install pre-commit")
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    entry = f"{sys.executable} -m unstatic scan"
    text = (
        HOOKS.read_text(encoding="utf-8")
        .replace("unstatic scan", entry)
        .replace("language: python", "language: system")
    )
    (hooks / HOOKS.name).write_text(text, encoding="utf-8")
    for folder in (hooks, project):
        git(folder, "init", "--quiet")
        git(folder, "add", ".")
        git(folder, "commit", "--quiet", "--message", "begin")
    environment = {**os.environ, "PRE_COMMIT_HOME": str(tmp_path / "home")}
    command = [sys.executable, "-m", "pre_commit", "try-repo", str(hooks), "unstatic"]

    add_type(project)
    (project / "notes.txt").write_text("no C")
    git(project, "add", "notes.txt")
    skipped = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)
    git(project, "add", "m.c")
    failed = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)

    assert 0 == skipped.returncode and "(no files to check)Skipped" in skipped.stdout, skipped.stdout
    assert 1 == failed.returncode and "new: static type New_Type" in failed.stdout, failed.stdout + failed.stderr


def run_action(project: Path, folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run the last step of the action as a runner would, with the command of the tests in place of the installed."""
    action = read(ACTION)
    step = action["runs"]["steps"][-1]
    binary = folder / "unstatic" / "bin" / "python"
    binary.parent.mkdir(parents=True, exist_ok=True)
    binary.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    binary.chmod(0o755)
    values = {name: item["default"] for name, item in action["inputs"].items()} | inputs
    names = {text: text.removeprefix("${{ inputs.").removesuffix(" }}") for text in step["env"].values()}
    variables = {variable: values[names[text]] for variable, text in step["env"].items()}
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=project,
        env={**os.environ, **variables, "RUNNER_TEMP": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


@needs_files
@needs_bash
def test_the_action_annotates_and_fails(project: Path, tmp_path: Path) -> None:
    add_type(project)

    done = run_action(project, tmp_path, **{"sarif-file": "found.sarif"})

    assert 1 == done.returncode, done.stderr
    (line,) = done.stdout.splitlines()
    assert line.startswith("::error file=m.c,line=2,")
    assert "New_Type" in (project / "found.sarif").read_text()


@needs_files
@needs_bash
def test_the_action_may_only_show(project: Path, tmp_path: Path) -> None:
    add_type(project)

    done = run_action(project, tmp_path, paths="m.c\n\n", options="-D\nA=b c", **{"fail-on-new": "false"})

    assert 0 == done.returncode, done.stderr
    assert done.stdout.startswith("::warning file=m.c,line=2,")


@needs_files
@needs_bash
def test_inputs_of_the_action_are_no_code(project: Path, tmp_path: Path) -> None:
    done = run_action(project, tmp_path, baseline="$(touch seen)`touch seen`;touch seen")

    assert 2 == done.returncode
    assert "there is no such file" in done.stderr
    assert not (project / "seen").exists()


@needs_files
def test_no_command_of_the_action_holds_an_input() -> None:
    steps = read(ACTION)["runs"]["steps"]

    assert [] == [step["name"] for step in steps if "${{" in step["run"]]


@needs_files
def test_the_workflow_gives_inputs_that_there_are() -> None:
    (job,) = read(WORKFLOW)["jobs"].values()
    (step,) = [step for step in job["steps"] if "unstatic" in step.get("uses", "")]

    assert set(step["with"]) <= set(read(ACTION)["inputs"])


BEGIN, END = "<!-- transcript: begin -->\n```console\n", "```\n<!-- transcript: end -->"
PAGE = ROOT / "docs" / "gate.md"


@needs_bash
@pytest.mark.skipif(not PAGE.is_file(), reason="there are no docs next to the tests")
def test_the_page_shows_what_happens(tmp_path: Path) -> None:
    """Run the commands of the page. `UNSTATIC_UPDATE=1` writes what they say into it."""
    opening, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    shown, _, closing = rest.partition(END)
    shutil.copy(ROOT / "docs" / "example" / "shelf.c", tmp_path)
    binary = tmp_path / "bin" / "unstatic"
    binary.parent.mkdir()
    binary.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m unstatic "$@"\n')
    binary.chmod(0o755)
    path = f"{binary.parent}{os.pathsep}{os.environ['PATH']}"
    status, lines = 0, []
    for command in [line for line in shown.splitlines() if line.startswith("$ ")]:
        done = subprocess.run(
            ["bash", "-c", f"(exit {status}); {command[2:]}"],
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        status = done.returncode
        lines += [command, *done.stdout.splitlines()]
    if os.environ.get("UNSTATIC_UPDATE"):
        text = "\n".join(lines)
        PAGE.write_text(f"{opening}{BEGIN}{text}\n{END}{closing}", encoding="utf-8")
        return

    assert lines == shown.splitlines()
