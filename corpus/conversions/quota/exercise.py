import copy


def exercise(module):
    assert module.SOFT == 80 and module.HARD == 100
    assert module.KINDS == ["soft", "hard"]
    assert issubclass(module.QuotaError, copy.Error)
    assert module.QuotaError.__module__ == "quota"
    assert module.QuotaError.__doc__ == "A limit was exceeded."
    error = module.QuotaError("disk", 101)
    try:
        raise error
    except copy.Error as caught:
        assert caught.args == ("disk", 101)
    return [module.QuotaError(), module.QuotaError("memory")]


def instances(module):
    return [module.QuotaError(i) for i in range(10)]
