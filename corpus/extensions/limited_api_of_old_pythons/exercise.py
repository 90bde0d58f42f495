"""Labels that each module keeps for itself, behind one binary for all Pythons."""

import contextlib


def exercise(module):
    module.put("a", [module])
    with contextlib.suppress(module.ShelfError):
        module.label("nothing")
    return [module.label("a")]


def check(module):
    module.put("b", "books")
    assert module.label("b") == "books"
    try:
        module.label("c")
    except module.ShelfError as error:
        assert error.args == ("c",)
    else:
        raise AssertionError("nothing was put there")
