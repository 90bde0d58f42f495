"""Instances of a final base, of the type below it, and of a subclass of that."""


def exercise(module):
    class Child(module.Derived):
        pass

    return [module.Base(), module.Derived(), Child()]


def check(module):
    class Child(module.Derived):
        pass

    for kind in (module.Base, module.Derived, Child):
        instance = kind()
        try:
            instance.open()
        except module.ShutError as error:
            assert str(error) == "shut"
        else:
            raise AssertionError("it was open")
    try:

        class Other(module.Base):
            pass

    except TypeError:
        pass
    else:
        raise AssertionError("the base isn't final any more")
