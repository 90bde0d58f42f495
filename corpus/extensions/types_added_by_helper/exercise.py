"""Boxes, whose types a helper readies and adds: it gives each of them tp_new, and one of them its base."""


def exercise(module):
    box, crate, tag = module.Box(), module.Crate(), module.Tag()
    assert box.size() == crate.size() == 0
    assert isinstance(crate, module.Box)
    return [box, crate, tag]


def check(module):
    assert module.Crate.__mro__ == (module.Crate, module.Box, object)
    assert module.SIZE == module.TAGS == 3
    try:
        module.Lid()
    except TypeError as error:
        assert "cannot create" in str(error)
    else:
        raise AssertionError("no error")
