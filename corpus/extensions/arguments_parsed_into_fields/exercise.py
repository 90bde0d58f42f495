"""Finders, and those that were left behind half-built."""

import gc


def exercise(module):
    finder = module.Finder("a", "b", "c", "d")
    finder.find()
    return [finder, module.Finder("a", "b")]


def check(module):
    for _ in range(50):
        for given in ([[object()]], [{}, {}, 1, 2, 3]):
            try:
                module.Finder(*given)
            except TypeError:
                pass
            else:
                raise AssertionError("too few arguments, or too many")
        del given
        held = [[object()] for _ in range(20)]
        gc.collect()
        del held
    gc.collect()
    box = []
    box.append(module.Finder("a", box))
    assert module.Finder("a", ["b"]).find()[:3] == ("a", ["b"], [])
