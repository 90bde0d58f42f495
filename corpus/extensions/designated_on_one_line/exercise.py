"""Ranges, and markers that can do nothing."""


def exercise(module):
    span = module.Range(1, high=2.5)
    assert (span.low, span.high) == (1.0, 2.5)
    assert 2 in span
    assert 3 not in span
    assert span == module.Range(1, 2.5)
    assert span != module.Range(1, 2)
    return [span, module.Marker()]


def check(module):
    span = module.Range(0, 1)
    assert span != 1
    assert error_of(hash, span) == "TypeError: unhashable type: 'designated_on_one_line.Range'"
    assert error_of(lambda: "x" in span) == "TypeError: must be real number, not str"
    assert error_of(lambda: span < span).startswith("TypeError: '<' not supported")
    assert error_of(setattr, span, "low", 1) == "AttributeError: readonly attribute"
    assert hash(module.Marker()) is not None


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
