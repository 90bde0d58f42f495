"""The benchmark measures what it says; how long anything takes is not tested."""

from __future__ import annotations

import io
import itertools
import sys
import sysconfig
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from rich.console import Console

if not (Path(__file__).parents[2] / "bench" / "__main__.py").is_file():
    pytest.skip("there is no bench next to the tests", allow_module_level=True)

from bench import bare, cpython, goals, page, profiles, recall, scaling, works
from bench.__main__ import main
from bench.costs import Command, Cost, Failed, Measured, paired, spend
from bench.tools import PEERS, REWRITE, STATIC_TYPES, command, find_peers

from unstatic import pipeline
from unstatic.cparse import library
from unstatic.project.scan import Unit
from unstatic.settings import config

OTHERS = ("clang-tidy", "spatch", "ctags")
PYTHON = sys.executable


def installed(*names: str) -> Callable[[str], str | None]:
    """Return a look-up that finds only *names*."""
    return lambda name: f"/usr/bin/{name}" if name in names else None


def cost(cpu: float, peak: float = 1.0, *, is_cut: bool = False) -> Cost:
    """Return a cost of that many seconds, twice as many by the clock."""
    return Cost(cpu, cpu * 2, peak, is_cut)


def measured(**seconds: tuple[float, ...]) -> Measured:
    """Return runs of those seconds, by tool."""
    return Measured({name: tuple(map(cost, found)) for name, found in seconds.items()}, {})


@pytest.mark.parametrize(
    ("names", "found", "skipped"),
    [
        (("clang", "clang-19", "gcc"), {"clang": "clang-19", "gcc": "gcc"}, OTHERS),
        (("clang", "ctags"), {"clang": "clang", "ctags": "ctags"}, ("gcc", *OTHERS[:2])),
        (("clang-14", "clang-19"), {"clang": "clang-19"}, ("gcc", *OTHERS)),
        ((), {}, ("clang", "gcc", *OTHERS)),
    ],
)
def test_newest_compiler_is_found(names: tuple[str, ...], found: dict[str, str], skipped: tuple[str, ...]) -> None:
    assert (found, skipped) == find_peers(installed(*names))


def test_every_tool_is_asked_about_the_source() -> None:
    unit = Unit(Path("/x/shelf.c"), ("-DA=1",), "c")
    argvs = {name: command(name, name, unit, Path("/h")) for name in PEERS}

    assert all("/x/shelf.c" in argv for argv in argvs.values())
    assert ("clang", "-fsyntax-only", "-w", "-I/h", "-DA=1", "/x/shelf.c") == argvs["clang"]
    assert STATIC_TYPES.is_file() and REWRITE.is_file()


def test_processes_are_added_up_and_the_largest_counts() -> None:
    found = spend([Command((PYTHON, "-c", "sum(range(2_000_000))")), Command((PYTHON, "-c", "x = b'1' * 50_000_000"))])

    assert 0 < found.cpu <= found.wall * 2
    assert 50 < found.peak < 200
    assert not found.is_cut


def test_failed_program_gives_its_last_line() -> None:
    with pytest.raises(Failed, match="ended with 1: last"):
        spend([Command((PYTHON, "-c", "import sys; sys.exit('first\\nlast')"))])


def test_exit_codes_may_be_accepted() -> None:
    assert spend([Command((PYTHON, "-c", "import sys; sys.exit(4)"), accepted=(0, 4))]).cpu > 0


def test_time_limit_is_told() -> None:
    assert spend([Command((PYTHON, "-c", "import time; time.sleep(60)"), limit=0.2)]).is_cut


def test_environment_reaches_the_process() -> None:
    code = "import os, sys; sys.exit(os.environ['SHELF'] != 'oak')"

    assert spend([Command((PYTHON, "-c", code), {"SHELF": "oak"})]).cpu > 0


def test_python_may_keep_what_it_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")

    assert spend([Command((PYTHON, "-c", "import sys; sys.exit(sys.dont_write_bytecode)"))]).cpu > 0


def test_tools_take_turns() -> None:
    calls: list[str] = []

    def step(name: str) -> Callable[[], list[Command]]:
        return lambda: [Command((name,))]

    def cost_of(commands: Iterable[Command]) -> Cost:
        calls.extend(one.argv[0] for one in commands)
        return cost(1.0)

    found = paired({name: step(name) for name in ("clang", "spatch", "scan")}, 2, ("spatch",), cost_of)

    assert ["clang", "spatch", "scan", "clang", "scan"] == calls
    assert {"clang": 2, "spatch": 1, "scan": 2} == {name: len(costs) for name, costs in found.costs.items()}


