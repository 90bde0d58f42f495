"""Boxes, whatever the build knows of them."""


def exercise(module):
    box = module.Box("content")
    assert len(box) == 1
    outer = module.Box(box)
    if hasattr(box, "debug"):
        assert box.debug()
    if hasattr(box, "extra"):
        assert box.extra() == "extra"
        assert box.extra() is box.extra()
        assert repr(box) == "Box('content')"
    return [box, outer]


def check(module):
    box = module.Box(None)
    try:
        result = box.fail()
    except module.error as error:
        assert str(error) == "it fails"
    else:
        assert result is None
    assert getattr(module, "extra", 1) == 1
