"""A tree of numbers, whose nodes are visited by a function that is given a callback and its data."""


def exercise(module):
    tree = module.Tree()
    for number in (5, 3, 8):
        tree.add(number)
    return [tree, tree.leaves(), tree.pairs()]


def check(module):
    tree = module.Tree()
    assert tree.leaves() == []
    for number in (5, 1, 9, 7):
        tree.add(number)
    assert [repr(leaf) for leaf in tree.leaves()] == ["<1>", "<5>", "<7>", "<9>"]
    assert len(tree.pairs()) == 16
    assert {type(leaf) for leaf in tree.leaves()} == {module.Leaf}
    tree.add(13)
    try:
        tree.leaves()
    except module.TreeError as error:
        assert str(error) == "unlucky"
    else:
        raise AssertionError("no error")
