"""Ask for each constant."""


def exercise(module):
    assert [module.answer(number) for number in range(5)] == [None, True, 0, "", ()]
    return []


def check(module):
    try:
        module.answer(5)
    except module.AnswerError as error:
        assert str(error) == "no answer 5"
    else:
        raise AssertionError("no error")
