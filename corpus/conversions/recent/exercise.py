def exercise(module):
    recent = module.Recent()
    assert len(recent) == 0 and recent.newest() is None
    recent["a"] = 1
    recent["b"] = [2]
    assert len(recent) == 2 and recent["a"] == 1 and recent.newest() == [2]
    try:
        recent["a"] = 3
    except TypeError as error:
        assert str(error) == "keys are set once"
    else:
        raise AssertionError("TypeError expected")
    try:
        recent["c"]
    except KeyError:
        pass
    else:
        raise AssertionError("KeyError expected")
    batch = module.Batch()
    view = memoryview(b"abc")
    batch.add(view)
    batch.add("text")
    del batch
    try:
        view[0]
    except ValueError:
        pass
    else:
        raise AssertionError("a view that is released expected")
    batch = module.Batch()
    batch.add(1)
    return [recent, module.Recent(), batch, module.Batch()]


def instances(module):
    return [module.Recent() for _ in range(5)] + [module.Batch() for _ in range(5)]
