"""Shapes on top of each other, and one whose base is gone when its own method asks it."""


def exercise(module):
    base = module.Shape()
    shape = module.Shape(base)
    for wrong, kind in ((module.Shape(), RuntimeError), (module.Shape(module.Shape()), ValueError)):
        try:
            base.forget(wrong)
        except kind:
            pass
        else:
            raise AssertionError(kind)
    assert shape.leave() is None
    for _ in range(2):
        try:
            shape.leave()
        except RuntimeError as error:
            assert "already" in str(error)
        else:
            raise AssertionError("it has no base any more")

    class Round(module.Shape):
        pass

    assert Round(base).leave() is None
    return [base, module.Shape(base), Round()]
