"""Functions that are in no module table. Nothing here looks at `__self__`, which may change from None."""


def exercise(module):
    upper, plain = module.formatters["to-upper"], module.formatters["to-plain"]
    assert upper("abc") == "> ABC"
    module.set_prefix("* ")
    assert plain("abc") == "* abc"
    module.set_prefix("> ")
    try:
        upper(1)
    except module.FormatError as error:
        assert str(error) == "text expected"
    else:
        raise AssertionError("no error")
    return []


def check(module):
    assert sorted(module.formatters) == ["to-plain", "to-upper"]
    assert module.formatters["to-upper"].__name__ == "to-upper"
    assert module.formatters["to-upper"].__doc__ == "Prefix, then capitals."
    assert issubclass(module.FormatError, TypeError)
    assert error_of(module.set_prefix, 1).startswith("TypeError: set_prefix() argument 1 must be str")
    assert error_of(module.formatters["to-plain"], b"") == "FormatError: text expected"


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
