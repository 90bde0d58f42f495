"""Enumerations that derive from int, their constants, and functions that make them."""


def exercise(module):
    assert module.ALIGN_LEFT == 0 and module.ALIGN_RIGHT == 1 and module.DEPTH_DEEP == 7
    assert type(module.SHADE_DARK) is module.Shade
    assert module.Align.RIGHT is module.ALIGN_RIGHT
    assert repr(module.DEPTH_DEEP) == "drawing.Depth(7)", repr(module.DEPTH_DEEP)
    assert type(module.get_align(2)) is module.Align and module.get_align(2) == 2
    shade, depth, name = module.get_shades()
    assert type(shade) is module.Shade and type(depth) is module.Depth and name == "drawing.Shade"
    assert isinstance(shade, int) and shade + 1 == 4 and hash(shade) == 3
    try:
        module.Align()
    except TypeError:
        pass
    else:
        raise AssertionError("a value was expected")
    try:

        class Other(module.Align):
            pass

    except TypeError:
        pass
    else:
        raise AssertionError("Align is final")

    class Wide(module.Align.__base__):
        pass

    assert Wide(5) == 5
    return [module.Align(3), module.Shade(4), module.Depth(5), Wide(6)]
