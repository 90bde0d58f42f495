"""Shelves that hold things, and themselves."""


def exercise(module):
    shelf = module.Shelf([1, 2])
    assert shelf.label("first") is None
    assert shelf.label("second") == "first"
    assert shelf == [1, 2]
    inner = module.Shelf([shelf])
    shelf.append(inner)
    return [shelf, module.Shelf()]


def check(module):
    class Sorted(module.Shelf):
        pass

    shelf = Sorted([3, 1])
    shelf.sort()
    assert shelf == [1, 3]
    assert shelf.label(Sorted) is None
