"""A dictionary in C, known by its exact type, in a box that owns it."""

import gc


def exercise(module):
    box = module.Box()
    origin = ["somewhere"]
    info = box.remember(origin)
    assert info.origin() is origin
    info["label"] = 1
    # What is visited twice would look as if nobody had it, and be emptied.
    del info
    gc.collect()
    assert origin == ["somewhere"]
    assert dict(box.remember(origin)) == {"label": 1}
    return [box]


def check(module):
    box = module.Box()
    first = box.remember("a")
    assert box.remember("b") is first
    assert first.origin() == "b"
    assert first.__class__.__name__ == "Info"

    # A subclass isn't of that exact type.
    class Derived(type(first)):
        pass

    assert Derived().origin() is None
