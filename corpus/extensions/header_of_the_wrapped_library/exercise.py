"""An error that both sources raise, of sides without a sign and of squares that are too large."""


def exercise(module):
    assert module.area(2, 3.5) == 7.0 and module.check(4) is None
    for call, text in ((lambda: module.area(-1, 1), "no sign"), (lambda: module.check(11), "too large")):
        try:
            call()
        except module.ShapeError as error:
            assert text in str(error)
        else:
            raise AssertionError
    return []
