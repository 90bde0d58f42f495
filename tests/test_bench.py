"""The benchmark measures what it says; how long anything takes is not tested."""

from __future__ import annotations

import importlib.util
import itertools
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from rich.console import Console

SCRIPT = Path(__file__).parent.parent / "bench" / "run.py"

if not SCRIPT.is_file():
    pytest.skip("there is no bench next to the tests", allow_module_level=True)


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_run", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up.
    sys.modules["bench_run"] = module
    spec.loader.exec_module(module)
    return module


bench = _load()
OTHERS = ("clang-tidy", "spatch", "ctags")


def installed(*names: str) -> Callable[[str], str | None]:
    """Return a look-up that finds only *names*."""
    return lambda name: f"/usr/bin/{name}" if name in names else None


def ticks(*durations: float) -> Callable[[], float]:
    """Return a clock that makes each step take the next of *durations*."""
    times: Iterator[float] = itertools.accumulate(itertools.chain([0.0], *([d, 0.0] for d in durations)))
    return lambda: next(times)


@pytest.mark.parametrize(
    ("names", "found", "skipped"),
    [
        (("clang", "clang-19", "gcc"), {"clang": "clang-19", "gcc": "gcc"}, OTHERS),
        (("clang", "ctags"), {"clang": "clang", "ctags": "ctags"}, ("gcc", *OTHERS[:2])),
        (("clang-14", "clang-19"), {"clang": "clang-19"}, ("gcc", *OTHERS)),
        (("clang-14",), {"clang": "clang-14"}, ("gcc", *OTHERS)),
        ((), {}, ("clang", "gcc", *OTHERS)),
    ],
)
def test_newest_compiler_is_found(names: tuple[str, ...], found: dict[str, str], skipped: tuple[str, ...]) -> None:
    assert (found, skipped) == bench.find_peers(installed(*names))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A source of two lines."""
    path = tmp_path / "shelf.c"
    path.write_text("int a;\nint b;\n", encoding="utf-8")
    return path


def test_first_run_is_not_counted(file: Path) -> None:
    calls: list[str] = []
    work = {"clang": lambda: calls.append("clang"), "scan": lambda: calls.append("scan")}

    result = bench.measure(file, work, 2, ticks(90.0, 90.0, 1.0, 4.0, 2.0, 6.0))

    assert ["clang", "scan"] * 3 == calls
    assert {"clang": (1.0, 2.0), "scan": (4.0, 6.0)} == {
        tool: tuple(map(round, seconds)) for tool, seconds in result.seconds.items()
    }
    assert ("shelf.c", 2, {}) == (result.name, result.lines, result.problems)


def test_ratio_is_taken_within_runs() -> None:
    result = bench.Measured("x", 1, {"clang": (1.0, 10.0, 1.0), "scan": (3.0, 20.0, 4.0)})

    assert (3.0, 4.0) == (result.ratio("scan"), result.median("scan"))


def test_no_reference_no_ratio() -> None:
    result = bench.Measured("x", 1, {"scan": (3.0,)})

    assert ["x", "1", "3000 ms", "-"] == bench.row(result, ["scan", "gcc"])


def test_cells_hold_time_and_ratio() -> None:
    result = bench.Measured("x", 1, {"clang": (0.1,), "scan": (0.25,)})

    assert ["x", "1", "100 ms", "250 ms  2.50x"] == bench.row(result, ["clang", "scan"])


def test_failure_is_named_and_not_repeated(file: Path) -> None:
    calls: list[str] = []

    def fail() -> None:
        calls.append("scan")
        raise bench.Failed("ended with 4: no")

    work = {"clang": lambda: calls.append("clang"), "scan": fail, "scan in process": fail}
    result = bench.measure(file, work, 2)

    assert ["clang", "scan", "clang", "clang"] == calls
    assert ["shelf.c: scan ended with 4: no"] == bench.failures([result])
    assert ["failed", "failed"] == bench.row(result, ["scan", "scan in process"])[2:]


def test_last_row_is_the_median_of_all() -> None:
    results = [bench.Measured(str(n), 1, {"clang": (1.0,), "scan": (float(n),)}) for n in (2, 3, 7)]

    assert ["median of all", "", "1000 ms", "3000 ms  3.00x"] == bench.middle(results, ["clang", "scan"])


def test_failed_program_gives_its_last_line() -> None:
    command = [sys.executable, "-c", "import sys; sys.exit('first\\nlast')"]

    with pytest.raises(bench.Failed, match="ended with 1: last"):
        bench._processes([command])


def test_unstatic_is_called_as_a_program(file: Path) -> None:
    work = bench.works(file, {}, file.parent)

    commands = {name: work[name].args[0] for name in (*bench.WHOLE, *bench.AGAIN)}
    start = [sys.executable, "-m", "unstatic"]
    end = ["--python-include", str(file.parent), str(file)]
    whole = {name: [[*start, name, "--no-cache", *end]] for name in ("scan", "diff")}
    assert whole | {f"{name} again": [[*start, name, *end]] for name in ("scan", "diff")} == commands
    assert [*bench.WHOLE, *bench.AGAIN, *bench.INSIDE] == list(work)


def test_compilers_get_what_the_build_file_says(file: Path) -> None:
    other = file.with_name("other.c")
    other.touch()
    text = """
from setuptools import Extension, setup

setup(ext_modules=[Extension("shelf", ["shelf.c", "other.c"], define_macros=[("A", "1")])])
"""
    file.with_name("setup.py").write_text(text, encoding="utf-8")

    work = bench.works(file, {"clang": "clang-19"}, file.parent)

    start = ["clang-19", "-fsyntax-only", "-w", f"-I{file.parent}"]
    assert [[*start, "-DA=1", str(path)] for path in (file, other)] == work["clang"].args[0]


def test_time_of_processors_counts_children() -> None:
    start = bench.processor_time()
    bench._processes([[sys.executable, "-c", "sum(range(3_000_000))"]])

    assert bench.processor_time() > start


def test_other_tools_look_for_one_thing(file: Path) -> None:
    work = bench.works(file, {name: name for name in OTHERS}, file.parent)

    assert all(str(file) in work[name].args[0][0] for name in OTHERS)
    assert (SCRIPT.parent / "static_types.cocci").is_file()


def test_skipped_tools_are_named() -> None:
    console = Console(width=160, record=True, quiet=True)

    bench.show([], {}, ("gcc",), 3, console)

    assert "skipped: gcc isn't installed" in bench.notes({}, ("gcc",), 3)


def test_page_holds_every_file() -> None:
    results = [
        bench.Measured("first", 1, {"scan": (1.0,)}),
        bench.Measured("second", 1, {}, {"scan": "ended with 4: no luck"}),
    ]

    text = bench.page(results, {}, ("clang", "gcc"), 3)

    assert "| first | 1 | 1000 ms | - |" in text
    assert "- second: scan ended with 4: no luck\n" in text


@pytest.mark.parametrize(("arguments", "text"), [(["missing.c"], "no such file: missing.c")])
def test_missing_files_are_named(arguments: list[str], text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == bench.main(arguments)
    assert text in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--runs", "0"], ["--headers", "/nowhere"]])
def test_wrong_options_are_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        bench.main(arguments)
