from pathlib import Path

import pytest

from unstatic.errors import UsageError
from unstatic.settings.config import Settings, load, processors, project_root, user_file


def configured(root: Path, *lines: str) -> Settings:
    (root / "pyproject.toml").write_text("\n".join(["[tool.unstatic]", *lines]), encoding="utf-8")
    return load(root)


def test_without_configuration_the_defaults_hold(tmp_path: Path) -> None:
    settings = load(tmp_path)

    assert ((3, 9), "auto", processors(), False) == (settings.min_python, settings.gc, settings.jobs, settings.strict)


def test_every_key_is_read(tmp_path: Path) -> None:
    settings = configured(
        tmp_path,
        'min-python = "3.11"',
        'select = ["heap-types"]',
        'ignore = ["tp-alloc"]',
        'only = ["type:Point"]',
        'gc = "always"',
        'gil-claim = "own"',
        "pep573 = false",
        'fallback = "none"',
        "load-once = true",
        "first-stage = true",
        'include-dirs = ["inc"]',
        'defines = ["A=1"]',
        'python-include = "py"',
        'compile-commands = "cc.json"',
        "jobs = 3",
        "strict = true",
    )

    root = tmp_path.resolve()
    expected = Settings(
        min_python=(3, 11),
        min_python_source=f"{tmp_path / 'pyproject.toml'} [tool.unstatic]",
        select=("heap-types",),
        ignore=("tp-alloc",),
        only=("type:Point",),
        gc="always",
        gil_claim="own",
        pep573=False,
        fallback="none",
        load_once=True,
        first_stage=True,
        include_dirs=(root / "inc",),
        defines=("A=1",),
        python_include=root / "py",
        compile_commands=root / "cc.json",
        jobs=3,
        strict=True,
    )
    assert expected == settings


def test_the_command_line_wins(tmp_path: Path) -> None:
    configured(tmp_path, 'gc = "always"', "jobs = 3")

    settings = load(tmp_path, {"gc": "auto"})

    assert ("auto", 3) == (settings.gc, settings.jobs)


@pytest.mark.parametrize(
    ("key", "near"), [("min_python", "min-python"), ("selct", "select"), ("gil-claims", "gil-claim")]
)
def test_an_unknown_key_is_named_with_its_file_and_the_nearest_one(tmp_path: Path, key: str, near: str) -> None:
    with pytest.raises(UsageError, match=f"pyproject.toml.*unknown key {key}; did you mean {near}?"):
        configured(tmp_path, f"{key} = 1")


@pytest.mark.parametrize(
    "line",
    [
        'min-python = "3.8"',
        'min-python = "3.16"',
        "min-python = 3.10",
        'min-python = "newest"',
        'gc = "sometimes"',
        'jobs = "many"',
        "jobs = 0",
        "jobs = true",
        "strict = 1",
        'select = "heap-types"',
        'only = ["Point"]',
        "python-include = 1",
        "jobs = 17",
        'include-dirs = "inc"',
    ],
)
def test_wrong_values_are_refused_with_their_key(tmp_path: Path, line: str) -> None:
    with pytest.raises(UsageError, match=line.split(" ", maxsplit=1)[0]):
        configured(tmp_path, line)


@pytest.mark.parametrize(
    "line", ['libclang = "x.so"', 'build-python = "./python"', 'capture-build = "true"', "capture = 1"]
)
def test_a_project_does_not_choose_what_runs(tmp_path: Path, line: str) -> None:
    with pytest.raises(UsageError, match=line.split(" ", maxsplit=1)[0]):
        configured(tmp_path, line)


def test_the_users_own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "own" / "config.toml"
    own.parent.mkdir()
    own.write_text('libclang = "x.so"\njobs = 99\ngc = "always"\nfallback = "none"\n', encoding="utf-8")
    monkeypatch.setenv("UNSTATIC_CONFIG", str(own))
    settings = configured(tmp_path, 'gc = "auto"')

    assert (own.parent / "x.so", 99, "auto") == (settings.libclang, settings.jobs, settings.gc)
    assert Path("/y.so") == load(tmp_path, {"libclang": "/y.so"}).libclang


def test_the_users_own_file_lies_in_the_users_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UNSTATIC_CONFIG")

    assert ("unstatic", "config.toml") == user_file().parts[-2:]


def test_the_users_own_file_does_not_ask_for_a_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "config.toml").write_text("capture = true\n", encoding="utf-8")
    monkeypatch.setenv("UNSTATIC_CONFIG", str(tmp_path / "config.toml"))

    with pytest.raises(UsageError, match="only the command line can ask for it"):
        load(tmp_path)


@pytest.mark.parametrize(
    "value", [">=3." + "1" * 5000, ">=3." + "1" * 500, ",".join([">=3.10"] * 1000), ">=3.10,<3." + "9" * 900]
)
def test_a_requirement_that_nobody_means(tmp_path: Path, value: str) -> None:
    (tmp_path / "pyproject.toml").write_text(f'[project]\nrequires-python = "{value}"\n', encoding="utf-8")

    assert load(tmp_path).min_python in ((3, 9), (3, 10))


@pytest.mark.parametrize(
    "data", [b"[tool", b"\xff", b"tool.unstatic = 1", b"a = " + b"[" * 20_000, b"a = " + b"1" * 5000]
)
def test_an_unreadable_file_is_named(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "pyproject.toml").write_bytes(data)

    with pytest.raises(UsageError, match=r"pyproject\.toml"):
        load(tmp_path)


def test_a_floored_version_leaves_a_note(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nrequires-python = ">=3.7"\n', encoding="utf-8")

    settings = load(tmp_path)

    assert ((3, 9), 1) == (settings.min_python, len(settings.notes))


def test_the_command_line_leaves_no_note(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nrequires-python = ">=3.10"\n', encoding="utf-8")

    assert () == load(tmp_path, {"min-python": "3.10"}).notes


def test_the_root_is_where_the_build_file_is(tmp_path: Path) -> None:
    source = tmp_path / "src" / "x.c"
    source.parent.mkdir()
    source.touch()
    (tmp_path / "setup.py").touch()

    assert [tmp_path.resolve()] * 2 == [project_root(source), project_root(source.parent)]
