"""Owners that end with their streams, and streams of their own; no reference to the type of streams is left behind."""

import sys


def exercise(module):
    owner = module.Owner("brook")
    stream = owner.stream()
    assert "brook" == stream.name()
    before = sys.getrefcount(type(stream))
    for _ in range(100):
        module.Owner("river")
    assert before == sys.getrefcount(type(stream))
    return [owner, stream]
