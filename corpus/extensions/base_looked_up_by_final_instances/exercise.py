"""Lists with a label, alone, nested and in cycles."""

import gc


def exercise(module):
    box = module.Box("ab")
    box.set_label("letters")
    box.append(module.Box())
    return [box[:2], len(box), type(box[2]).__name__]


def check(module):
    box = module.Box()
    box.append(box)
    box.set_label([box])
    del box
    deep = None
    for _ in range(10_000):
        deep = module.Box([deep])
    del deep
    gc.collect()
