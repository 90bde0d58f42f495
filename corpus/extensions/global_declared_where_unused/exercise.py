"""A label, and the length of others."""


def exercise(module):
    assert module.get() == "label"
    assert module.get() is module.get()
    assert module.count("four") == 4
    assert module.count(4) == 0
    return []


def check(module):
    assert module.count(module.get()) == 5
