"""The parts of a verification that need no compiler: choosing interpreters, judging, naming places, showing."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import sysconfig
import threading
import time
import zipfile
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

from unstatic.cli import verifying
from unstatic.errors import UnstaticError, UsageError
from unstatic.system.building import interpreters, processes, projects
from unstatic.system.building.interpreters import Interpreter
from unstatic.verify import children, verdict_text, verification
from unstatic.verify.building import builds, counts, sanitizer, selection, symbol_names, symbols
from unstatic.verify.building.builds import Installed, Recipe
from unstatic.verify.building.compiler_warnings import fresh_warnings
from unstatic.verify.building.machine_code import is_same_code
from unstatic.verify.children import Json, Observation, Outcomes
from unstatic.verify.compare import compare
from unstatic.verify.files import files_of, lost
from unstatic.verify.findings import Finding
from unstatic.verify.judge import AS_BEFORE, judge
from unstatic.verify.judging.case import Claim
from unstatic.verify.verdict import Check, ModuleVerdict, PythonVerdict, Verdict, to_json

HERE = interpreters.at(Path(sys.executable))
PROCESSES = Path("/proc")
needs_headers = pytest.mark.skipif(HERE is None, reason="the running interpreter has no headers")
needs_processes = pytest.mark.skipif(not (PROCESSES / "self" / "cmdline").exists(), reason="there is no /proc")

GOOD: Outcomes = {"import": {"value": "ok"}, "freed": {"value": {}}, "own GIL": {"value": "ok"}}


def is_running(seconds: str) -> bool:
    """Return whether some process is a `sleep` of so many seconds, a moment from now if need be: dying takes time."""
    end = time.monotonic() + 5
    while found := any(map(_is_sleep(seconds), PROCESSES.glob("[0-9]*/cmdline"))):
        if time.monotonic() > end:
            break
        time.sleep(0.05)
    return found


def _is_sleep(seconds: str) -> Callable[[Path], bool]:
    def is_one(file: Path) -> bool:
        with contextlib.suppress(OSError):
            return file.read_bytes() == f"sleep\0{seconds}\0".encode()
        return False

    return is_one


def module(*findings: Finding, after: Outcomes = GOOD, name: str = "m") -> ModuleVerdict:
    return ModuleVerdict(name, "own", "the given file", findings, GOOD, after)


def verdict(*modules: ModuleVerdict, problems: tuple[str, ...] = (), notes: tuple[str, ...] = ()) -> Verdict:
    return Verdict("old", "new", (PythonVerdict("3.12.1", modules, problems, None, (), notes),), ())


def check(name: str, *findings: Finding, after: Outcomes = GOOD) -> Check:
    return next(check for check in module(*findings, after=after).checks if check.name == name)


# --- which interpreters


@needs_headers
def test_the_running_interpreter_is_the_default() -> None:
    chosen = selection.select((), SpecifierSet())

    assert (sys.version_info[:2], ()) == (chosen.pythons[0].number, chosen.skipped)


@needs_headers
def test_all_leaves_out_what_the_package_does_not_support() -> None:
    assert HERE is not None
    chosen = selection.select(("all",), SpecifierSet(f"=={HERE.version}"))

    assert {HERE.version} >= {python.version for python in chosen.pythons}
    others = {minor for minor in interpreters.ALL if interpreters.find(minor)} - {HERE.minor}
    unsupported = {f"Python {minor}: the package requires =={HERE.version}" for minor in others}
    assert unsupported <= set(chosen.skipped)


@needs_headers
def test_an_interpreter_that_is_asked_for_is_used_though_the_package_does_not_support_it() -> None:
    assert 1 == len(selection.select((sys.executable,), SpecifierSet("<3")).pythons)


def test_an_interpreter_that_is_not_there_is_named() -> None:
    with pytest.raises(UsageError, match=r"no interpreter to verify with: no Python 3\.99 with headers here"):
        selection.select(("3.99",), SpecifierSet())


@needs_headers
def test_the_same_interpreter_twice_is_one() -> None:
    assert 1 == len(selection.select((sys.executable, sys.executable), SpecifierSet()).pythons)


@needs_headers
def test_several_interpreters_of_one_version_are_told_apart() -> None:
    assert HERE is not None
    other = replace(HERE, executable=Path("/opt/debug/bin/python"))
    both = (HERE, other)

    assert HERE.version == verification._label(HERE, (HERE,))
    assert f"{HERE.version} (/opt/debug/bin/python)" == verification._label(other, both)
    places = [verification._place(python, both, Path("logs")) for python in both]
    assert [Path(f"logs/{HERE.minor}-1"), Path(f"logs/{HERE.minor}-2")] == places


@pytest.mark.parametrize(
    ("before", "after", "names"),
    [
        ("/a/old", "/a/new", ("old", "new")),
        ("/a/old/x.so", "/a/new/x.so", ("old/x.so", "new/x.so")),
        ("/a/x.so", "/a/new/x.so", ("x.so", "new/x.so")),
        ("/a/x.so", "/a/x.so", ("x.so", "x.so")),
    ],
)
def test_two_paths_have_different_names(before: str, after: str, names: tuple[str, str]) -> None:
    assert names == verification._told_apart(Path(before), Path(after))


@needs_headers
def test_a_relative_path_is_from_where_you_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to(sys.executable)
    monkeypatch.chdir(tmp_path)

    assert selection.select(("bin/python",), SpecifierSet()).pythons


@pytest.mark.parametrize("script", ["exit 0", "exit 3", "echo nonsense", "echo '[]' | tr -d '[]'", "kill -9 $$"])
def test_a_program_that_is_no_python(script: str, tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)

    assert interpreters.at(program) is None


@pytest.mark.parametrize(
    ("name", "minor"),
    [
        ("x.cpython-312-x86_64-linux-gnu.so", "3.12"),
        ("x.cpython-39-x86_64-linux-gnu.so", "3.9"),
        ("x-1.0-cp311-cp311-linux_x86_64.whl", "3.11"),
        ("x-1.0-cp311-abi3-linux_x86_64.whl", ""),
        ("x.abi3.so", ""),
        ("x.so", ""),
    ],
)
def test_what_a_name_says_of_its_python(name: str, minor: str) -> None:
    match = verifying._TAG.search(name)

    assert minor == (f"3.{match[1] or match[2]}" if match else "")


# --- what the findings come to


def test_nothing_found_is_ok() -> None:
    assert Check("module and types are freed", "ok") == check("module and types are freed")


def test_a_problem_fails_its_check() -> None:
    found = check("module and types are freed", Finding("problem", "freed", "it stays"))

    assert ("failed", "freed: it stays") == (found.status, found.detail)


def test_a_problem_under_strict_options_fails_the_same_check() -> None:
    assert "failed" == check("module and types are freed", Finding("problem", "strict freed", "it stays")).status


def test_a_problem_at_a_place_fails_the_check_of_its_probe() -> None:
    assert "failed" == check("no static objects left", Finding("problem", "statics/types/cache", "static")).status


def test_accepted_differences_are_counted() -> None:
    findings = [Finding("accepted", "freed", "as wanted"), Finding("accepted", "freed/x", "as wanted")]

    assert "ok, 2 expected" == check("module and types are freed", *findings).short


def test_a_note_of_the_only_probe_is_not_provable() -> None:
    found = check("subinterpreters with their own GIL", Finding("note", "own GIL", "not provable here: why"))

    assert "not provable" == found.short


def test_a_note_of_one_probe_of_two_leaves_what_the_other_proves() -> None:
    after: Outcomes = {**GOOD, "stored": {"value": {}}}

    assert "ok" == check("module and types are freed", Finding("note", "freed", "why"), after=after).status


def test_a_probe_that_no_check_names_has_a_check_all_the_same() -> None:
    assert "failed" == check("other probes", Finding("problem", "new probe", "wrong")).status


@pytest.mark.parametrize("outcome", [{"silent": 0}, {"exited": 0}, {"timeout": 9}, {"crashed": -11}])
@pytest.mark.parametrize("probe", ["import", "surface", "subclassed", "outcomes", "twice", "freed", "shutdown"])
def test_silence_is_a_failure(outcome: dict[str, int], probe: str) -> None:
    before: Outcomes = {"import": {"value": "ok"}, probe: {"value": {}}}
    after: Outcomes = {"import": {"value": "ok"}, probe: {**outcome}}
    findings = compare(before, after, (3, 12)) + judge(
        "m", Observation(before, {}, ""), Observation(after, {}, ""), "own"
    )

    assert "failed" in {check.status for check in module(*findings, after=after).checks}


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("SystemError: initialization of m raised", "SystemError: execution of m raised", "note"),
        ("ImportError: no datetime", "SystemError: execution of m raised", "problem"),
        ("SystemError: initialization of m raised", "exited 1", "problem"),
        ("crashed -11", "SystemError: execution of m raised", "note"),
    ],
)
def test_an_import_that_fails_as_badly_as_that_of_the_original(old: str, new: str, kind: str) -> None:
    before: Outcomes = {"failing imports": {"value": {"ends": {"datetime": old}}}}
    after: Outcomes = {"failing imports": {"value": {"ends": {"datetime": new}}}}

    found = judge("m", Observation(before, {}, ""), Observation(after, {}, ""), "own")

    assert [kind] == [finding.kind for finding in found]


@pytest.mark.parametrize(("claim", "kinds"), [("shared", []), ("none", []), ("own", ["problem"])])
def test_what_a_package_tries_instead_of_a_module_that_refuses(claim: Claim, kinds: list[str]) -> None:
    after: Outcomes = {"own GIL threads": {"value": "ModuleNotFoundError: No module named 'cffi'"}}

    found = judge("m", Observation({}, {}, ""), Observation(after, {}, ""), claim)

    assert kinds == [one.kind for one in found if one.where == "own GIL threads"]


@pytest.mark.parametrize("probe", AS_BEFORE)
@pytest.mark.parametrize("claim", ["own", "shared", "none"])
def test_what_worked_in_the_original_has_to_work_whatever_is_claimed(probe: str, claim: Claim) -> None:
    before: Outcomes = {probe: {"value": {"again": "ok", "other": "crashed -11"}}}
    after: Outcomes = {probe: {"value": {"again": "ImportError: once is enough", "other": "crashed -11"}}}

    found = judge("m", Observation(before, {}, ""), Observation(after, {}, ""), claim)

    kinds = {finding.where: finding.kind for finding in found}
    assert {f"{probe}/again": "problem", f"{probe}/other": "note", probe: "note"} == kinds
    assert not verdict(module(*found)).is_ok


def test_a_library_that_loads_neither_before_nor_after_is_no_difference() -> None:
    told = "ImportError: /tmp/check/{}/lib/python3.12/site-packages/m.so: undefined symbol: PyUnicode_GET_SIZE"
    before: Outcomes = {"import": {"raised": told.format("before")}}
    after: Outcomes = {"import": {"raised": told.format("after")}}

    (found,) = judge("m", Observation(before, {}, ""), Observation(after, {}, ""), "none")
    assert (found.kind, found.where) == ("note", "import")


@pytest.mark.parametrize(
    ("otherwise", "kind"), [("ok", "problem"), ("ImportError: no", "problem"), ("crashed -11", "note")]
)
def test_a_crash_of_the_original_under_the_other_options_proves_nothing(otherwise: str, kind: str) -> None:
    fine: Outcomes = {"orders": {"value": {"data": "ok"}}}
    other: Outcomes = {"orders": {"value": {"data": otherwise}}}
    crashed: Outcomes = {"orders": {"value": {"data": "crashed -11"}}}

    found = judge("m", Observation(fine, other, ""), Observation(crashed, other, ""), "none")

    assert [kind] == [finding.kind for finding in found if finding.where == "orders/data"]


@pytest.mark.parametrize(
    ("legacy", "end", "kind"),
    [
        ("ImportError: no; without it: ImportError: once", "ImportError: no", "note"),
        ("ImportError: no; without it: ImportError: once", "crashed -11", "problem"),
        ("ImportError: no", "ImportError: no", "problem"),
    ],
)
def test_what_others_refuse_to_be_imported_in_proves_nothing(legacy: str, end: str, kind: str) -> None:
    before: Outcomes = {"orders": {"value": {"legacy in turn": "ok", "other": "ok"}}}
    after: Outcomes = {"orders": {"value": {"legacy in turn": end, "other": "ok"}}, "legacy": {"value": legacy}}

    found = judge("m", Observation(before, {}, ""), Observation(after, {}, ""), "shared")
    # Under the strict options, nothing tells what the imports do by themselves.
    orders: Outcomes = {"orders": after["orders"]}
    strict = judge("m", Observation(before, before, ""), Observation({**after, **before}, orders, ""), "shared")

    assert [kind] == [finding.kind for finding in found if finding.where == "orders/legacy in turn"]
    assert [kind] == [finding.kind for finding in strict if finding.where == "strict orders/legacy in turn"]


@pytest.mark.parametrize("probe", AS_BEFORE)
def test_what_never_worked_in_the_original_proves_nothing(probe: str) -> None:
    before: Outcomes = {probe: {"value": {"again": "crashed -11"}}}
    after: Outcomes = {probe: {"value": {"again": "ok"}}}
    found = judge("m", Observation(before, {}, ""), Observation(after, {}, ""), "own")

    verdict = ModuleVerdict("m", "own", "the given file", tuple(found), before, after)

    assert ["not provable"] == [check.status for check in verdict.checks]


@pytest.mark.parametrize(
    ("old", "new", "allocations", "kind"),
    [
        ({"ok": 100}, {"ok": 99, "crashed -11": 1}, 100, "problem"),
        ({"ok": 100}, {"ok": 99, "crashed -11": 1}, 300, "note"),
        ({"ok": 98, "crashed -11": 2}, {"ok": 97, "ImportError: no": 3}, 100, "note"),
        ({"ok": 98, "crashed -11": 2}, {"ok": 9, "ImportError: no": 91}, 300, "problem"),
        ({"ok": 98, "crashed -11": 2}, {"ok": 9, "crashed -11": 91}, 300, "problem"),
        ({"ok": 75, "AttributeError: no": 25}, {"ok": 62, "AttributeError: no": 38}, 300, "note"),
        ({"ok": 75, "AttributeError: no": 25}, {"ok": 62, "ImportError: once": 38}, 300, "problem"),
    ],
)
def test_imports_after_a_failed_one_fail_no_more_often_than_before(
    old: dict[str, Json], new: dict[str, Json], allocations: int, kind: str
) -> None:
    before, after = (
        Observation(
            {"no memory": {"value": {"allocations": allocations, "tried": 100, "ends": {}, "again": again}}}, {}, ""
        )
        for again in (old, new)
    )
    found = judge("m", before, after, "none")

    assert [(kind, "no memory/again")] == [(finding.kind, finding.where) for finding in found]
    assert f"100 of {allocations} allocations tried" in found[0].text


def test_a_data_file_that_is_not_installed_any_more_is_named() -> None:
    found = list(lost({"m/__init__.py", "m/data.txt"}, {"m/__init__.py", "m/new.txt"}))

    assert ["files/m/data.txt"] == [finding.where for finding in found]


def test_what_a_wheel_installs_is_without_modules_and_metadata(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "m.whl", "w") as wheel:
        for name in ("m/data.txt", "m/x.cpython-312-x86_64-linux-gnu.so", "m-1.dist-info/RECORD"):
            wheel.writestr(name, "")

    assert {"m/data.txt"} == files_of(tmp_path / "m.whl")


def test_what_a_module_does_not_claim_is_not_called_ok() -> None:
    unclaimed = replace(module(Finding("note", "symbols/T", "a static type, as before")), claim="none")
    found = {check.name: check.status for check in unclaimed.checks}

    assert "not provable" == found["module and types are freed"] == found["no static objects left"]
    assert "ok" == found["works at all"]
    assert any("claims no more than one interpreter" in line for line in verdict_text.unprovable(verdict(unclaimed)))


def test_no_interpreter_at_all_is_not_ok() -> None:
    assert not Verdict("old", "new", (), ("Python 3.12: why",)).is_ok


@pytest.mark.parametrize(("problems", "ok"), [((), True), (("the module m is gone",), False)])
def test_problems_of_the_build_count(problems: tuple[str, ...], ok: bool) -> None:
    found = verdict(module(), problems=problems)

    assert ok == found.is_ok == to_json(found)["ok"]


def test_a_failure_names_everything() -> None:
    found = verdict(module(Finding("problem", "surface/types/T/flags", "1 -> 2")))

    assert ["Python 3.12.1: m: surface/types/T/flags: 1 -> 2"] == [line.split(" [")[0] for line in found.failures()]


# --- the tests of the package


def ended(exit: int = 0, passed: int = 3, timed_out: bool = False) -> builds.Tested:
    return builds.Tested(exit, {"passed": passed}, timed_out, Path("log"))


@pytest.mark.parametrize(
    ("after", "same"),
    [
        (ended(), True),
        (ended(exit=1), False),
        (ended(passed=2), False),
        (ended(timed_out=True), False),
    ],
)
def test_whether_tests_end_alike(after: builds.Tested, same: bool) -> None:
    assert same == after.same_as(ended())


def test_what_took_too_long_is_never_alike() -> None:
    late = ended(exit=-9, timed_out=True)

    assert not late.same_as(late)
    assert "took too long (log)" == str(late)


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("Ran 5 tests in 0.1s\n\nFAILED (failures=1, errors=1, skipped=1)\n", {"passed": 2, "failed": 2}),
        ("=== 1 failed, 7 passed, 2 warnings in 0.12s ===\n", {"passed": 7, "failed": 1}),
        ("nothing of the kind\n", {}),
    ],
)
def test_counts_of_a_summary(output: str, expected: dict[str, int]) -> None:
    assert expected.items() <= counts.read(output).items()


def test_a_test_that_takes_too_long_is_not_tried_again(tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    installed = Installed(Path(sys.executable), tmp_path, tmp_path, {}, Counter(), tmp_path / "log")
    recipe = Recipe(test="echo x >>{src}/runs; sleep 30", timeout=1)
    start = time.monotonic()
    done = builds.test(recipe, tmp_path / "source", installed, tmp_path / "work", tmp_path / "test.log")

    assert done.timed_out
    assert "x\n" == (tmp_path / "source" / "runs").read_text()
    assert time.monotonic() - start < 15


@pytest.mark.skipif(sys.version_info < (3, 11), reason="Python can't leave out the script's folder before 3.11")
@pytest.mark.parametrize(("test_files", "seen"), [(("tests",), 0), ((), 1)])
def test_scripts_find_their_neighbours_unless_the_sources_are_there_too(
    tmp_path: Path, test_files: tuple[str, ...], seen: int
) -> None:
    (tmp_path / "source" / "tests").mkdir(parents=True)
    (tmp_path / "source" / "tests" / "neighbour.py").write_text("")
    (tmp_path / "source" / "tests" / "script.py").write_text("import neighbour\n")
    recipe = Recipe(test="{py} tests/script.py", test_files=test_files)
    installed = Installed(Path(sys.executable), tmp_path, tmp_path, {}, Counter(), tmp_path / "log")

    done = builds.test(recipe, tmp_path / "source", installed, tmp_path / "work", tmp_path / "test.log")

    assert seen == done.exit


def test_a_test_that_fails_is_tried_again(tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    installed = Installed(Path(sys.executable), tmp_path, tmp_path, {}, Counter(), tmp_path / "log")
    recipe = Recipe(test="test -e {src}/flag || { touch {src}/flag; exit 1; }")
    done = builds.test(recipe, tmp_path / "source", installed, tmp_path / "work", tmp_path / "test.log")

    assert 0 == done.exit


def test_files_for_the_tests_that_are_not_there(tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    installed = Installed(Path(sys.executable), tmp_path, tmp_path, {}, Counter(), tmp_path / "log")

    with pytest.raises(UsageError, match="--test-files absent: there is none in the original"):
        builds.prepare_tests(Recipe(test_files=("absent",)), tmp_path / "source", installed, tmp_path / "work")


def test_the_copy_of_a_project_leaves_out_what_builds_left(tmp_path: Path) -> None:
    made = ("x.cpython-312-x86_64-linux-gnu.so", "build/temp.linux-x86_64/x.o", "a/x.pyc")
    for name in ("x.c", "lib/build/x.py", ".git/HEAD", *made):
        (tmp_path / "source" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "source" / name).touch()
    copied = builds.copy_tree(tmp_path / "source", tmp_path / "copy")
    names = {str(path.relative_to(copied)) for path in copied.rglob("*") if path.is_file()}

    assert {"x.c", "lib/build/x.py", ".git/HEAD"} == names


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_that_can_not_be_copied_is_named(tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "secret").touch(0o000)

    with pytest.raises(UnstaticError, match="secret can't be copied to .*: Permission denied"):
        builds.copy_tree(tmp_path / "source", tmp_path / "copy")


def test_the_copy_of_an_environment_does_not_lead_to_the_first(tmp_path: Path) -> None:
    pattern = tmp_path / "pattern"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(pattern)], check=True)
    script = pattern / "bin" / "where"
    script.write_text(f"#!{pattern}/bin/python\nimport sys\nprint(sys.prefix)\n")
    script.chmod(0o755)

    python = projects.environment_like(pattern, tmp_path / "copy")
    said = subprocess.run([python.with_name("where")], check=True, capture_output=True, text=True).stdout

    assert f"{tmp_path / 'copy'}\n" == said
    assert str(pattern) not in (tmp_path / "copy" / "bin" / "activate").read_text()


def test_a_pipe_in_a_project_stays_behind(tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    os.mkfifo(tmp_path / "source" / "pipe")

    assert [] == list(builds.copy_tree(tmp_path / "source", tmp_path / "copy").iterdir())


# --- Markdown


def test_markdown_has_a_table_for_each_module() -> None:
    text = verdict_text.to_markdown(verdict(module(), module(name="n")))

    assert ["### m (claims", "### n (claims"] == [line[:13] for line in text.splitlines() if line.startswith("###")]
    assert 2 == text.count("| check | 3.12.1 |\n| --- | --- |\n| works at all | ok |")


def test_markdown_shows_special_characters_as_they_are() -> None:
    finding = Finding("accepted", "surface/types/T/__doc__", "a|b*c*`d`\n<script>&lt; [x](y) \\ ~~z~~")
    text = verdict_text.to_markdown(verdict(module(finding)))

    expected = (
        r"- m: surface/types/T/\_\_doc\_\_: a\|b\*c\*\`d\` &lt;script>&amp;lt; \[x\](y) \\ \~\~z\~\~ (Python 3.12.1)"
    )
    assert expected in text.splitlines()


def test_markdown_folds_the_expected_differences() -> None:
    findings = [Finding("accepted", f"surface/names/n{number}", "as wanted") for number in range(50)]
    text = verdict_text.to_markdown(verdict(module(*findings)))

    inside = text.partition("<details><summary>Expected differences</summary>\n\n")[2].partition("\n\n</details>")[0]
    assert (41, "- and 10 more") == (len(inside.splitlines()), inside.splitlines()[-1])


def test_markdown_names_failures_and_notes() -> None:
    text = verdict_text.to_markdown(verdict(problems=("the module m is gone",), notes=("their tests fail",)))

    assert "### Failures\n\n- Python 3.12.1: the module m is gone\n" in text
    assert "### Notes\n\n- Python 3.12.1: their tests fail\n" in text


# --- names for offsets

SYMBOLS = """\
0000000000004000 0000000000000198 d Stack_Type
00000000000041a0 0000000000000008 b cache.3
00000000000041a8 0000000000000008 B registry
"""


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put an `nm` first on the path that knows three symbols."""
    (tmp_path / "symbols").write_text(SYMBOLS)
    (tmp_path / "nm").write_text(f"#!/bin/sh\ncat {tmp_path}/symbols\n")
    (tmp_path / "nm").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    return tmp_path / "x.so"


