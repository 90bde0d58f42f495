"""Keep a host."""


def exercise(module):
    module.hosts()["here"] = 1
    return [module.hosts()]


def check(module):
    exercise(module)
