"""Instances of wrapt's types, for `unstatic verify --exercise`."""


def _wrapper(wrapped, instance, args, kwargs):
    return wrapped(*args, **kwargs)


class _Owner:
    def method(self):
        return "called"


def exercise(module):
    function = module.FunctionWrapper(_Owner.method, _wrapper)
    owner = type("Decorated", (), {"method": function})()
    bound = owner.method
    assert bound() == "called"
    partial = module.PartialCallableObjectProxy(max, 1)
    assert partial(2) == 2
    proxy = module.ObjectProxy([1, 2])
    assert proxy[1] == 2 and len(proxy) == 2 and proxy + [3] == [1, 2, 3]
    return [proxy, module.CallableObjectProxy(len), partial, function, bound]
