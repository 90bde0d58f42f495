"""Cursors that read a tape once, and have none then."""


def exercise(module):
    class Short(module.Tape):
        pass

    for tape in (module.Tape(3), Short(4)):
        cursor = tape.cursor()
        assert list(cursor) == [tape.read()]
        assert list(cursor) == []
        tape.tear()
        try:
            next(tape.cursor())
        except module.TapeError as error:
            assert str(error) == "torn"
        else:
            raise AssertionError(tape)
    return [module.Tape(1).cursor(), Short(2)]
