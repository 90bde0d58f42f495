"""Functions that are methods too, called by others."""


def exercise(module):
    boxes = [module.make(number) for number in (3, 4)]
    assert [box.value() for box in boxes] == [module.value(box) for box in boxes] == [3, 4]
    assert module.double(boxes[0]) == boxes[0].double() == 6
    assert module.total(*boxes) == 7
    for wrong in (1, module.make(-1)):
        try:
            module.total(boxes[0], wrong)
        except (TypeError, module.BoxError):
            pass
        else:
            raise AssertionError(wrong)
    return boxes
