"""Weak references, instance attributes and members live side by side."""

import gc
import weakref


def exercise(module):
    endpoint = module.Endpoint("localhost", port=8080)
    endpoint.note = "any attribute"
    assert endpoint.__dict__ == {"note": "any attribute"}
    assert str(endpoint) == "localhost:8080"
    endpoint.port += 1
    assert (endpoint.name, endpoint.port) == ("localhost", 8081)
    mark = module.Mark()
    assert weakref.ref(endpoint)() is endpoint
    assert weakref.ref(mark)() is mark
    return [endpoint, mark]


def check(module):
    seen = []
    mark = module.Mark()
    reference = weakref.ref(mark, seen.append)
    del mark
    assert seen == [reference]
    endpoint = module.Endpoint("a")
    endpoint.me = endpoint
    reference = weakref.ref(endpoint)
    del endpoint
    gc.collect()
    assert reference() is None
    assert error_of(setattr, module.Endpoint("a"), "name", "b") == "AttributeError: readonly attribute"
    assert error_of(setattr, module.Mark(), "x", 1).startswith(
        "AttributeError: 'weaklist_dict_offset_and_members.Mark'"
    )
    assert module.Endpoint.__dictoffset__ > 0
    assert module.Mark.__dictoffset__ == 0
    assert module.Mark.__weakrefoffset__ > 0

    class Secure(module.Endpoint):
        pass

    secure = Secure("b", 443)
    secure.cipher = "none"
    assert weakref.ref(secure)() is secure
    assert vars(secure) == {"cipher": "none"}
    assert secure.port == 443


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
