"""Methods of all calling conventions, on a class and on a subclass of it."""


def fails(expected, text, function, *args, **kwargs):
    try:
        function(*args, **kwargs)
    except expected as error:
        assert text is None or str(error) == text, (str(error), text)
    else:
        raise AssertionError((function, args))


def exercise(module):
    box = module.Box()
    fails(module.BoxError, "the box is empty", box.take)
    fails(module.BoxError, "nothing to see", box.peek)
    fails(module.BoxError, "nothing to describe", repr, box)
    box.put("apple")
    fails(module.BoxError, "the box is full, no room for 'pear'", box.put, "pear")
    assert box.peek() == "apple" and box.describe() == repr(box) == "a box of 'apple'"
    assert box.same(box) is True and box.same(module.Box()) is False
    fails(module.BoxError, "not a box", box.same, 1)
    assert box.count(1, 2) == 2 and box.count("apple") == 2
    fails(module.BoxError, "nothing to count", box.count)
    assert box.names(1, a=2, b=3) == ("a", "b")
    fails(module.BoxError, "no names after 2 items", box.names, 1, 2)
    assert box.find("apple") is True
    fails(module.BoxError, "not here", box.find, "pear")
    assert box.take() == "apple"
    return [box]


def check(module):
    class Chest(module.Box):
        pass

    class Locker(Chest):
        def put(self, thing):
            return super().put((thing,))

    for kind in (module.Box, Chest, Locker):
        box = kind()
        fails(module.BoxError, "the box is empty", box.take)
        assert box.put(1) is None
        assert kind.peek(box) in (1, (1,))
        # A method that is bound to an instance of a subclass may be called by either name.
        name = kind is module.Box or None
        fails(TypeError, name and "Box.take() takes no arguments (1 given)", box.take, 1)
        fails(TypeError, name and "Box.take() takes no keyword arguments", box.take, a=1)
        fails(TypeError, name and "Box.take() takes no arguments (1 given)", kind.take, box, 1)
        fails(TypeError, name and "Box.peek() takes no arguments (2 given)", box.peek, 1, 2)
        fails(TypeError, name and "Box.same() takes exactly one argument (0 given)", box.same)
        fails(TypeError, name and "Box.same() takes exactly one argument (2 given)", box.same, 1, 2)
        fails(TypeError, name and "Box.same() takes no keyword arguments", box.same, other=1)
        fails(TypeError, name and "Box.count() takes no keyword arguments", box.count, 1, a=1)
        fails(TypeError, None, kind.take)
        fails(TypeError, None, kind.take, 1)
    box = module.Box()
    box.put((1,))
    bound = box.peek
    assert bound() == (1,) and box.peek.__name__ == "peek" and bound.__self__ is box
    fails(TypeError, "Box.peek() takes no arguments (1 given)", bound, 1)
