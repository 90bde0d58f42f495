"""Two types that other sources know by pointers."""


def exercise(module):
    inner = module.Box(1)
    outer = module.box(inner)
    assert type(outer) is module.Box
    assert (inner.holds_box, outer.holds_box) == (False, True)
    assert module.content(outer) is inner
    return [inner, outer, module.lid()]


def check(module):
    class Sub(module.Box):
        pass

    assert module.box(Sub()).holds_box
    for call in (lambda: module.content(3), lambda: type(module.lid())()):
        try:
            call()
        except TypeError:
            pass
        else:
            raise AssertionError("no error")
