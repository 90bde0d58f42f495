"""Patterns with sources and flags, and what they refuse."""

import contextlib


def exercise(module):
    pattern = module.Pattern()
    pattern.source = "a+b"
    with contextlib.suppress(module.PatternError):
        pattern.ignorecase = 1
    return [pattern, module.Pattern()]


def check(module):
    pattern = module.Pattern()
    assert not pattern.matches("")
    pattern.ignorecase = True
    pattern.source = "^a+$"
    assert pattern.matches("Aaa")
    try:
        pattern.source = "("
    except module.PatternError as error:
        assert str(error) == "source: ("
    else:
        raise AssertionError("no closing parenthesis")
    assert not pattern.matches("a")