@pytest.mark.parametrize(
    ("offset", "name"),
    [(0x4000, "Stack_Type"), (0x4008, "Stack_Type+8"), (0x41A0, "cache.3"), (0x41A8, "registry"), (0x5000, "0x5000")],
)
def test_an_offset_has_the_name_of_its_symbol(offset: int, name: str, library: Path) -> None:
    findings = symbol_names.named([Finding("problem", f"statics/types/{offset}", "static")], library, frozenset())

    assert [Finding("problem", f"statics/types/{name}", "static")] == findings


@pytest.mark.parametrize(("symbol", "kind"), [("cache", "accepted"), ("registry", "problem")])
def test_what_the_migration_declared_may_stay(symbol: str, kind: str, library: Path) -> None:
    findings = [Finding("problem", f"statics/objects/{0x41A0}", "static"), Finding("problem", "freed", "cache")]
    found = symbol_names.named(findings, library, frozenset({symbol}))

    assert [kind, "problem"] == [finding.kind for finding in found]


def test_without_nm_the_offset_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    findings = symbol_names.named([Finding("problem", "statics/types/16384", "static")], tmp_path, frozenset({"x"}))

    assert ["statics/types/0x4000"] == [finding.where for finding in findings]


TABLES_AND_TYPES = """
#include <Python.h>

struct entry { const char *name; long flags; int (*run)(void); };

static int run(void) { return 1; }

struct entry entries[sizeof(PyTypeObject) / sizeof(struct entry)] = {{"one", 1, run}, {"two", 2, run}};
double numbers[sizeof(PyTypeObject) / sizeof(double)] = {1.5, 2.5, 3.5, 4.5, 5.5, 6.5};
static PyTypeObject Stack_Type = {PyVarObject_HEAD_INIT(NULL, 0) .tp_name = "x.Stack", .tp_basicsize = 32};
PyTypeObject Filled_Type;

PyTypeObject *get(void) { return &Stack_Type; }
"""


