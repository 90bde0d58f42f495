"""One getter for three attributes; subclasses use it too."""

import gc


def exercise(module):
    record = module.Record()
    assert record.size == 0
    record.name = "a"
    record.size = 4
    assert (record.name, record.size) == ("a", 4)
    del record.size
    assert record.size == 0
    try:
        _ = record.owner
    except module.MissingField as error:
        assert str(error) == "owner is missing"
    else:
        raise AssertionError("no error")
    return [record, module.Record()]


def check(module):
    class File(module.Record):
        """Two levels below."""

    class Script(File):
        pass

    script = Script()
    assert error_of(getattr, script, "owner") == "MissingField: owner is missing"
    assert error_of(delattr, script, "name") == "MissingField: nothing to delete"
    script.owner = script
    assert script.owner.owner is script
    del script
    gc.collect()
    module.defaults["owner"] = "root"
    assert File().owner == "root"
    del module.defaults["owner"]
    assert issubclass(module.MissingField, AttributeError)
    assert error_of(module.Record.name.__get__, 1).startswith("TypeError: descriptor 'name' for")


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
