"""Names in two modules that one extension makes."""


def exercise(module):
    assert module.sub.twice(4) == 8
    return []


def check(module):
    count = module.add("a")
    assert module.sub.add("b") == count + 1
    own = module.add_own("c")
    assert module.add_own("d") == own + 1
    assert module.sub.__doc__ == "More names."
