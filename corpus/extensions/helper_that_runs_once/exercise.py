"""Make counters by the module's function and by its type."""


def exercise(module):
    made = module.make()
    assert type(made) is module.Counter
    return [made, module.Counter()]


def check(module):
    class Twice(module.Counter):
        pass

    assert isinstance(Twice(), module.Counter)
    exercise(module)
