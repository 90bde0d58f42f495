def exercise(module):
    assert module.double(4) == 8
    assert issubclass(module.GaugeError, ValueError)
    try:
        module.double(-2)
    except module.GaugeError as error:
        assert str(error) == "-2 is below zero"
    else:
        raise AssertionError("GaugeError expected")
    return [module.GaugeError()]


def instances(module):
    return [module.GaugeError(i) for i in range(10)]
