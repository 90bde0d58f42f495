"""Classes with a method in C that their metaclass adds."""


def classes(module):
    class Unit(module.Base):
        pass

    class Derived(Unit):
        pass

    class None_(module.Base):
        pass

    return Unit, Derived, None_


def exercise(module):
    Unit, Derived, None_ = classes(module)
    assert type(Unit.make(3)) is Unit
    assert type(Derived().make([4])) is Derived
    return [module.Base(), Unit.make("five")]


def check(module):
    Unit, Derived, None_ = classes(module)
    assert type(Unit) is module.Meta
    assert type(module.Base) is module.Meta
    assert module.Base.__base__ is object
    assert module.Meta.__base__ is type
    Unit.make((1, 2))
    try:
        None_.make(7)
    except TypeError as error:
        assert str(error) == "None_ is not made for 7, but for (1, 2)"
    else:
        raise AssertionError

    class Meta(module.Meta):
        pass

    class Unusual(module.Base, metaclass=Meta):
        pass

    assert type(Unusual.make(0)) is Unusual
