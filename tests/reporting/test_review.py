"""unstatic review: answers through a pipe and in a terminal, what they lead to, and what is kept of them."""

from __future__ import annotations

import io
import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import jsonschema
import pytest

import unstatic
from unstatic.cli import main

SHAPES = Path(__file__).resolve().parents[2] / "corpus" / "extensions" / "base_type_in_same_file" / "module.c"
SHELF = SHAPES.parents[3] / "docs" / "example" / "shelf.c"
SCHEMA = json.loads((Path(unstatic.__file__).parent / "migration" / "plan.schema.json").read_bytes())

pytestmark = pytest.mark.skipif(not SHAPES.is_file(), reason="there are no extensions next to the tests")


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project with three types, of which two extend the first, in which you stand."""
    (tmp_path / "shapes.c").write_bytes(SHAPES.read_bytes())
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def review(monkeypatch: pytest.MonkeyPatch, answers: str, *options: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
    return main(["review", ".", *options])


def decisions(project: Path) -> dict[str, tuple[str, str | None]]:
    """Return verdict and answer by subject, as the plan file has them."""
    document = json.loads((project / "unstatic-plan.json").read_bytes())
    jsonschema.validate(document, SCHEMA)
    return {item["subject"]: (item["verdict"], item.get("answer")) for item in document["extensions"][0]["decisions"]}


def migrated(project: Path, *options: str) -> bytes:
    """Return what `migrate` makes of the source."""
    assert 0 == main(["migrate", "--output", "../migrated", "shapes.c", *options])
    return (project.parent / "migrated" / "shapes.c").read_bytes()


def test_all_is_what_migrate_does(
    project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    expected = migrated(project)
    capfd.readouterr()

    assert 0 == review(monkeypatch, "a\ny\n")
    assert expected == (project / "shapes.c").read_bytes()
    shown = capfd.readouterr().out
    assert "1 of 4  type:Shape_Type  [safe]" in shown
    assert "it needs the module state" in shown


def test_a_declined_type_takes_its_base_along(
    project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The base was accepted before, but a static type needs its address; then nothing else can be made on it."""
    assert 0 == review(monkeypatch, "y\nn\n")
    shown = capfd.readouterr().out

    assert "if it stays, so do type:Shape_Type, type:Square_Type" in shown
    assert "There is nothing to write" in shown
    assert "type:Shape_Type has to stay as well, though it was accepted" in shown
    assert ("keep", "no") == decisions(project)["type:Circle_Type"]
    assert "refuse" == decisions(project)["type:Shape_Type"][0]
    assert SHAPES.read_bytes() == (project / "shapes.c").read_bytes()


