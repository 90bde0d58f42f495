"""Two struct sequences of whose docstrings one is NULL."""


def exercise(module):
    return [module.size(), module.margin()]


def check(module):
    assert module.size() == (210, 297) and module.size().width == 210
    assert module.margin().top == 10
    assert not type(module.size()).__doc__
    assert type(module.margin()).__doc__ == "What stays white."
