"""An argument converter that raises the module's exception, and a C callback that calls back into Python."""


def exercise(module):
    assert module.total(1.5, 2) == 3.5
    assert module.sorted_by([3, -1, 2], abs) == [-1, 2, 3]
    assert module.unit() == "kg"
    try:
        module.total(-1)
    except module.WeightError as error:
        assert str(error) == "negative weight"
    else:
        raise AssertionError("no error")
    return []


def check(module):
    assert error_of(module.total, "x") == "WeightError: not a weight: 'x'"
    assert error_of(module.total).startswith("TypeError: total() takes at least 1 argument")
    assert error_of(module.sorted_by, ["a", 1], lambda item: item + 1).startswith("TypeError")
    nested = module.sorted_by([[2, 1], [3, 0]], lambda item: module.sorted_by(item, int)[0])
    assert nested == [[3, 0], [2, 1]]


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
