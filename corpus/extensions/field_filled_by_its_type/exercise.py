"""A view finds numbers in its box, which raises an error of the module."""


def exercise(module):
    view = module.View(module.Box())
    return [view.find(3), error_of(module, view, -1)]


def check(module):
    assert exercise(module) == [3, "Missing"]


def error_of(module, view, number):
    try:
        view.find(number)
    except module.Missing as error:
        return type(error).__name__
    return None