def test_a_table_as_large_as_a_type_is_none(tmp_path: Path) -> None:
    source, built = tmp_path / "x.c", tmp_path / "x.so"
    source.write_text(TABLES_AND_TYPES)
    include = sysconfig.get_paths()["include"]
    subprocess.run(["cc", "-shared", "-fPIC", "-I", include, source, "-o", built], check=True)

    assert {"Stack_Type", "Filled_Type"} == set(symbols.mutable_data(built) or {})


MEMBERS = """
struct Base { virtual int run() { return 1; } };
namespace shelf { struct Box : Base { static void *kind; int run() override; }; namespace { void *names; } }
void *shelf::Box::kind = nullptr;
int shelf::Box::run() { static void *calls; calls = &names; return calls == kind; }
"""


def test_members_of_classes_have_the_names_of_the_source(tmp_path: Path) -> None:
    source, built = tmp_path / "x.cpp", tmp_path / "x.so"
    source.write_text(MEMBERS)
    subprocess.run(["c++", "-shared", "-fPIC", source, "-o", built], check=True)
    found = symbols.mutable_data(built) or {}

    assert {"kind", "names", "calls"} == set(map(symbol_names.plain_name, found))


# --- the address sanitizer

FINE: Outcomes = {"import": {"value": "ok"}, "freed": {"value": "ok"}}
DEAD: Outcomes = {"import": {"value": "ok"}, "freed": {"exited": 99}}


