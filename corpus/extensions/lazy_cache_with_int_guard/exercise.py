"""Classes cached on first use: in another interpreter they are other classes."""

import ipaddress


def exercise(module):
    address = module.parse("10.0.0.1")
    assert module.parse("10.0.0.1") is address
    assert module.version(address) == 4
    assert module.version(module.parse("::1")) == 6
    assert type(address) is ipaddress.IPv4Address
    return []


def check(module):
    module.forget()
    first = module.parse("10.0.0.2")
    assert module.forget() == 1
    assert module.forget() == 0
    assert module.parse("10.0.0.2") == first
    assert module.parse("10.0.0.2") is not first
    assert error_of(module.version, "10.0.0.1") == "ValueError: no address: '10.0.0.1'"
    assert error_of(module.parse, "nonsense").startswith("AddressValueError")
    assert error_of(module.parse, []) == "TypeError: unhashable type: 'list'"


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
