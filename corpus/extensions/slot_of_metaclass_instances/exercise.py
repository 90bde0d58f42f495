"""Classes that count how often they were called, and take no arguments."""


def exercise(module):
    made = module.StructMeta("Made", (), {})
    return [made, made()]


def check(module):
    class Counted(metaclass=module.StructMeta):
        pass

    class Derived(Counted):
        pass

    assert Counted.calls == Derived.calls == 0
    Counted()
    Derived()
    Derived()
    assert (Counted.calls, Derived.calls) == (1, 2)
    for arguments, named in (((1,), {}), ((), {"x": 1})):
        try:
            Counted(*arguments, **named)
        except module.StructError as error:
            assert str(error) == "no arguments are taken"
        else:
            raise AssertionError("no error")
