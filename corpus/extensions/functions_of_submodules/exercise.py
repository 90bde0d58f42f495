"""Lines, made and checked by functions of three modules that one extension makes."""


def exercise(module):
    lines = [module.line("abc"), module.blank.line(4)]
    assert [line.length for line in lines] == [3, 4]
    assert all(module.checks.is_line(line) for line in lines)
    assert not module.checks.is_line("abc")
    return lines


def check(module):
    assert module.blank.__doc__ == "Blank lines."
    functions = [lambda: module.line("x" * 81), lambda: module.blank.line(81), module.checks.fail]
    for function in functions:
        try:
            function()
        except module.TooLongError:
            pass
        else:
            raise AssertionError("no error")
