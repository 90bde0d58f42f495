"""A module that sets its state as a whole."""


def exercise(module):
    assert module.names()[:2] == ((), {})
    module.reset()
    return []


def check(module):
    module.reset()
    assert module.names() == ((), {}, 1)
