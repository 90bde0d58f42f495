"""Ask shelves, and those of a subclass, for what objects are called."""

from types import SimpleNamespace


def exercise(module):
    class Wide(module.Shelf):
        label = "wide"

    shelf, wide = module.Shelf(), Wide()
    book = SimpleNamespace(label="a book", owner="me")
    assert shelf.label_of(book) == wide.label_of(book) == module.label_of(book) == "a book"
    assert shelf.owner(book) == wide.owner(book) == "me"
    assert wide.own_label() == "wide"
    assert shelf.own_label() is module.Shelf is wide.label_of(3)
    return [shelf]


def check(module):
    exercise(module)