def test_what_was_declined_is_planned_around_and_not_asked_again(
    project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (project / "shapes.c").write_bytes(SHELF.read_bytes())
    (project / "pyproject.toml").write_text("[tool.unstatic]\nload-once = true\n")

    assert 0 == review(monkeypatch, "y\nn\ny\ny\n")
    written = (project / "shapes.c").read_bytes()
    assert ("keep", "no") == decisions(project)["global:EmptyError"]
    assert b"Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED" in written
    assert b"static PyObject *EmptyError;" in written
    capfd.readouterr()

    assert 0 == review(monkeypatch, "")
    assert "Migrate" not in capfd.readouterr().out
    assert written == (project / "shapes.c").read_bytes()


def test_quit_and_go_on(project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    assert 0 == review(monkeypatch, "y\nq\n")
    assert "run the same command again to go on" in capfd.readouterr().out
    assert ("migrate", "yes") == decisions(project)["type:Shape_Type"]
    assert ("keep", "later") == decisions(project)["type:Square_Type"]

    assert 0 == review(monkeypatch, "a\ny\n")
    shown = capfd.readouterr().out
    assert "1 of 4 subjects were answered before" in shown
    assert "Migrate type:Shape_Type?" not in shown
    assert b"PyType_FromModuleAndSpec" in (project / "shapes.c").read_bytes()


def test_back_skip_and_help(project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    assert 0 == review(monkeypatch, "b\ny\nb\n?\nwhat\ns\nq\n")
    shown = capfd.readouterr().out

    assert "this is the first one" in shown
    assert "What a reviewer should look at" in shown
    assert "y - migrate it" in shown
    assert ("keep", "later") == decisions(project)["type:Shape_Type"]


def test_the_write_can_be_refused(
    project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert 0 == review(monkeypatch, "a\nd\nn\n")
    assert "diff --git" in capfd.readouterr().out
    assert SHAPES.read_bytes() == (project / "shapes.c").read_bytes()


def editor(project: Path, old: str, new: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make $EDITOR a program that replaces *old* by *new*."""
    script = project.parent / "editor.py"
    script.write_text(
        "import pathlib, sys\npath = pathlib.Path(sys.argv[1])\n"
        f"path.write_bytes(path.read_bytes().replace({old.encode()!r}, {new.encode()!r}))\n"
        "import os; os.utime(path, (1, 1))\n"
    )
    monkeypatch.setenv("EDITOR", f"{sys.executable} {script}")
    monkeypatch.delenv("VISUAL", raising=False)


def test_a_hunk_can_be_edited_and_is_replayed(
    project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    editor(project, "Shape_slots", "Shape_table", monkeypatch)
    assert 0 == review(monkeypatch, "e\ne 99\ne 3\nq\n")
    assert "say which of the 5 hunks" in capfd.readouterr().out

    (edit,) = json.loads((project / "unstatic-plan.json").read_bytes())["extensions"][0]["edits"]
    assert "Shape_table" in edit["new"]
    assert 0 == review(monkeypatch, "a\ny\n")
    assert b"Shape_table" in (project / "shapes.c").read_bytes()


def test_an_edit_that_does_not_parse_is_not_kept(
    project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    editor(project, "Shape_slots", "Shape slots", monkeypatch)

    assert 0 == review(monkeypatch, "e 3\nn\na\ny\n")
    assert "what was edited by hand doesn't parse" in capfd.readouterr().out
    assert b"Shape slots" not in (project / "shapes.c").read_bytes()


def test_an_editor_that_fails(
    project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("VISUAL", "false")

    assert 0 == review(monkeypatch, "e 2\nq\n")
    assert "the editor failed" in capfd.readouterr().out


@pytest.mark.parametrize("answers", ["", "y\n", "a\n"])
def test_too_few_answers(
    project: Path, monkeypatch: pytest.MonkeyPatch, answers: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert 2 == review(monkeypatch, answers)
    assert "there are no more answers to read" in capfd.readouterr().err
    assert SHAPES.read_bytes() == (project / "shapes.c").read_bytes()
    assert len(answers) == [answer for _, answer in decisions(project).values()].count("yes") * 2 or answers == "a\n"


def test_the_plan_of_another_project(
    project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    document = {"version": 1, "extensions": [{"name": "other", "decisions": []}]}
    (project / "unstatic-plan.json").write_text(json.dumps(document))

    assert 2 == review(monkeypatch, "a\ny\n")
    assert "is a plan for other" in capfd.readouterr().err


def test_answers_to_what_is_gone_are_forgotten(
    project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    entry = {"subject": "type:Gone_Type", "verdict": "keep"}
    document = {"version": 1, "extensions": [{"name": "base_type_in_same_file", "decisions": [entry]}]}
    (project / "unstatic-plan.json").write_text(json.dumps(document))

    assert 0 == review(monkeypatch, "q\n")
    assert "type:Gone_Type isn't there any more" in capfd.readouterr().out


def test_a_read_only_source(project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "shapes.c").chmod(0o444)

    assert 4 == review(monkeypatch, "a\ny\n")
    captured = capfd.readouterr()
    assert ("Migrate" in captured.out, "is read-only" in captured.err) == (False, True)


def test_a_plan_file_that_cannot_be_written(
    project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert 4 == review(monkeypatch, "a\ny\n", "--plan", "absent/plan.json")
    captured = capfd.readouterr()
    assert ("Migrate" in captured.out, "the answers can't be kept" in captured.err) == (False, True)


def test_a_dirty_tree(project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    git = ["git", "-c", "user.name=n", "-c", "user.email=e@localhost"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "first"]):
        subprocess.run([*git, *command], check=True)
    with (project / "shapes.c").open("a") as file:
        file.write("/* more */\n")

    assert 2 == review(monkeypatch, "a\ny\n")
    assert "files that git couldn't give back" in capfd.readouterr().err
    assert 0 == review(monkeypatch, "a\ny\n", "--allow-dirty")


def test_an_archive_can_not_be_reviewed(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "x.zip").write_bytes(b"")

    assert 2 == main(["review", "x.zip"])


class Terminal:
    """The command in a terminal of its own."""

    def __init__(self, project: Path) -> None:
        master, slave = pty.openpty()
        environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"}
        environment.pop("NO_COLOR", None)
        command = [sys.executable, "-m", "unstatic", "review", "."]
        self.process = subprocess.Popen(
            command, cwd=project, stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True
        )
        os.close(slave)
        self._master = master
        self.seen = ""

    def until(self, words: str) -> None:
        """Read until *words* were shown."""
        end = time.monotonic() + 120
        while words not in self.seen:
            assert time.monotonic() < end, self.seen[-500:]
            self._read(1)
        self.seen = self.seen.partition(words)[2]

    def interrupt_until(self, words: str) -> None:
        """Press Ctrl-C until *words* were shown.

        Python notes a signal that arrives just before it waits for a key, and sees it with the next key or signal.
        """
        end = time.monotonic() + 120
        self.process.send_signal(signal.SIGINT)
        while words not in self.seen:
            assert time.monotonic() < end, self.seen[-500:]
            if not self._read(10):
                self.process.send_signal(signal.SIGINT)

    def _read(self, seconds: int) -> bool:
        """Return whether anything came within *seconds*."""
        if not select.select([self._master], [], [], seconds)[0]:
            return False
        self.seen += os.read(self._master, 65536).decode(errors="replace")
        return True

    def type(self, keys: str) -> None:
        """Type *keys*."""
        os.write(self._master, keys.encode())


def test_in_a_terminal(project: Path) -> None:
    terminal = Terminal(project)
    terminal.until("\x1b[92m+")
    terminal.until("Migrate type:Shape_Type?")
    terminal.type("y\r")
    terminal.until("Migrate type:Circle_Type?")
    terminal.interrupt_until("run the same command again to go on")

    assert 130 == terminal.process.wait(timeout=60)
    assert ("migrate", "yes") == decisions(project)["type:Shape_Type"]
    assert SHAPES.read_bytes() == (project / "shapes.c").read_bytes()
