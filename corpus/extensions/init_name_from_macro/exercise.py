"""Patterns; the names of module and type come out of macros."""


def exercise(module):
    glob = module.Glob("*.c")
    assert glob("module.c")
    assert not glob("module.h")
    anything = module.Glob()
    assert anything("")
    return [glob, anything]


def check(module):
    assert module.Glob.__module__ == module.__name__ == "init_name_from_macro"
    assert module.Glob.__qualname__ == "Glob"
    assert module.Glob("a?c")("abc")
    assert not module.Glob("a?c")("ac")
    for bad in (1, None, b"x"):
        try:
            module.Glob(bad)
        except TypeError:
            continue
        raise AssertionError(bad)
