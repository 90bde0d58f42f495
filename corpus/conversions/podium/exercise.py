def exercise(module):
    runners = [module.Runner(seconds) for seconds in (7, 3, 9)]
    assert [one.seconds for one in module.ranked(runners)] == [3, 7, 9]
    assert module.ranked([]) == []
    try:
        module.ranked([1, 2])
    except AttributeError as error:
        assert "seconds" in str(error)
    else:
        raise AssertionError("AttributeError expected")
    return runners


def instances(module):
    return [module.Runner(seconds) for seconds in range(10)]
