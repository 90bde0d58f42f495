"""Instances of simplejson's types, for `unstatic verify --exercise`."""

from decimal import Decimal


class Context:
    """What a scanner reads of its decoder."""

    encoding = "utf-8"
    strict = True
    object_hook = None
    object_pairs_hook = None
    array_hook = None
    parse_float = float
    parse_int = int
    parse_constant = str
    memo = {}


def exercise(module):
    scanner = module.make_scanner(Context)
    assert scanner('[1, 2.5, {"a": null}]', 0) == ([1, 2.5, {"a": None}], 21)
    encoder = module.make_encoder(
        None,
        str,
        module.encode_basestring_ascii,
        None,
        ":",
        ",",
        False,
        False,
        False,
        {},
        True,
        True,
        True,
        None,
        None,
        "utf-8",
        False,
        False,
        Decimal,
        False,
    )
    assert "".join(encoder({"a": [1, 2]}, 0)) == '{"a":[1,2]}'
    return [scanner, encoder]
