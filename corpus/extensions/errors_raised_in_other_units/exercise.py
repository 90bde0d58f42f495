"""Words whose letters are moved on by one, and the errors that other units raise about them."""


def exercise(module):
    return [module.next_word("abz"), error_of(module, "a1"), error_of(module, "")]


def check(module):
    assert exercise(module) == [
        "bca",
        ("LetterError", "not a letter: 1", True),
        ("WordError", "the word is empty", True),
    ]


def error_of(module, word):
    try:
        module.next_word(word)
    except module.WordError as error:
        return type(error).__name__, str(error), type(error) in (module.WordError, module.LetterError)
    return None
