"""The names of the numbers; that modules which are loaded anew leave nothing more behind is for the probes to find."""


def exercise(module):
    assert module.names == {1001: "number one", 1002: "number two", "a kind": 1999}
    assert module.words == {100001: "many", 100002: "one more"}
    assert (module.known, sorted(module.odd)) == (list(range(2001, 2009)), [2001, 2003, 2005, 2007])
    assert module.version == "version 1.2"
    assert module.check(2) is None
    try:
        module.check(3)
    except module.Error as error:
        assert str(error) == "not one of two"
    else:
        raise AssertionError("three has no name")
    return []
