def exercise(module):
    made = []
    for number, name in enumerate(("Red", "Green", "Blue")):
        kind = getattr(module, name)
        assert issubclass(kind, ValueError) and kind.__module__ == "palette"
        try:
            module.complain(number)
        except kind as error:
            assert error.args == (number,)
            made.append(kind(number))
    assert len(made) == 3
    for wrong in (-1, 3):
        try:
            module.complain(wrong)
        except IndexError:
            pass
        else:
            raise AssertionError("IndexError expected")
    return made


def instances(module):
    return [module.Green(i) for i in range(10)]
