"""A module that fails in four ways."""


def exercise(module):
    kinds = (module.error, module.warning, module.timeout, module.closed)
    for which, kind in enumerate(kinds):
        try:
            module.fail(which)
        except kind as error:
            assert str(error) == "failed"
        else:
            raise AssertionError("it worked")
    assert module.fail(4) == module.name == "the module"
    return list(kinds)
