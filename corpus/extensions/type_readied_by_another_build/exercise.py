"""A module without pens, as this build makes it."""


def exercise(module):
    return [hasattr(module, "Pen"), module.__name__.rpartition(".")[2]]


def check(module):
    assert not hasattr(module, "Pen")
