"""A number that is the sequence of all smaller ones."""


def exercise(module):
    number = module.Number(3)
    assert len(number) == 3
    assert 2 in number
    assert 3 not in number
    return [number]


def check(module):
    try:
        module.Pair()
    except TypeError as error:
        assert str(error) == "cannot create 'type_added_in_else_branch.Pair' instances"
    else:
        raise AssertionError("no error")
