"""Deallocators that count the instances of one type, and of none of two."""

import gc


def exercise(module):
    box = module.Box(3)
    assert box.item() == 3
    return [box, module.Crate([box])]


def check(module):
    class Own(module.Box):
        pass

    class Late(module.Crate):
        __slots__ = ()

    gc.collect()
    boxes, others = module.freed()
    module.Box()
    assert module.freed() == (boxes + 1, others)
    module.Crate()
    assert module.freed() == (boxes + 1, others)
    Own(), Late()
    assert module.freed() == (boxes + 1, others + 2)
    ring = []
    ring.append(module.Box(ring))
    own = Own(ring)
    ring.append(own)
    del ring, own
    gc.collect()
    assert module.freed() == (boxes + 2, others + 3)