def test_a_build_that_the_sanitizer_accepts() -> None:
    assert [] == list(sanitizer.sanitized((FINE, ""), (FINE, "")))


def test_what_the_sanitizer_says_is_named() -> None:
    log = "==1==ERROR: AddressSanitizer: heap-use-after-free on address"
    (finding,) = sanitizer.sanitized((FINE, ""), (DEAD, log))

    assert ("problem", "sanitized/freed") == (finding.kind, finding.where)
    assert finding.text.endswith("{'exited': 99} heap-use-after-free")


def test_an_error_that_the_original_has_too_proves_nothing() -> None:
    (finding,) = sanitizer.sanitized((DEAD, ""), (DEAD, ""))

    assert ("note", "sanitized/freed") == (finding.kind, finding.where)


def test_an_original_that_does_not_run_under_the_sanitizer() -> None:
    nothing: Outcomes = {"import": {"exited": 1}}
    (finding,) = sanitizer.sanitized((nothing, ""), (nothing, ""))

    assert ("note", "sanitized") == (finding.kind, finding.where)


@needs_headers
def test_a_compiler_without_the_sanitizer() -> None:
    assert isinstance(HERE, Interpreter)

    assert sanitizer.environment(replace(HERE, compiler=("absent-compiler",))) is None
    assert sanitizer.environment(replace(HERE, compiler=("true",))) is None


