"""What all tests need of the process that they run in."""

import inspect
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from harness.passed import Passed
from hypothesis import HealthCheck, settings

from unstatic.settings.config import Settings
from unstatic.system.building.interpreters import MINORS

# How long an example takes tells nothing on a machine that does other things as well.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let one run use every Python for everything, which takes an hour, and do again what passed before."""
    parser.addoption("--every-python", action="store_true", help="run what is built on every Python, not on one or two")
    parser.addoption("--changed", action="store_true", help="of what is marked as built, only what the branch changes")
    parser.addoption("--anew", action="store_true", help="build and probe what passed before, of equal sources, too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep two Pythons for each thing that is built, the newest and one of the others by its name; or what changes.

    Of tests that are marked with `built(older=3)`, every third one keeps an older Python.
    """
    every_python = config.getoption("--every-python")
    folders = _changed(config.rootpath) if config.getoption("--changed") else None
    kept = [item for item in items if (every_python or _is_kept(item)) and (folders is None or _is_of(item, folders))]
    config.hook.pytest_deselected(items=[*{*items} - {*kept}])
    items[:] = kept


def _changed(root: Path) -> set[str] | None:
    """Return the folders of corpus/ in which the branch, or what isn't committed, differs from where it began.

    Return None if nobody can tell.
    """
    for branch in ("origin/HEAD", "main", "master", "HEAD"):
        base = _git(root, "merge-base", "HEAD", branch)
        if base:
            break
    names = [_git(root, "diff", "--name-only", *base, "--", "corpus") if base else None]
    names.append(_git(root, "ls-files", "--others", "--exclude-standard", "--", "corpus"))
    found = [Path(name) for listed in names for name in listed or ()]
    return None if None in names else {path.parts[2] for path in found if len(path.parts) > 3}


def _git(root: Path, *arguments: str) -> list[str] | None:
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)
    return None if done.returncode else done.stdout.splitlines()


def _is_of(item: pytest.Item, folders: set[str]) -> bool:
    """Return whether a test builds something of these folders, or builds nothing."""
    params = getattr(item, "callspec", None)
    named = params is not None and any(folder in params.id for folder in folders)
    return named or item.get_closest_marker("built") is None


def _is_kept(item: pytest.Item) -> bool:
    params = getattr(item, "callspec", None)
    found = [value for value in params.params.values() if value in MINORS] if params is not None else []
    if len(found) != 1:
        return True
    *others, newest = MINORS
    mark = item.get_closest_marker("built")
    share = mark.kwargs.get("older", 1) if mark is not None else 1
    turn, which = divmod(zlib.crc32(item.nodeid.replace(found[0], "").encode()), len(others))
    return found[0] == newest or (found[0] == others[which] and turn % share == 0)


def pytest_configure() -> None:
    """Keep the user's cache and settings out of it.

    And take Ctrl-C, which shells let their background jobs ignore: tests send it, and children inherit that.
    """
    if "PYTEST_XDIST_WORKER" not in os.environ:
        # Hundreds of tests start the command line: to compile it each time is two fifths of what that costs.
        os.environ["PYTHONPYCACHEPREFIX"] = tempfile.mkdtemp(prefix="unstatic-bytecode-")
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.pycache_prefix, sys.dont_write_bytecode = os.environ["PYTHONPYCACHEPREFIX"], False
    os.environ["UNSTATIC_CONFIG"] = os.path.join(tempfile.gettempdir(), "unstatic-without-config.toml")
    os.environ["UNSTATIC_CACHE_DIR"] = tempfile.mkdtemp(prefix="unstatic-cache-")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_unconfigure() -> None:
    """Take the caches away again."""
    shutil.rmtree(os.environ["UNSTATIC_CACHE_DIR"], ignore_errors=True)
    if "PYTEST_XDIST_WORKER" not in os.environ:
        shutil.rmtree(os.environ["PYTHONPYCACHEPREFIX"], ignore_errors=True)


@pytest.fixture(scope="session")
def headers(request: pytest.FixtureRequest) -> Path:
    """Return the folder in which Python's headers are kept once they were parsed, as the command line keeps them.

    All processes of a run share it, and later runs: most of the time of a small extension goes into Python.h.
    """
    return _kept(request, "headers")


def _kept(request: pytest.FixtureRequest, name: str) -> Path:
    """Return a folder that all processes of a run share, and later runs."""
    cache = request.config.cache
    assert cache is not None
    return cache.mkdir(f"unstatic-{name}")


@pytest.fixture(scope="session")
def builds(request: pytest.FixtureRequest) -> Path:
    """Return the folder for what is compiled: equal sources are compiled once, also by several processes and runs."""
    return _kept(request, "builds")


@pytest.fixture(scope="session")
def passed(request: pytest.FixtureRequest) -> Passed:
    """Return what was built, probed and found right in earlier runs, by all that it was made of."""
    passed = Passed(_kept(request, "passed"), request.config.getoption("--anew"))
    passed.forget_old()
    return passed


@pytest.fixture(scope="session", autouse=True)
def headers_are_kept(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let all settings keep headers once they were parsed, as those of the command line do, unless they say more."""
    headers = _kept(request, "headers")
    parameters = inspect.signature(Settings).parameters.values()
    with pytest.MonkeyPatch.context() as patch:
        values = tuple(headers if item.name == "precompiled" else item.default for item in parameters)
        patch.setattr(Settings.__init__, "__defaults__", values)
        yield
