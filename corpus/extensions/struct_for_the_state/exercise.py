def exercise(module):
    try:
        module.fail("broken")
    except module.Error as error:
        assert str(error) == "broken"
    else:
        raise AssertionError("no error")
    assert issubclass(module.Box, object) and module.Lid is not module.Box

    class Crate(module.Box):
        pass

    crate = Crate()
    crate.itself = crate
    return [module.Box(), module.Lid()]