# --- processes


@needs_processes
def test_grandchildren_end_with_their_parent(tmp_path: Path) -> None:
    done = processes.run("sleep 8181 & sleep 8181", tmp_path, os.environ, 0.5, tmp_path / "log")

    assert (True, -signal.SIGKILL) == (done.timed_out, done.exit)
    assert not is_running("8181")


@needs_processes
def test_what_a_command_leaves_in_the_background_ends_too(tmp_path: Path) -> None:
    done = processes.run("sleep 8182 & echo done", tmp_path, os.environ, 60, tmp_path / "log")

    assert (False, 0) == (done.timed_out, done.exit)
    assert "done\n" in done.output
    assert not is_running("8182")


@needs_processes
def test_an_interrupt_ends_all(tmp_path: Path) -> None:
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        processes.run("sleep 8183 & sleep 8183", tmp_path, os.environ, 60, tmp_path / "log")

    assert not is_running("8183")


@needs_processes
def test_an_interrupt_while_a_process_is_born_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    born = subprocess.Popen

    def interrupted(*arguments: object, **options: object) -> object:
        process = born(*arguments, **options)  # type: ignore[call-overload]
        os.kill(os.getpid(), signal.SIGINT)
        return process

    monkeypatch.setattr(subprocess, "Popen", interrupted)
    with pytest.raises(KeyboardInterrupt):
        processes.run("sleep 8184", tmp_path, os.environ, 60, tmp_path / "log")

    assert not is_running("8184")


def test_what_is_asked_to_end_first_can_clean_up(tmp_path: Path) -> None:
    command = "trap 'echo cleaned; exit 0' TERM; while :; do sleep 0.1; done"

    done = processes.run(command, tmp_path, os.environ, 0.5, tmp_path / "log", grace=20)

    assert done.timed_out
    assert "cleaned" in done.output


def test_output_that_is_no_text(tmp_path: Path) -> None:
    done = processes.run(r"printf '\377\376x'; kill -9 $$", tmp_path, os.environ, 60, tmp_path / "log")

    assert -signal.SIGKILL == done.exit
    assert "\ufffd\ufffdx" in done.output


