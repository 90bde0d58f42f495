"""Shapes on top of each other; metafiles are elsewhere."""


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
    assert base.forget(shape) is None

    class Round(module.Shape):
        pass

    assert base.forget(Round(base)) is None
    return [base, module.Shape(base), Round()]
