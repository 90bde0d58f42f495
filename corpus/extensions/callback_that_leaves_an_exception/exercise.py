"""Numbers, of which a function is told until it says that it has found what it looks for."""


def exercise(module):
    assert module.walk() is False
    assert module.walk(lambda number: None) is False
    assert module.walk(lambda number: number > 1 or None) is True
    return []


def check(module):
    seen = []

    def divide(number):
        seen.append(number)
        1 / (number - 1.5)

    try:
        module.walk(divide)
    except ZeroDivisionError:
        assert seen == [0.5, 1.5], seen
    else:
        raise AssertionError("no exception came through")
    try:
        module.walk("text")
    except TypeError:
        pass
    else:
        raise AssertionError("a text was taken for a function")
    assert module.walk() is False
