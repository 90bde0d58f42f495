"""Instances that end with their module around, and one that is the last to know it."""

import gc
import sys


def exercise(module):
    told = []
    before, sys.unraisablehook = sys.unraisablehook, lambda args: told.append(repr(args.exc_value))
    try:
        source = module.Source()
        module.Reader(source)
        assert told == ["ReadError(1)"], told
        cycle = [module.Reader(source)]
        cycle.append(cycle)
        del cycle
        gc.collect()
        assert told == ["ReadError(1)", "ReadError(2)"], told
    finally:
        sys.unraisablehook = before
    return []
