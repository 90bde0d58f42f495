"""More instances than the lists hold, instances of subclasses, and instances in cycles with their module."""

import gc
import sys


def exercise(module):
    cell = module.Cell([1])
    assert cell.item == [1]
    return [cell, module.knot(cell), module.Mark(), subclass(module)()]


def subclass(module):
    class Noted(module.Mark):
        def __del__(self):
            self.note = None

    return Noted


def check(module):
    for make in (lambda: module.Cell(1), lambda: module.knot(1), module.Mark, subclass(module)):
        kind = type(make())
        gc.collect()
        before = sys.getrefcount(kind)
        for _ in range(5):
            made = [make() for _ in range(100)]
            assert len(set(map(id, made))) == 100
            assert all(type(one) is kind for one in made)
            made.clear()
        assert abs(sys.getrefcount(kind) - before) < 3
    for _ in range(3):
        items = []
        items += [module.Cell(items), module.knot(items), module]
        noted = subclass(module)()
        noted.own = [noted, module]
        del items, noted
        gc.collect()


def instances(module):
    cells = [module.Cell(module) for _ in range(50)]
    module.waiting = [module.Cell(None) for _ in range(9)] + [module.knot(None) for _ in range(9)]
    return cells + [subclass(module)() for _ in range(9)]
