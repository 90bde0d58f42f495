"""Static methods, one of which makes instances."""


def exercise(module):
    parsed = module.Version.parse("3.12")
    assert repr(parsed) == repr(module.Version(3, 12)) == "3.12"
    assert repr(parsed.parse("4")) == "4.0"
    assert module.Version.scheme() == "major.minor"
    initial = module.Version.initial()
    assert repr(initial) == "0.1"
    assert module.zero() == "0.0"
    return [parsed, initial]


def check(module):
    assert error_of(module.Version.parse, "x") == "ValueError: no version: 'x'"
    assert error_of(module.Version.parse, 1) == "TypeError: parse() argument 1 must be str, not int"
    assert error_of(module.Version).startswith("TypeError")
    assert isinstance(vars(module.Version)["scheme"], staticmethod)


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
