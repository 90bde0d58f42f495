"""Nothing here looks at `__module__`, which may change: it was "builtins" by accident."""

import inspect
import sys


def exercise(module):
    watch = module.Watch()
    assert watch.tick(1) == 0.0
    watch.start()
    assert watch.tick(1.5) == 1.5
    try:
        watch.start()
    except RuntimeError as error:
        assert str(error) == "already running"
    else:
        raise AssertionError("started twice")
    return [watch]


def check(module):
    kind = module.Watch
    assert kind.__name__ == kind.__qualname__ == "Watch"
    assert isinstance(kind.__module__, str)
    assert kind.__doc__ == "A stop watch."
    # Python 3.9 drops the signature from the doc of a heap type.
    if sys.version_info >= (3, 10):  # noqa: UP036 - runs on 3.9 as well
        assert str(inspect.signature(kind)) == "()"
    assert error_of(kind().tick, "1") == "TypeError: bad time: 'str' object"
    assert error_of(kind, 1) == "TypeError: Watch() takes exactly 0 arguments (1 given)"

    class Lap(kind):
        pass

    lap = Lap()
    lap.note = "first"
    lap.start()
    assert lap.tick(2) == 2.0


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
