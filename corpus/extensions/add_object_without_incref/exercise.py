"""The globals only borrow what the module owns."""


def exercise(module):
    label = module.Label("a")
    assert str(label) == "a"
    assert module.Label("") is module.EMPTY
    assert str(module.EMPTY) == ""
    try:
        module.Label(1)
    except module.LabelError as error:
        assert str(error) == "labels are text"
    else:
        raise AssertionError("no error")
    return [label]


def check(module):
    assert issubclass(module.LabelError, TypeError)
    for _ in range(1000):
        assert module.Label("") is module.EMPTY
    try:
        module.Label()
    except TypeError as error:
        assert str(error) == "Label() takes exactly 1 argument (0 given)"
    else:
        raise AssertionError("no error")
