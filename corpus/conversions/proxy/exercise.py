class Wrapped:
    def greet(self):
        return "hello"


def exercise(module):
    proxy, stamp = module.Proxy(Wrapped()), module.Stamp(3)
    assert proxy.greet() == "hello"
    assert stamp == (3,) and stamp.value == 3
    try:
        module.Stamp((3,))
    except TypeError:
        pass
    else:
        raise AssertionError("TypeError expected")
    return [proxy, stamp]


def instances(module):
    return [module.Proxy(Wrapped()) for _ in range(5)] + [module.Stamp(n) for n in range(5)]
