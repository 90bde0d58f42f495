"""Text joined by a separator that was looked up, or made."""

import builtins
import sys


def exercise(module):
    assert module.join(["a", "b"]) == "a, b"
    assert module.default() is module.join.__self__.SEPARATOR
    assert module.parts() == [", "]
    return []


def check(module):
    separator = module.SEPARATOR
    before = sys.getrefcount(separator)
    for _ in range(1000):
        module.join(["a", "b"])
        module.default()
        module.parts()
    assert sys.getrefcount(separator) == before
    # The module goes on without its own attribute.
    del module.SEPARATOR
    assert module.join(["a", "b"]) == "a, b"
    module.SEPARATOR = separator
    assert not hasattr(builtins, "default_separator")
