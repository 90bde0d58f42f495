"""What was found in mappings, and what wasn't."""


def exercise(module):
    module.hits.clear()
    module.misses.clear()
    assert module.find({"a": 1}, "a") == 1
    for _ in range(2):
        try:
            module.find({"a": 1}, "b")
        except module.Missing as error:
            assert error.args == ("b",)
        else:
            raise AssertionError("no error")
    assert (module.hits, module.misses) == ({"a": 1}, {"b": 2})
    return [module.find({"c": 3}, "c")]


def check(module):
    assert sorted(name for name in vars(module) if name[0] != "_") == ["Missing", "find", "hits", "misses"]
