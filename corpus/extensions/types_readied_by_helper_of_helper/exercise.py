"""Types that a helper hands on to another, which makes them ready."""


def exercise(module):
    crate = module.Crate()
    assert repr(crate) == f"Crate of {module.Lid!r}"
    return [module.Box(), crate, module.Lid(), module.Tag()]


def check(module):
    assert module.Crate.__bases__ == (module.Box,)
    assert module.Crate.contents is module.Lid
    for name in ("Box", "Crate", "Lid", "Tag"):
        found = getattr(module, name)
        assert found.__dict__["__slotnames__"] == ()
        assert type(found) is type
        assert found.__module__ == module.__name__

    class Chest(module.Box):
        pass

    assert Chest().__slotnames__ == ()
