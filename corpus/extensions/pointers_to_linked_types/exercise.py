"""Boxes that call back, and lids that wrap a value in an object of a type that nobody sees."""


def exercise(module):
    box = module.Box()
    made = [box, box.like(box), box.like(1), module.is_box(box), module.is_box(None)]
    if hasattr(module, "Lid"):
        lid = module.Lid()
        made += [lid, lid.own([1])]
    return made


def check(module):
    import gc
    import weakref

    assert [item for item in exercise(module) if isinstance(item, bool)] == [True, False, True, False]
    assert raised(module.Box().walk) == "no callback"

    class Crate(module.Box):
        pass

    crate = Crate()
    crate.itself = crate
    assert crate.like(crate) and module.is_box(crate)
    left = weakref.ref(crate)
    del crate
    gc.collect()
    assert left() is None
    if hasattr(module, "Lid"):
        lid = module.Lid()
        left = weakref.ref(lid)
        owner = lid.own(lid)
        assert type(owner).__name__ == "_Owner"
        del lid
        assert left() is not None
        del owner
        gc.collect()
        assert left() is None


def raised(function):
    try:
        function()
    except Exception as error:
        return str(error)
    return None
