"""A type in a file that has no functions: what is written there is laid out as in the other files."""


def exercise(module):
    box = module.Box([1])
    assert box.get() == [1]
    return [box]


def check(module):
    things = []
    things.append(module.Box(things))
    assert things[0].get() is things
    things.clear()
