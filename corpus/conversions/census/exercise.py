import copy
import gc
import pickle


def exercise(module):
    gc.collect()
    start = module.alive()
    a = module.Member("a")
    b = module.Member(name="b")
    assert module.alive() == start + 2 and a.name == "a"
    seen = []
    module.watch(seen.append)
    del b
    assert seen == [start + 1] and module.alive() == start + 1
    module.watch(None)

    class Guest(module.Member):
        pass

    guest = Guest("g")
    guest.host = guest
    assert module.alive() == start + 2
    del guest
    gc.collect()
    assert module.alive() == start + 1
    for bad in (lambda: pickle.dumps(a, 0), lambda: pickle.dumps(a, 2), lambda: copy.copy(a), module.Member):
        try:
            bad()
        except TypeError:
            pass
        else:
            raise AssertionError("TypeError expected")
    return [a, module.Member([a]), Guest("h")]


def instances(module):
    return [module.Member(i) for i in range(10)]
