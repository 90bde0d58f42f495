"""Wrap functions and classes, and ask for what belongs to them."""

import inspect


def exercise(module):
    def wrapped(number: int = 1) -> str:
        return str(number)

    wrapped.__module__ = "far.away"
    found = []
    for kind in (module.Proxy, module.Callable):

        class Derived(kind):
            pass

        proxy, derived = kind(wrapped), Derived(wrapped)
        getattr(kind, "__annotations__", None)
        assert proxy.__module__ == "far.away"
        assert derived.__module__ == Derived.__module__ == __name__
        assert kind.__module__ == "proxies_with_attributes"
        assert proxy.__annotations__ == derived.__annotations__ == {"number": int, "return": str}
        assert proxy.__name__ == "wrapped"
        proxy.__module__ = "farther.away"
        assert wrapped.__module__ == proxy.__module__ == "farther.away"
        derived.__module__ = "own"
        assert (wrapped.__module__, derived.__module__) == ("farther.away", "own")
        wrapped.__module__ = "far.away"
        found += [proxy, derived]
    assert module.Callable(wrapped)(2) == "2"
    assert module.Callable(wrapped).count == 1
    return found


def check(module):
    for kind in (module.Proxy, module.Callable):
        assert error_of(lambda kind=kind: kind(1).__module__).startswith("AttributeError")
        assert error_of(lambda kind=kind: kind.__new__(kind).__module__) == "ValueError: the proxy has nothing to wrap"
        assert error_of(lambda kind=kind: delattr(kind(len), "__module__")) == "TypeError: the module can't be deleted"
        assert inspect.getmodule(kind) is None or inspect.getmodule(kind).__name__ == "proxies_with_attributes"
        assert error_of(lambda kind=kind: getattr(kind(1), 1)).startswith("TypeError: ")


def error_of(work):
    try:
        work()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
