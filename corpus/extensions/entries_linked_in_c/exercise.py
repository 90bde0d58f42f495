"""Instances that contain themselves: the collector must not empty what their deallocators walk along."""

import gc


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
    # An entry holds its type, which holds the module: nobody finds a cycle through one.
    return [module.Recent(), batch, module.Batch()]


def check(module):
    for tie in (lambda one: one, lambda one: [one], lambda one: {"one": one}):
        recent, batch = module.Recent(), module.Batch()
        for number in range(20):
            recent[number] = [number]
            batch.add([number])
        recent["self"] = tie(recent)
        batch.add(tie(batch))
        recent["last"] = batch.add(recent)
        del recent, batch
        gc.collect()
    module.Recent().__init__()
