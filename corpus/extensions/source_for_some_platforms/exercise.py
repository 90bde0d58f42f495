"""Look at lids."""


def exercise(module):
    assert module.Lid.SIZE == 3
    return [module.Lid()]


def check(module):
    exercise(module)
