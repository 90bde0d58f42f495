"""Read lines: each is an object that a callback makes once it has the GIL."""

import sys


def exercise(module):
    if sys.version_info < (3, 12):
        # Before, PyGILState_Ensure waits for ever in other interpreters.
        return []
    start = object()
    first, *lines = module.read(start)
    assert first is start
    assert [line.text for line in lines] == ["'one'", "'#two", "'three'"]
    # Where there are two modules, the callback makes lines of the last one.
    assert all(type(line).__name__ == "Line" for line in lines)
    return lines


def check(module):
    lines = exercise(module)
    for line in lines:
        try:
            module.read(line)
        except TypeError as error:
            assert str(error) == "a line is no start"
        else:
            raise AssertionError("no error")
