"""Counters, strings and an array that live inside functions."""

import datetime

DAY = datetime.date(2024, 2, 29)


def exercise(module):
    first = module.number_line("a")
    number, _, text = first.partition(" | ")
    assert text == "a"
    assert module.number_line("b") == f"{int(number) + 1} | b"
    assert module.render(DAY) == "2024-02-29"
    assert module.render(12) == "12"
    assert module.level_name(2) == "warning"
    assert module.level_name(2) is module.level_name(2)
    assert module.join(["a", "b"], end="!") == "a | b!"
    return []


def check(module):
    assert [module.level_name(level) for level in range(4)] == ["debug", "info", "warning", "error"]
    assert error_of(module.level_name, 4) == "ValueError: no level 4"
    assert error_of(module.join, [1]).startswith("TypeError: sequence item 0")
    assert error_of(lambda: module.join(rows=[])).startswith("TypeError")
    assert module.join(lines="ab") == "a | b"


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
