"""Make an instance of each type; what Python code can derive from stays the same."""


def exercise(module):
    class Clock(module.Timer):
        pass

    made = [kind() for kind in (module.Handle, module.Timer, module.Signal, Clock)]
    for one in made:
        one.keep(one)
    return made


def check(module):
    for one in exercise(module):
        assert module.is_handle(one)
        assert isinstance(one, module.Handle)
    assert not module.is_handle(1)
    assert module.Signal.__mro__[1:3] == (module.Timer, module.Handle)
    for kind in (module.Handle, module.Signal):
        try:
            type("Derived", (kind,), {})
        except TypeError as error:
            assert "is not an acceptable base type" in str(error), error
        else:
            raise AssertionError(kind)
