import weakref


def exercise(module):
    Shelf = module.Shelf
    a = Shelf("a", [1])
    assert a.label == "a" and a.content == [1] and repr(a) == "<Shelf 'a'>"
    b = module.place("b", a)
    assert type(b) is Shelf and module.depth(b) == 2 and module.depth(3) == 0
    assert b.take() is a and b.content is None
    a.owner = "me"
    assert a.__dict__ == {"owner": "me"} and vars(b) == {}
    assert a.__reduce__() == (Shelf, ("a", [1]))

    gone = []
    c = Shelf(label="c")
    ref = weakref.ref(c, lambda r: gone.append(r))
    assert ref() is c
    del c
    assert gone == [ref] and ref() is None

    class Rack(Shelf):
        pass

    rack = Rack("r", a)
    assert module.depth(rack) == 2 and rack.__reduce__()[0] is Rack
    loop = Shelf("loop")
    loop.content = loop
    return [a, b, rack, Shelf(), module.place(None, None)]


def instances(module):
    return [module.Shelf(i) for i in range(10)]


def nest(module, inner):
    return module.Shelf("nest", inner)
