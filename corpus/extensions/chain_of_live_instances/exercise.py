"""Devices come and go in any order; the chain knows those that are there."""

import gc


def exercise(module):
    before = module.count()
    made = [module.open(number) for number in (101, 102, 103)]
    assert module.open(102) is made[1]
    assert module.count() == before + 3 or before
    assert made[0].ask() == 101 and module.last() == 101
    del made[0]
    gc.collect()
    assert module.last() in (-1, 101)
    third = made.pop()
    assert third.ask() == 103 and module.last() == 103
    return [*made, third]


def instances(module):
    # Apart from those of the exercise, each call has numbers of its own.
    return [module.open(number) for number in range(1000, 1010)]
