"""Fields whose objects are released before the fields are set, while the collector may look."""

import gc


class Source:
    def __iter__(self):
        gc.collect()
        return iter([[], []])

    def __repr__(self):
        gc.collect()
        return "source"

    def __del__(self):
        gc.collect()


def exercise(module):
    box = module.Box()
    box.fill([1])
    box.fill(([],))
    box.name = "box"
    box.count_up()
    box.lend(1)
    box.mark([])
    assert box.call() is None
    box.empty()
    assert box.give_back() == []
    return [box, module.Box()]


def check(module):
    box = module.Box()
    for _ in range(3):
        box.fill([Source(), Source()])
        box.fill(Source())
        box.name = Source()
        box.name = Source()
        box.count_up()
        box.lend(Source())
        box.mark([Source()])
        box.mark(Source())
        box.empty()
    box.fill([box])
    box.name = box
    box.fill(Source())
    box.fill([box])
