"""One object for every way out of dealloc."""


def exercise(module):
    texts = [module.Text(), module.Text(None), module.Text(""), module.Text("abc")]
    texts.append(texts[-1].share())
    texts.append(texts[-1].share())
    assert [text.kind for text in texts] == ["empty", "empty", "owned", "owned", "shared", "shared"]
    assert [str(text) for text in texts] == ["", "", "", "abc", "abc", "abc"]
    return texts


def check(module):
    text = module.Text("a" * 1000)
    for _ in range(100):
        text = text.share()
    assert str(text) == "a" * 1000
    try:
        module.Text(1)
    except TypeError as error:
        assert str(error) == "Text() argument 1 must be str or None, not int"
    else:
        raise AssertionError("no error")
