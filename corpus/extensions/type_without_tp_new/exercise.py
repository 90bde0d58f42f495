"""No way from Python to a Token that tokenize() didn't make: it would hold a NULL pointer."""

import copy
import pickle


def exercise(module):
    tokens = module.tokenize("12+3")
    assert [token.text for token in tokens] == ["12", "+", "3"]
    assert tokens[0].length == 2
    assert repr(tokens[1]) == "Token('o', 2, '+')"
    return tokens


def check(module):
    kind = module.Token
    assert error_of(kind) == "TypeError: cannot create 'type_without_tp_new.Token' instances"
    assert error_of(kind, 1, x=2) == "TypeError: cannot create 'type_without_tp_new.Token' instances"
    for make in (lambda: kind.__new__(kind), lambda: object.__new__(kind), lambda: type("Sub", (kind,), {})):
        assert error_of(make).startswith("TypeError")
    token = module.tokenize("1")[0]
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert error_of(pickle.dumps, token, protocol).startswith("TypeError: cannot pickle")
    for protocol in (0, 1):
        assert error_of(lambda protocol=protocol: pickle.loads(pickle.dumps(token, protocol))).startswith("TypeError")
    assert error_of(copy.copy, token).startswith("TypeError")
    assert module.tokenize("") == []


def error_of(work, *arguments, **keywords):
    try:
        work(*arguments, **keywords)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
