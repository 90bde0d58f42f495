"""Shapes that metafiles can be pasted to, elsewhere."""


def exercise(module):
    assert not hasattr(module, "make_metafile")

    class Square(module.Shape):
        pass

    return [module.Shape(), Square()]
