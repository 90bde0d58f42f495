"""Clocks that count."""


def exercise(module):
    clock = module.Clock()
    assert clock.tick() == 1
    copy = clock.copy()
    assert type(copy) is module.Clock and copy.tick() == 2 and clock.tick() == 2
    return [clock, copy]