def test_a_path_that_is_no_text_can_be_run(tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
    folder.mkdir()
    done = processes.run(["ls", str(folder)], folder, os.environ, 60, folder / "log")

    assert 0 == done.exit


@pytest.mark.parametrize(
    ("kind", "is_python"),
    [("fractions.Fraction", True), ("json.JSONDecodeError", True), ("re.Pattern", False), ("array.array", False)],
)
def test_classes_that_a_class_statement_made(kind: str, is_python: bool) -> None:
    module = kind.partition(".")[0]
    folder = Path(children.PROBES)

    said = subprocess.run(
        [sys.executable, "-c", f"import {module}, subject; print(subject.is_python_class({kind}))"],
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
    )

    assert str(is_python) == said.stdout.strip(), said.stderr


@pytest.mark.parametrize(("baseline", "kind"), [({"crashed": -6}, "note"), ({"value": "ok"}, "problem")])
def test_python_that_crashes_in_interpreters_of_its_own_without_the_module(
    baseline: dict[str, Json], kind: str
) -> None:
    refused: dict[str, Json] = {"value": "ImportError: module m does not support loading in subinterpreters"}
    before: Outcomes = {"own GIL": refused, "baseline": baseline}
    after: Outcomes = {"own GIL": {"crashed": -11}, "baseline": baseline}

    found = judge("m", Observation(before, {}, ""), Observation(after, {}, ""), "own")

    assert [(kind, "own GIL")] == [(one.kind, one.where) for one in found]


@pytest.mark.parametrize(
    ("claim", "kind"), [("none", "note"), ("shared-gil", "note"), ("per-interpreter-gil", "problem")]
)
@pytest.mark.parametrize("is_strict", [False, True])
def test_what_keeps_an_original_from_being_reached_that_would_refuse(claim: str, kind: str, is_strict: bool) -> None:
    failed: Outcomes = {"own GIL": {"value": "MissingDependencyError: install NumPy"}}
    defined: Outcomes = {"definition": {"value": {"claim": claim}}}
    plain, strict = ({}, failed) if is_strict else (failed, {})

    found = judge("m", Observation({**plain, **defined}, strict, ""), Observation(plain, strict, ""), "own")

    assert [(kind, "strict " * is_strict + "own GIL")] == [(one.kind, one.where) for one in found]


@pytest.mark.parametrize(("claim", "kind"), [("none", "note"), ("own", "problem")])
def test_an_original_that_crashes_as_well(claim: Claim, kind: str) -> None:
    before: Outcomes = {"own GIL threads": {"crashed": -6}}
    after: Outcomes = {"own GIL threads": {"crashed": -11}}

    found = judge("m", Observation(before, {}, ""), Observation(after, {}, ""), claim)

    assert [kind] == [one.kind for one in found]


@pytest.mark.parametrize(("crashes_at", "looks"), [(3, 3), (99, 10)])
def test_an_original_is_looked_at_again_where_threads_race(
    crashes_at: int, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, ...]] = []

    def answer(
        python: Path, options: tuple[str, ...], probes: tuple[str, ...], *others: object
    ) -> tuple[Outcomes, str]:
        asked.append(probes)
        return {probe: {"crashed": -6} if len(asked) == crashes_at else {"value": "ok"} for probe in probes}, ""

    monkeypatch.setattr(children, "run_probes", answer)
    subject = children.Subject("m", (), "")
    old = Observation({"threads": {"value": "ok"}, "import": {"value": "ok"}}, {}, "")
    new = Observation({"threads": {"crashed": -11}, "import": {"crashed": -11}}, {}, "")

    seen = children.looked_again(Path("python"), subject, old, new)

    assert [("threads",)] * looks == asked
    assert {"value": "ok"} == seen.plain["import"]
    assert ({"crashed": -6} if looks < 10 else {"value": "ok"}) == seen.plain["threads"]


def test_a_crash_of_many_at_once_says_nothing_of_one_alone() -> None:
    refused: dict[str, Json] = {"value": "ImportError: module m does not support loading in subinterpreters"}
    probes = ("own GIL", "own GIL after main", "own GIL threads", "stress")
    baselines: Outcomes = {"baseline": {"value": "ok"}, "baseline at once": {"crashed": -6}}
    before: Outcomes = {**dict.fromkeys(probes, refused), **baselines}
    after: Outcomes = {**dict.fromkeys(probes, {"crashed": -11}), **baselines}

    found = judge("m", Observation(before, {}, ""), Observation(after, {}, ""), "own")

    assert {one.where: one.kind for one in found} == {
        **dict.fromkeys(probes[:2], "problem"),
        **dict.fromkeys(probes[2:], "note"),
    }


def test_what_others_import_is_tried_alone_and_at_the_same_time() -> None:
    code = """
import threading, types

from of_imports import isolation

sizes = []
def create(own_gil):
    return types.SimpleNamespace(exec=lambda script: sizes.append(everyone.wait(5) >= 0), close=lambda: None)
everyone = types.SimpleNamespace(wait=lambda seconds: 0)
isolation.create = create
isolation.attempt = lambda work, seconds: work()
isolation._brought = lambda subject: {"json": None}
subject = types.SimpleNamespace(timeout=5)
isolation._run_at_once, run = lambda found, script: sizes.append(len(found)), isolation._run_at_once
print(isolation.baseline(subject), isolation.baseline_at_once(subject), sizes)
everyone = threading.Barrier(isolation.THREADS)
run([create(True) for _ in range(isolation.THREADS)], "")
"""

    said = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(children.PROBES)},
        capture_output=True,
        text=True,
    )

    old = "not before 3.12"
    expected = f"{old} {old} []" if sys.version_info < (3, 12) else "ok ok [True, True, True, 6, 6, 6]"
    assert said.stdout.strip() == expected, said.stderr
    assert "BrokenBarrierError" not in said.stderr


def test_class_statement_whose_class_names_another_module(tmp_path: Path) -> None:
    (tmp_path / "owner.py").write_text("class Error(Exception):\n    __module__ = 'array'\n", encoding="utf-8")
    code = "import array, owner, subject; "
    code += "made = type('Error', (Exception,), {'__module__': 'array'}); "
    code += "print(subject.is_python_class(owner.Error), subject.is_python_class(made))"

    said = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(children.PROBES)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )

    assert "True False" == said.stdout.strip(), said.stderr


@pytest.mark.skipif(sys.version_info < (3, 10), reason="array.array is a static type")
def test_class_of_c_is_none_of_python_for_a_name_in_the_source(tmp_path: Path) -> None:
    (tmp_path / "array.txt").write_text("class array: pass\n", encoding="utf-8")
    code = "import array, inspect, subject; array.__file__ = 'array.txt'; "
    code += "print(inspect.getsource(array.array).split()[0], subject.is_python_class(array.array)); import sys; "
    code += "held = sys.getrefcount(array); subject.module_of(array.array); assert held == sys.getrefcount(array)"

    said = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(children.PROBES)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )

    assert "class False" == said.stdout.strip(), said.stderr


