"""Each way through the functions: with the state and without."""


def exercise(module):
    span = module.Span(10, 20)
    assert span[3] == 13
    assert repr(span[2:4]) == "Span(12, 14)"
    assert repr(span.shift(-2)) == "Span(8, 18)"
    return [span, span[module.Span(15, 30)], span.half(), span.double()]


def check(module):
    span = module.Span(10, 20)
    assert repr(span[module.Span(15, 30)]) == "Span(15, 20)"
    assert repr(span.half()) == "Span(10, 15)"
    assert repr(span.double()) == "Span(10, 30)"
    assert module.Span(0, 204).half() == 102
    assert repr(module.Span(0, 206).half()) == "Span(0, 103)"
    assert error_of(span.shift, "a").startswith("TypeError")
    assert error_of(span.__getitem__, "a") == "TypeError: not an index"
    assert error_of(span.__getitem__, module.Span(30, 40)) == "EmptyError: 30 to 20"
    assert error_of(module.Span, 2, 1) == "EmptyError: 2 to 1"


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
