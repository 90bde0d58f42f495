"""A limit that the module keeps in its state, and finds through its definition."""


def exercise(module):
    module.set(10)
    counter = module.Counter()
    assert counter.add(4) == 4
    assert error_of(counter.add, 7) == "LimitError: 11 is too much"
    assert counter.module() == module.__name__
    assert module.get() == 10
    return [counter]


def check(module):
    module.set(5)
    assert error_of(module.Counter().add, 6) == "LimitError: 6 is too much"
    assert error_of(module.set, "x").startswith("TypeError")
    assert module.get() == 5


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
