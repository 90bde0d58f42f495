"""A type whose base class is looked up in another module when this one starts."""

import collections


def exercise(module):
    recent = module.Recent(a=1)
    assert recent.put("b", 2) is None
    assert recent.put("c", 3) == ("a", 1)
    assert list(recent.items()) == [("b", 2), ("c", 3)]
    recent.limit = 1
    assert recent.put("d", 4) == ("b", 2)
    assert isinstance(recent, collections.OrderedDict)
    return [recent]


def check(module):
    assert module.Recent.__bases__ == (collections.OrderedDict,)
    assert module.Recent.__mro__ == (module.Recent, collections.OrderedDict, dict, object)
    assert module.Recent.__doc__ == "An ordered dictionary that keeps the newest entries."
    assert error_of(module.Recent().put, 1) == "TypeError: put() takes exactly 2 arguments (1 given)"
    assert error_of(module.Recent().put, [], 1).startswith("TypeError:")
    recent = module.Recent.fromkeys("ab")
    assert type(recent) is module.Recent
    recent.move_to_end("a")
    assert "".join(recent) == "ba"
    recent.limit = "many"
    assert error_of(recent.put, "c", 1).startswith("TypeError")

    class Single(module.Recent):
        limit = 1

    assert Single(a=1).put("b", 2) == ("a", 1)


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