def test_functions_in_slots_are_no_new_warning() -> None:
    slot = "ISO C forbids initialization between function pointer and 'void *' [-Wpedantic]"
    before = Counter({"unused variable 'x'": 1})
    after = Counter({"unused variable 'x'": 1, slot: 3, "unused variable 'y'": 1})

    assert fresh_warnings(before, after) == (("unused variable 'y'",), 3)


def test_spec_of_a_type_that_nobody_used_is_no_new_warning() -> None:
    before = Counter({"'Pile_Type' defined but not used [-Wunused-variable]": 1})
    after = Counter({f"'{name}_spec' defined but not used [-Wunused-variable]": 1 for name in ("Pile", "Rest")})

    assert fresh_warnings(before, after) == (("'Rest_spec' defined but not used [-Wunused-variable]",), 0)


def run_beside_probes(script: str) -> subprocess.CompletedProcess[str]:
    """Run a script that can import the probes' modules."""
    return subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(children.PROBES)},
        capture_output=True,
        text=True,
    )


_UNANSWERED = """
from forked import in_child

class Broken:
    def __repr__(self):
        raise ValueError("not even its repr works")

print(in_child(lambda: {"inner": in_child(Broken, 5)}, 5))
"""


def test_child_that_cannot_answer_leaves_the_answer_to_its_parent() -> None:
    said = run_beside_probes(_UNANSWERED)

    assert "{'value': {'inner': {'exited': 70}}}" == said.stdout.strip(), said.stderr


@pytest.mark.parametrize(("alive", "kind"), [(["Box"], "note"), ([], "problem")])
def test_subclasses_that_the_original_keeps_alive_too(alive: list[str], kind: str) -> None:
    before: Outcomes = {
        "stored subclassed": {"value": {"module freed": False, "types alive": ["Box"], "subclasses alive": [*alive]}}
    }
    after: Outcomes = {
        "stored subclassed": {"value": {"module freed": False, "types alive": ["Box"], "subclasses alive": ["Box"]}}
    }

    found = judge("m", Observation(before, {}, ""), Observation(after, {}, ""), "shared")

    assert [kind] == [item.kind for item in found]


@pytest.mark.parametrize(
    ("ended", "kinds"),
    [
        ("exited 70", ["note"]),
        ("crashed -11", ["note"]),
        ({"left": "", "cycles left": "timeout 20"}, ["note"]),
        ("Error: no node", ["problem"]),
        ({"left": "", "cycles left": ""}, []),
    ],
)
def test_endings_that_the_original_breaks_at(ended: Json, kinds: list[str]) -> None:
    before: Outcomes = {"endings": {"value": {"Node": ended}}}
    after: Outcomes = {"endings": {"value": {"Node": {"left": "", "cycles left": ""}}}}

    found = judge("m", Observation(before, {}, ""), Observation(after, {}, ""), "shared")

    assert kinds == [item.kind for item in found]


_FINALISED = """
import os
import types
import weakref

from of_objects.subclasses import subclassed

class Closed:
    def __init__(self):
        self.file = os.open("/dev/null", os.O_RDONLY)
        weakref.finalize(self, os.close, self.file)

class Left:
    def __init__(self):
        self.file = os.open("/dev/null", os.O_RDONLY)
    def __del__(self):
        os.close(self.file)

for kind in Closed, Left:
    module = types.ModuleType("m")
    module.Box = kind
    subject = types.SimpleNamespace(
        load=lambda: module,
        exercise=lambda module: [module.Box()],
        types=lambda module, made, kind=kind: {"Box": kind},
    )
    print(subclassed(subject)["with a finaliser"])
"""


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="the system doesn't tell which files are open")
def test_a_finaliser_of_a_subclass_leaves_nothing_open() -> None:
    said = run_beside_probes(_FINALISED)

    assert "ok\nfiles left open\n" == said.stdout, said.stderr


_ALIKE = """
from surface import _unlike

bare = [type(f"E{number:02}", (ValueError,), {"code": number}) for number in range(20)]
other = type("Other", (ValueError,), {"explain": lambda self: ""})
print(*_unlike({kind.__name__: kind for kind in (*bare, other)}))
"""


def test_many_classes_that_add_nothing_are_tried_as_a_few() -> None:
    said = run_beside_probes(_ALIKE)

    assert "E00 E01 E02 E03 E04 E05 E06 E07 Other" == said.stdout.strip(), said.stderr


@pytest.mark.parametrize(("again", "kind"), [("Text <'a'>", "accepted"), ("Text <''>", "problem")])
def test_pickles_that_can_be_written_and_read_now(again: str, kind: str) -> None:
    refused = "TypeError: cannot pickle 'Text' object"
    old: dict[str, Json] = {"dumps 0": refused, "loads 0": refused, "dumps 2": "ok", "loads 2": "Text <'a'>"}
    new: dict[str, Json] = {**old, "dumps 0": "ok", "loads 0": again}
    before: Outcomes = {"surface": {"value": {"types": {"Text": {"flags": []}}, "instances": {"Text": old}}}}
    after: Outcomes = {"surface": {"value": {"types": {"Text": {"flags": ["HEAPTYPE"]}}, "instances": {"Text": new}}}}

    found = {item.where: item.kind for item in compare(before, after, (3, 12))}

    assert kind == found["surface/instances/Text/loads 0"]


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("ImportError: attempted relative import with no known parent package", "TypeError: 3 arguments", "accepted"),
        ("ImportError: attempted relative import with no known parent package", "crashed -11", "problem"),
        ("ImportError: no module named m", "TypeError: 3 arguments", "problem"),
    ],
)
def test_no_module_needs_its_callers_package_to_find_itself(old: str, new: str, kind: str) -> None:
    static: Json = {"Feed": {"flags": []}}
    heap: Json = {"Feed": {"flags": ["HEAPTYPE"]}}
    before: Outcomes = {"surface": {"value": {"types": static, "attempts": {"Feed": {"T()": old}}}}}
    after: Outcomes = {"surface": {"value": {"types": heap, "attempts": {"Feed": {"T()": new}}}}}

    found = {item.where: item.kind for item in compare(before, after, (3, 12))}

    assert kind == found["surface/attempts/Feed/T()"]