def test_no_run_begins_that_would_end_too_late() -> None:
    times: Iterator[float] = itertools.count(0.0, 10.0)

    found = paired({"scan": lambda: []}, 9, cost_of=lambda _: cost(1.0), budget=35.0, clock=lambda: next(times))

    assert 3 == len(found.costs["scan"])


def test_failure_is_told_and_not_repeated() -> None:
    calls: list[int] = []

    def fail(commands: Iterable[Command]) -> Cost:
        calls.append(1)
        raise Failed("ended with 4: no")

    found = paired({"scan": lambda: []}, 3, cost_of=fail)

    assert (1, {}, {"scan": "ended with 4: no"}) == (len(calls), found.costs, found.problems)


def test_ratio_is_taken_within_runs() -> None:
    found = measured(clang=(1.0, 10.0, 1.0), scan=(3.0, 20.0, 4.0), spatch=(7.0,))

    assert (3.0, 4.0, 7.0) == (found.ratio("scan", "clang"), found.middle("scan"), found.ratio("spatch", "clang"))
    assert found.ratio("scan", "gcc") is None


@pytest.mark.parametrize(
    ("goal", "value", "cells"),
    [
        (goals.GOALS[0], 0.4, ["<= 0.45x", "0.40x", "yes"]),
        (goals.GOALS[0], 3.891, ["<= 0.45x", "3.89x", "no"]),
        (goals.GOALS[0], None, ["<= 0.45x", "-", "not measured"]),
        (goals.COCCINELLE, 31.2, [">= 30x", "31x", "yes"]),
        (goals.COCCINELLE, 12.0, [">= 30x", "12x", "no"]),
    ],
)
def test_goals_are_judged(goal: goals.Goal, value: float | None, cells: list[str]) -> None:
    assert cells == goals.row(goal, "work", value)[2:]


def test_goals_look_at_the_right_tools() -> None:
    found = Measured({"clang": (cost(2.0),), "clang-tidy": (cost(6.0),), "scan warm": (cost(1.0, 99.0),)}, {})
    values = {goal.text: goals.reached(goal, found) for goal in goals.GOALS}

    assert 0.5 == values["`scan`, other `#if` groups read as well, warm"]
    assert 6.0 == values["clang-tidy with one check against `scan`"]
    assert 99.0 == values["largest size of a `scan`"]
    assert values["`diff`, all rewrites, warm"] is None


def test_modules_of_cpython_are_read_from_its_lists(tmp_path: Path) -> None:
    folder = tmp_path / "Modules"
    folder.mkdir()
    (folder / "Setup.stdlib.in").write_text(
        "# word.c\n@MODULE_ARRAY_TRUE@array arraymodule.c\n#@MODULE_X_TRUE@_x x/a.c x/b.c\n"
    )
    (folder / "Setup.bootstrap.in").write_text("atexit atexitmodule.c\n")
    (folder / "gcmodule.c").write_text("PyMODINIT_FUNC\nPyInit_gc(void)\n")
    (folder / "main.c").write_text("int main;\n")

    assert {
        "array": ("Modules/arraymodule.c",),
        "_x": ("Modules/x/a.c", "Modules/x/b.c"),
        "atexit": ("Modules/atexitmodule.c",),
        "gc": ("Modules/gcmodule.c",),
    } == cpython.modules(tmp_path)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Something like CPython's sources: two types of which one is a heap type by now, and a list with both."""
    table = tmp_path / "Tools" / "c-analyzer" / "cpython" / "globals-to-fix.tsv"
    table.parent.mkdir(parents=True)
    rows = [
        "# static types",
        "Modules/a.c\t-\tA_Type\t-",
        "Modules/a.c\t-\tOld_Type\t-",
        "# other",
        "Modules/a.c\t-\tx\t-",
    ]
    table.write_text("filename\tfuncname\tname\treason\n" + "\n".join(rows) + "\n")
    (tmp_path / "Modules").mkdir()
    text = "static PyTypeObject A_Type = {\n};\nstatic PyTypeObject *Old_Type;\nPyTypeObject New_Type = {0};\n"
    (tmp_path / "Modules" / "a.c").write_text(text)
    return tmp_path


def test_only_types_that_are_still_there_count(tree: Path) -> None:
    assert {("Modules/a.c", "A_Type")} == cpython.live_types(tree)


def test_search_finds_definitions(tree: Path) -> None:
    found = recall.compare("grep", cpython.live_types(tree), recall.with_grep(tree), 0.5)

    assert (1, (), ("New_Type (Modules/a.c)",)) == (found.found, found.missed, found.extra)
    assert [["grep", "1 of 1", "0", "1", "0.5 s"]] == recall.rows([found], 1)


