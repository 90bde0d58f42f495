"""Show words through callbacks that the matcher keeps, passes on, or gets last."""


def exercise(module):
    matcher = module.Matcher(["one", ""])
    assert matcher.show(0) == "one"
    assert matcher.show(1) == "(nothing)"
    lengths = module.Matcher(["one"], True)
    assert lengths.show(0) == 3
    counter = module.Counter()
    assert [counter.count() for _ in range(4)] == [1, 2, "many", "many"]
    return [matcher, lengths, counter]


def check(module):
    class Special(module.Matcher):
        pass

    special = Special(["two"])
    assert special.show(0) == "two"
    for work, text in (
        (lambda: special.show(7), "no word 7"),
        (lambda: Special(["seven", "eleven"]), "'eleven' is too long for 2 words"),
    ):
        try:
            work()
        except module.MatchError as error:
            assert str(error) == text
        else:
            raise AssertionError(text)
