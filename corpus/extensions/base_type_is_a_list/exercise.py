"""Lists of a type of their own."""

import gc
import weakref


def exercise(module):
    pushed = module.push(1)
    pushed.append(2)
    assert pushed == [1, 2]
    assert isinstance(pushed, list)
    return [pushed, module.Push([3])]


def check(module):
    class Named(module.Push):
        pass

    named = Named([1])
    named.append(named)
    gone = weakref.ref(named)
    del named
    gc.collect()
    assert gone() is None
    assert module.Push("ab") == ["a", "b"]
