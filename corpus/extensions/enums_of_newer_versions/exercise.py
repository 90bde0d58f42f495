"""Enums, which are numbers; with newer versions of a library there are more of them."""


def exercise(module):
    dark = module.get_shade()
    assert dark == module.Shade.DARK == 1
    assert str(dark) == "1"
    made = [dark, module.Level(0)]
    if hasattr(module, "get_dither"):
        assert module.get_dither() == module.Dither.FAST == 4
        made.append(module.get_dither())
    return made


def check(module):
    assert module.Shade.__mro__[1:] == (module.Level.__base__, int, object)
    assert repr(module.Shade.LIGHT).endswith("Shade 2>")
    assert type(module.Level.LOW) is module.Level
    assert not hasattr(module.Shade, "DEEP") or module.Shade.DEEP == 7
    try:
        module.Shade("x")
    except ValueError:
        pass
    else:
        raise AssertionError("no number")
