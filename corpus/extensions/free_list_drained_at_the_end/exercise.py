from contextlib import suppress


def exercise(module):
    class Own(module.Box):
        pass

    boxes = [module.Box(3), Own(2), Own(0)]
    assert [list(box) for box in boxes] == [[0, 1, 2], [0, 1], []]
    walks = [iter(boxes[0]) for _ in range(50)]
    for walk in walks:
        assert next(walk) == 0
    del walk
    walks.clear()
    walks = [iter(boxes[1]) for _ in range(30)]
    assert [next(walk) for walk in walks] == [0] * 30
    cycle = Own(1)
    cycle.walk = iter(cycle)
    cycle.self = cycle
    del cycle
    with suppress(ValueError):
        module.Box(-1)
    assert module.error() == (-1,)
    return [*boxes, iter(boxes[0])]


def instances(module):
    box = module.Box(2)
    return [box, iter(box)]
