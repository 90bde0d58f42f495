"""Two functions out of one text."""


def exercise(module):
    assert module.text_get("one") == 1
    assert module.number_get(1) == "one"
    return []


def check(module):
    for call, key in ((module.text_get, 1), (module.number_get, "one")):
        try:
            call(key)
        except module.KeyTypeError as error:
            assert str(error) == "another type of key is needed"
        else:
            raise AssertionError("no error")
    for call, key in ((module.text_get, "two"), (module.number_get, 2)):
        try:
            call(key)
        except KeyError as error:
            assert error.args == (key,)
        else:
            raise AssertionError("no error")
