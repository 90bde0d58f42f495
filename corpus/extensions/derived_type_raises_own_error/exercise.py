"""A method of a derived type, and of a Python class below it, raises the module's own error."""


def exercise(module):
    class Sub(module.Timer):
        pass

    made = [module.Timer(), Sub()]
    for timer in made:
        assert timer.tick() == 1 and timer.tick() == 2
        timer.close()
        try:
            timer.tick()
        except module.HandleError as error:
            assert str(error) == "closed"
        else:
            raise AssertionError("a closed timer ticks")
    return made
