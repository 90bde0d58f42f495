"""Boxes that come and go, and one that is in itself as far as a list can tell."""

import gc
import sys


def exercise(module):
    box = module.make("lid")
    assert "lid" == box.get()
    before = sys.getrefcount(type(box))
    for number in range(100):
        module.make([number])
    gc.collect()
    assert before == sys.getrefcount(type(box))
    return [box]