@pytest.mark.parametrize(("named", "kind"), [("Box", "accepted"), ("C Box", "accepted"), ("<getset>", "problem")])
def test_a_name_that_gets_the_module_in_front(named: str, kind: str) -> None:
    static: Json = {named: {"flags": [], "module": "builtins", "name": named}}
    heap: Json = {named: {"flags": ["HEAPTYPE"], "module": "m", "name": named}}
    before: Outcomes = {"surface": {"value": {"types": static}}}
    after: Outcomes = {"surface": {"value": {"types": heap}}}

    found = {item.where: item.kind for item in compare(before, after, (3, 12))}

    assert kind == found[f"surface/types/{named}/module"]


@pytest.mark.parametrize(
    ("held", "blocks", "kinds"),
    [(["Bus"], 1.0, {"note"}), (["Bus"], 0.0, {"problem"}), ([], 1.0, {"problem"}), (["Other"], 1.0, {"problem"})],
)
def test_instances_that_the_original_never_frees(held: list[str], blocks: float, kinds: set[str]) -> None:
    counts = {"made": 1000, "blocks per call": blocks}
    before: Outcomes = {"refcounts": {"value": {**counts, "growth": {"Bus": 0}, "held": [*held]}}}
    after: Outcomes = {"refcounts": {"value": {**counts, "growth": {"Bus": 1000}, "held": [*held]}}}

    found = judge("m", Observation(before, {}, ""), Observation(after, {}, ""), "shared")

    assert kinds == {item.kind for item in found}


_HELD = """
import ctypes
from types import SimpleNamespace
from of_objects.lifetime import _held

class Free: pass
class Shown: pass
class Held: pass
class Cycle:
    def __init__(self):
        self.methods = [self.__init__] * 2
class HeldCycle(Cycle): pass

shown = []

def instances(module):
    held = [Held(), HeldCycle()]
    for one in held:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(one))
    shown.append(Shown())
    return [Free(), shown[-1], Cycle(), *held]

kinds = {kind.__name__: kind for kind in (Free, Shown, Held, Cycle, HeldCycle)}
print(*_held(SimpleNamespace(instances=instances), None, kinds))
"""


def test_instance_with_a_reference_too_many_is_held() -> None:
    said = run_beside_probes(_HELD)

    assert "Held HeldCycle" == said.stdout.strip(), said.stderr


@pytest.mark.parametrize(("held", "kind"), [([], "problem"), (["Bus"], "note")])
def test_cycles_beside_instances_that_the_original_never_frees(held: list[str], kind: str) -> None:
    before: Outcomes = {"refcounts": {"value": {"held": [*held], "blocks per call": 5.0}}}
    after: Outcomes = {"stored": {"value": {"module freed": False, "types alive": ["Bus", "Stop"]}}}

    found = judge("m", Observation(before, {}, ""), Observation(after, {}, ""), "shared")

    assert [kind] == [one.kind for one in found if one.where == "stored"]


@pytest.mark.parametrize(("held", "kind"), [([], "problem"), (["Bus"], "note")])
def test_calls_that_make_instances_which_the_original_never_frees(held: list[str], kind: str) -> None:
    def outcomes(is_heap: bool) -> Outcomes:
        counts: Json = {"made": 1000, "growth": {"Bus": 0}, "held": [*held], "blocks per call": 5.0}
        left: Json = {"T(one)": {"Bus": 200}} if is_heap else {}
        return {"refcounts": {"value": counts}, "operations": {"value": {"Bus": {"heap": is_heap, "left": left}}}}

    found = judge("m", Observation(outcomes(False), {}, ""), Observation(outcomes(True), {}, ""), "shared")

    assert [kind] == [item.kind for item in found if item.where == "operations/Bus/T(one)"]


@pytest.mark.parametrize(("lost", "kind"), [([], "problem"), (["T('a')"], "note"), (["T(1)"], "problem")])
def test_calls_that_fail_and_leave_instances_behind_as_the_original_does(lost: list[str], kind: str) -> None:
    def outcomes(is_heap: bool) -> Outcomes:
        left: Json = {"T('a')": {"Bus": 200}} if is_heap else {}
        return {"operations": {"value": {"Bus": {"heap": is_heap, "left": left, "lost": [*lost]}}}}

    found = judge("m", Observation(outcomes(False), {}, ""), Observation(outcomes(True), {}, ""), "shared")

    assert [kind] == [item.kind for item in found if item.where == "operations/Bus/T('a')"]


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        ("ImportError: no numpy; without it: ImportError: cannot load module more than once per process", "note"),
        ("ImportError: no numpy", "problem"),
    ],
)
def test_what_a_module_imports_may_fail_in_subinterpreters_without_it(told: str, kind: str) -> None:
    before: Outcomes = {"legacy": {"value": "ok"}}
    found = judge("m", Observation(before, {}, ""), Observation({"legacy": {"value": told}}, {}, ""), "shared")

    assert [kind] == [item.kind for item in found if item.where == "legacy"]


def test_exercise_that_the_original_cant_repeat_proves_nothing_of_subinterpreters() -> None:
    told = "Error: it is open already"
    outcomes: Outcomes = {"twice": {"raised": told}, "legacy": {"value": told}}

    found = judge("m", Observation(outcomes, {}, ""), Observation(outcomes, {}, ""), "shared")

    assert ["note"] == [item.kind for item in found if item.where == "legacy"]


def _compiled(folder: Path, source: str) -> Path:
    folder.mkdir()
    Path(folder, "module.c").write_text(source, encoding="utf-8")
    compiler = (sysconfig.get_config_var("CC") or "cc").split()
    command = [*compiler, "-g", "-shared", "-fPIC", "-Wl,--build-id", str(folder / "module.c"), "-o", "module.so"]
    subprocess.run(command, cwd=folder, check=True)
    return folder / "module.so"


def test_code_is_the_same_whatever_folder_it_was_built_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (_compiled(tmp_path / name, "int answer(void) { return 42; }\n") for name in ("first", "second"))
    other = _compiled(tmp_path / "third", "int answer(void) { return 43; }\n")
    assert first.read_bytes() != second.read_bytes()
    assert is_same_code(first, second)
    assert not is_same_code(first, other)
    monkeypatch.setenv("PATH", "")
    assert is_same_code(first, first)
    assert not is_same_code(first, second)
