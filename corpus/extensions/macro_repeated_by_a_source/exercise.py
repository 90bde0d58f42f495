"""Boxes that are compared by their labels, and told from others by macros that two files have."""


def exercise(module):
    box = module.Box("a")
    return [box, box == module.Box("a"), box == "a", module.kind_of(box), module.kind_of("a")]


def check(module):
    class Crate(module.Box):
        pass

    assert exercise(module)[1:] == [True, False, "box", "no box"]
    assert module.kind_of(Crate("b")) == "a kind of box"
    assert Crate("b") == module.Box("b") and module.Box("b") < Crate("c")
