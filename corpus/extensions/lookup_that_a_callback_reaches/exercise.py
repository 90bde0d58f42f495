"""Sum values up of which the library asks for each."""


def exercise(module):
    values = [1, 2, "text", module.Special("once"), None]
    return [module.sum_of(values[:count]) for count in range(5)]


def check(module):
    assert module.sum_of([5, "text"]) == 6
    assert module.sum_of([]) == 0