def test_generated_project_migrates(tmp_path: Path) -> None:
    root = scaling.write(tmp_path, 2)
    settings = config.load(root)
    outcomes = [pipeline.run(extension, settings).report for extension in pipeline.load([root], settings)]

    assert ["migrated", "migrated"] == [report.outcome for report in outcomes]


def test_sizes_are_measured_until_one_fails(tmp_path: Path) -> None:
    def cost_of(commands: Iterable[Command]) -> Cost:
        if list(commands)[0].argv[-1].endswith("scale5"):
            raise Failed("no")
        return cost(1.0)

    points, problem = scaling.measure(tmp_path, (2, 5, 7), ("scan",), cost_of, lambda text: None)

    assert ([2], "no") == ([point.units for point in points], problem)


def test_plot_is_the_same_each_time(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    series = {"scan": [scaling.Point(10, cost(1.0)), scaling.Point(100, cost(9.0))]}
    for name in ("first.svg", "second.svg"):
        scaling.plot(series, tmp_path / name)

    assert (tmp_path / "first.svg").read_bytes() == (tmp_path / "second.svg").read_bytes()
    assert b"<svg" in (tmp_path / "first.svg").read_bytes()


def test_small_parts_are_added_up() -> None:
    found = profiles.shares(Counter({"cparse": 60.0, "clex": 39.5, "plan": 0.5}))

    assert [("cparse", 0.6), ("clex", 0.395), ("all else", 0.005)] == found


@pytest.mark.parametrize(
    ("file", "name", "part"),
    [
        (pipeline.__file__, "run", "pipeline"),
        (str(Path(pipeline.__file__).parent / "cparse" / "unit.py"), "result", "cparse"),
        (library.__file__, library.parsed_file.__name__, "libclang: parsing C"),
        ("~", "<built-in method len>", "Python's built-in functions"),
        ("/usr/lib/python3/re.py", "match", "libraries"),
    ],
)
def test_functions_belong_to_parts(file: str, name: str, part: str) -> None:
    assert part == profiles.part_of(file, name)


def test_the_bare_parser_gets_every_source_and_nothing_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNSTATIC_CACHE_DIR", str(tmp_path / "cache"))
    given: list[str] = []

    @contextmanager
    def parsed(_: object, path: Path, *more: object) -> Iterator[None]:
        given.append(path.name)
        yield

    monkeypatch.setattr(bare, "translation_unit", parsed)
    for name in ("a", "b"):
        (tmp_path / f"{name}.c").write_text("#include <Python.h>\n")
    text = "from setuptools import Extension, setup\nsetup(ext_modules=[Extension('m', ['a.c', 'b.c'])])\n"
    (tmp_path / "setup.py").write_text(text)

    bare.main([sysconfig.get_path("include"), str(tmp_path)])

    assert ["a.c", "b.c"] == given


@pytest.fixture
def results(tmp_path: Path) -> page.Results:
    """Results of one work with one source."""
    path = tmp_path / "shelf.c"
    path.write_text("int a;\nint b;\n")
    project = works.Project("shelf", path, (), (Unit(path, (), "c"),))
    found = Measured({"clang": (cost(0.5),), "scan warm": (cost(0.1, 80.0),), "spatch": (cost(90.0, is_cut=True),)}, {})
    return page.Results(
        works=[works.Work("shelves", (project,), tmp_path)],
        measured={"shelves": found},
        series={"scan": [scaling.Point(10, cost(1.0))]},
        recalls=[recall.Recall("ctags", 3, ("A_Type (a.c)",), (), 0.1)],
        live=4,
        profiles={"`scan` of shelf": [("cparse", 0.9), ("all else", 0.1)]},
        skipped=["gcc isn't installed"],
    )


def test_page_holds_everything(results: page.Results) -> None:
    text = page.page(results, {})

    assert "1 sources, 2 lines." in text
    assert "| `unstatic scan`, warm | 1 | 0.10 s | 0.20x | 0.20 s | 80 MB |" in text
    assert "| spatch, one pattern | 1 | > 90.00 s | > 180.00x | > 180.00 s | 1 MB |" in text
    assert "| ctags | 3 of 4 | 1 | 0 | 0.1 s |" in text
    assert "- ctags missed `A_Type (a.c)`" in text
    assert "| cparse | 90% |" in text
    assert "- gcc isn't installed" in text


def test_tables_are_printed(results: page.Results) -> None:
    printed = io.StringIO()

    page.show(results, Console(width=200, file=printed))

    assert "left out: gcc isn't installed" in printed.getvalue()


@pytest.mark.parametrize("arguments", [["--runs", "0"], ["--headers", "/nowhere"], ["--packages", "nothing"]])
def test_wrong_options_are_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(arguments)
