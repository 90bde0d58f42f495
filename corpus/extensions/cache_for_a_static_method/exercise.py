"""Versions, parsed by a static method and by a function of the module."""


def exercise(module):
    first, second = module.Version.parse("v3"), module.parse("v12")
    assert (first.number, second.number) == (3, 12)
    return [first, second]


def check(module):
    assert error_of(module.Version.parse, "x") == error_of(module.parse, "x") == "ValueError: no version"
    assert isinstance(vars(module.Version)["parse"], staticmethod)


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
