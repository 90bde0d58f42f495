"""Crates that callbacks make and count: what they need is in a struct of their caller's."""


def exercise(module):
    found = module.crates([1, 2])
    module.isalpha(found)
    return found


def check(module):
    found = module.crates([3, 4])
    assert module.isalpha(found) == 7
    assert error_of(module.StockError, module.isalpha, [*found, "one"]) == "not a crate"
    assert error_of(TypeError, module.crates, ()) == "a list is wanted"
    assert error_of(TypeError, module.crates, [1, "one", 2]).endswith("integer")


def error_of(kind, function, *arguments):
    try:
        function(*arguments)
    except kind as error:
        return str(error).replace("an integer is required (got type str)", "an integer")
    return "nothing raised"
