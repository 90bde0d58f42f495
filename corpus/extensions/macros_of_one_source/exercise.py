"""Open boxes, by their lids."""


def told(work):
    try:
        return work()
    except (TypeError, ValueError) as error:
        return str(error)


def exercise(module):
    box, lid = module.Box(), module.Lid()
    assert told(box.look) == "the box is shut"
    assert told(lid.lift) == "the lid has no box"
    assert told(lambda: lid.put(3)) == "a Box is required"
    lid.put(box)
    lid.lift()
    assert told(box.look) == "nothing"
    box.set(False)
    assert told(box.look) == "the box is shut"
    assert told(lambda: box.follow(lid)) == "nothing but a Box"
    box.follow(module.Box())
    return [lid]


def check(module):
    class Crate(module.Box):
        def __repr__(self):
            return "crate"

    crate = Crate()
    assert told(crate.look) == "crate is shut"
    exercise(module)
