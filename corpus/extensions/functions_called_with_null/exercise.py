"""A cache, and readers of it."""


def exercise(module):
    module.put("a", 1)
    module.put("b", 2)
    assert module.get_all("a", "b") == [1, 2]
    reader = module.Reader()
    assert (reader.read("a"), reader.read_twice("b")) == (1, 2)

    class Sub(module.Reader):
        pass

    assert Sub().read_twice("b") == 2
    for call in (lambda: module.get_all("a", "c"), lambda: reader.read_twice("c")):
        try:
            call()
        except module.Missing as error:
            assert error.args == ("c",)
        else:
            raise AssertionError("no error")
    module.forget()
    return [reader, module.Reader()]
