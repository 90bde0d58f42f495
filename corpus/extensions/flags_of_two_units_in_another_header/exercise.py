"""A box, its lid, and the error of taking from an empty one."""


def exercise(module):
    box, lid = module.Box(), module.Lid()
    assert lid.fits(box) and not lid.fits(None)
    try:
        box.take()
    except module.EmptyError as error:
        assert "nothing is in it" == str(error)
    else:
        raise AssertionError
    return [box, lid]
