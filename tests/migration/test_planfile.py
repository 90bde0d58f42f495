"""Plan files: saved, edited, replayed, and refused with the place when they can't be meant."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import unstatic
from unstatic.cli import main
from unstatic.plan.decisions import Names

SCHEMA = json.loads((Path(unstatic.__file__).parent / "migration" / "plan.schema.json").read_bytes())
SHELF = Path(__file__).resolve().parents[2] / "docs" / "example" / "shelf.c"

Change = Callable[[Any], object]

pytestmark = pytest.mark.skipif(not SHELF.is_file(), reason="there is no example next to the tests")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project with one type and one global, in which you stand."""
    (tmp_path / "shelf.c").write_bytes(SHELF.read_bytes())
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def diff(capfd: pytest.CaptureFixture[str], *options: str) -> str:
    capfd.readouterr()
    assert 0 == main(["diff", "shelf.c", *options])
    return capfd.readouterr().out


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return what `--save-plan` writes for the project."""
    folder = tmp_path_factory.mktemp("saved")
    (folder / "shelf.c").write_bytes(SHELF.read_bytes())
    (folder / "pyproject.toml").touch()
    assert 0 == main(["diff", str(folder / "shelf.c"), "--save-plan", str(folder / "plan.json")])
    return (folder / "plan.json").read_bytes()


def edited(project: Path, saved: bytes, change: Change = lambda document: None) -> None:
    """Write the saved plan, changed by *change*."""
    document = json.loads(saved)
    change(document)
    (project / "plan.json").write_text(json.dumps(document), encoding="utf-8")


def verdict(subject: str, value: str) -> Change:
    def change(document: Any) -> None:
        for item in document["extensions"][0]["decisions"]:
            if item["subject"] == subject:
                item["verdict"] = value

    return change


def test_a_saved_plan_follows_the_schema(saved: bytes) -> None:
    document = json.loads(saved)

    jsonschema.validate(document, SCHEMA)
    assert "shelf.c" == document["extensions"][0]["decisions"][0]["location"]["path"]


def test_the_schema_knows_all_names() -> None:
    assert set(SCHEMA["$defs"]["names"]["properties"]) == {name.name for name in dataclasses.fields(Names)}


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_a_replay_does_the_same(project: Path, saved: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    plain = diff(capfd)
    edited(project, saved)

    assert plain == diff(capfd, "--plan", "plan.json")


def test_settings_are_replayed_and_the_command_line_wins(
    project: Path, saved: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    edited(project, saved, lambda document: document["settings"].update({"min-python": "3.11"}))
    older = diff(capfd, "--min-python", "3.9", "--plan", "plan.json")

    assert older != diff(capfd, "--plan", "plan.json")


def test_what_is_kept_limits_the_claim(project: Path, saved: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    edited(project, saved, verdict("global:EmptyError", "keep"))
    changed = diff(capfd, "--plan", "plan.json", "--load-once")

    assert "Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED" in changed
    assert "Box_spec" in changed and "state->EmptyError" not in changed


def test_what_needs_a_kept_type_stays_as_well(project: Path, saved: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    edited(project, saved, verdict("type:Box_Type", "keep"))

    # The error is raised by methods of the type alone, and a module without isolated parts would only get worse.
    assert "" == diff(capfd, "--plan", "plan.json")


def test_names_can_be_chosen(project: Path, saved: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    def change(document: Any) -> None:
        document["extensions"][0]["names"] = {"state_type": "MyState", "getter": "my_state"}
        document["extensions"][0]["types"][0]["stem"] = "Chosen"

    edited(project, saved, change)
    changed = diff(capfd, "--plan", "plan.json")

    assert all(text in changed for text in ("} MyState;", "my_state(", "Chosen_slots[]", "Chosen_spec"))


def test_keeping_the_initialisation_keeps_everything(
    project: Path, saved: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    edited(project, saved, verdict("init:PyInit_shelf", "keep"))

    assert "" == diff(capfd, "--plan", "plan.json")


def test_a_second_run_finds_nothing(project: Path, saved: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    edited(project, saved)

    assert 0 == main(["migrate", "shelf.c", "--write", "--force", "--plan", "plan.json"])
    assert "" == diff(capfd, "--plan", "plan.json")


def test_what_the_plan_does_not_name_stays(project: Path, saved: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    edited(project, saved, lambda document: document["extensions"][0]["decisions"].clear())

    assert "" == diff(capfd, "--plan", "plan.json")
    assert 0 == main(["scan", "shelf.c", "--plan", "plan.json"])
    assert "the plan doesn't name it" in capfd.readouterr().out


def first(document: Any) -> Any:
    return document["extensions"][0]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda document: document.update(version=2), "is a plan of version 2"),
        (lambda document: document.pop("version"), "'version' is a required property"),
        (lambda document: document.update(extensions=[]), "extensions: [] should be non-empty"),
        (lambda document: first(document).update(name="other"), "is a plan for other, and the paths hold shelf"),
        (lambda document: document["extensions"].append(first(document)), "the extension shelf is there 2 times"),
        (lambda document: first(document)["decisions"][0].update(verdict="maybe"), "'maybe' is not one of"),
        (
            lambda document: first(document)["decisions"].append({"subject": "type:Nope", "verdict": "keep"}),
            "plan.json: shelf has no type:Nope",
        ),
        (
            lambda document: first(document)["decisions"].append({"subject": "init:PyInit_shelf", "verdict": "keep"}),
            "init:PyInit_shelf is there twice",
        ),
        (lambda document: first(document)["names"].update(state_type="a b"), "extensions[0].names.state_type: 'a b'"),
        (lambda document: first(document)["names"].update(exec="PyInit_shelf"), "PyInit_shelf is a name that the"),
        (lambda document: first(document)["types"][0].update(subject="type:Nope"), "shelf has no type:Nope"),
        (lambda document: document["settings"].update({"min-python": "3.99"}), "min-python must be a version"),
    ],
)
def test_wrong_plans(
    project: Path, saved: bytes, change: Change, words: str, capfd: pytest.CaptureFixture[str]
) -> None:
    edited(project, saved, change)
    capfd.readouterr()

    assert 2 == main(["migrate", "shelf.c", "--write", "--force", "--plan", "plan.json"])
    captured = capfd.readouterr()
    assert ("", True) == (captured.out, words in captured.err), captured.err
    assert SHELF.read_bytes() == (project / "shelf.c").read_bytes()


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b"\xff\xfe", b"[" * 100_000, b"3", b'{"version": true}'])
def test_no_plans(project: Path, data: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "plan.json").write_bytes(data)

    assert 2 == main(["diff", "shelf.c", "--plan", "plan.json"])
    assert "plan.json: not a plan file" in capfd.readouterr().err


def test_a_plan_takes_one_project(
    project: Path, saved: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "pyproject.toml").touch()
    (other / "shelf.c").write_bytes(SHELF.read_bytes())
    edited(project, saved)

    assert 2 == main(["diff", "shelf.c", "other/shelf.c", "--plan", "plan.json"])
    assert 2 == main(["diff", "shelf.c", "other/shelf.c", "--save-plan", "plan.json"])


def test_a_plan_that_cannot_be_written(project: Path) -> None:
    assert 2 == main(["diff", "shelf.c", "--save-plan", "absent/plan.json"])
