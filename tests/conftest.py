"""What all tests need of the process that they run in."""

import signal


def pytest_configure() -> None:
    """Take Ctrl-C, which shells let their background jobs ignore: tests send it, and children inherit that."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
