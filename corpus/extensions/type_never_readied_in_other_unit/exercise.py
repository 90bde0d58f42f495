"""Steps down from a number, by a type that nothing makes ready."""


def exercise(module):
    return [module.zero(), [step for step in module.steps_from(3)], [step for step in module.steps_from(0)]]


def check(module):
    assert exercise(module) == [0, [3, 2, 1], []]
