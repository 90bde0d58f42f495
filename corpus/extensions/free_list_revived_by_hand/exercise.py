"""Sums of duals, of which dropped ones are used again, and the type's count of references."""

import sys


def exercise(module):
    total = module.dual(0, 0)
    for number in range(100):
        total = total + module.dual(number, 1)
    assert repr(total) == "Dual(4950, 100)"
    return [total, *(module.dual(number, number) for number in range(60))]


def check(module):
    kind = type(module.dual(1, 2))
    assert kind is module.Dual
    before = sys.getrefcount(kind)
    for _ in range(5):
        made = [module.dual(1, number) for number in range(100)]
        assert len(set(map(id, made))) == 100
        assert all(type(one) is kind for one in made)
        made.clear()
    assert abs(sys.getrefcount(kind) - before) < 3
