"""Boxes and their subclasses fail with the module's own error."""


def exercise(module):
    class Sub(module.Box):
        pass

    found = []
    for kind in (module.Box, Sub):
        box = kind()
        try:
            box.fail()
        except module.BoxError as error:
            assert str(error) == "no"
            found.append(box)
    assert len(found) == 2
    return found


def check(module):
    assert issubclass(module.BoxError, Exception)
