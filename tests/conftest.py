"""What all tests need of the process that they run in."""

import os
import signal
import tempfile
from pathlib import Path

import pytest


def pytest_configure() -> None:
    """Keep the user's cache and settings out of it.

    And take Ctrl-C, which shells let their background jobs ignore: tests send it, and children inherit that.
    """
    os.environ["UNSTATIC_CONFIG"] = os.path.join(tempfile.gettempdir(), "unstatic-without-config.toml")
    os.environ["UNSTATIC_CACHE_DIR"] = tempfile.mkdtemp(prefix="unstatic-cache-")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def headers(request: pytest.FixtureRequest) -> Path:
    """Return the folder in which Python's headers are kept once they were parsed, as the command line keeps them.

    All processes of a run share it, and later runs: most of the time of a small extension goes into Python.h.
    """
    cache = request.config.cache
    assert cache is not None
    return cache.mkdir("unstatic-headers")
