"""A plot with labels that each module keeps for itself, and points of a type that it shared."""


def exercise(module):
    point = module.point(3, 4)
    assert repr(point) == "point(3, 4)"
    assert repr(module.point(0, 0)) == "origin"
    module.set_label("x", "time")
    assert module.label("x") == "time"
    assert module.label("y") == "origin"
    assert isinstance(point, module.Point)
    return [point]


def check(module):
    assert error_of(module.point, -1, 0) == "PlotError: not in the plot"
    assert error_of(module.label, []).startswith("TypeError")
    assert error_of(module.Point).startswith("TypeError")


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
