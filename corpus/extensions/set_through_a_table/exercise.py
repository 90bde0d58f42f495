"""Ask for keys of both tables."""


def exercise(module):
    assert module.knows("key") and module.knows("generation") and not module.knows("other")
    return [module.hosts()]


def check(module):
    exercise(module)
