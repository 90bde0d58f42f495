"""A function of the module is called by methods, of subclasses too."""


def exercise(module):
    class Strong(module.Porter):
        pass

    module.weigh("piano", 300)
    module.weigh(None, 7)
    for porter in (module.Porter(), Strong()):
        assert porter.lift("piano") == module.find_weight("piano") == 300
        assert len(porter) == 7
        try:
            porter.lift("feather")
        except module.WeightError as error:
            assert str(error) == "nobody weighed 'feather'"
        else:
            raise AssertionError("no error")
    strong = Strong()
    strong.me = strong
    return [module.Porter(), strong]


def check(module):
    assert issubclass(module.WeightError, Exception)
