import gc
import weakref
from importlib.util import module_from_spec


def exercise(module):
    box = module.Box()
    box.first = "a"
    box.second = ["b"]
    box.third = box.fourth = None
    assert (box.first, box.second, box.third, box.fourth) == ("a", ["b"], None, None)
    return [box, module.Box()]


def check(module):
    """Instances in cycles through what they hold don't keep their module."""
    spec = module.__spec__
    alive = []
    for _ in range(25):
        again = module_from_spec(spec)
        spec.loader.exec_module(again)
        if again.Box is module.Box:
            return
        for name in ("first", "second", "third", "fourth"):
            box = again.Box()
            setattr(box, name, [box])
        alive.append(weakref.ref(again))
        del again, box
    gc.collect()
    gc.collect()
    assert sum(one() is not None for one in alive) <= 1
