"""More instances than the lists hold, over and over, and the types' counts of references."""

import sys


def exercise(module):
    pair = module.pair(1, 2)
    swapped = pair.swapped()
    assert repr(swapped) == "Pair(2, 1)"
    mark = module.Mark(5)
    assert mark.place == 5
    return [pair, swapped, mark]


def check(module):
    for make in (lambda: module.pair(1, 2), lambda: module.Mark(3)):
        kind = type(make())
        before = sys.getrefcount(kind)
        for _ in range(5):
            made = [make() for _ in range(200)]
            assert len(set(map(id, made))) == 200
            assert all(type(one) is kind for one in made)
            made.clear()
        assert abs(sys.getrefcount(kind) - before) < 3


def instances(module):
    return [module.pair(1, 2) for _ in range(10)] + [module.Mark(3) for _ in range(10)]
