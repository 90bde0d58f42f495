"""A reader that raises what the state of its module holds."""


def exercise(module):
    reader = module.Reader()
    assert reader.read(b"A") == 65
    assert error_of(reader.read, b"") == "ProtocolError: no data"
    assert error_of(reader.read, "A") == "ReaderError: bytes expected"
    assert module.kind(module.ProtocolError()) == "protocol"
    return [reader]


def check(module):
    class Sub(module.Reader):
        pass

    assert issubclass(module.ProtocolError, module.ReaderError)
    assert error_of(Sub().read, 1) == "ReaderError: bytes expected"
    assert module.kind(ValueError()) == "other"


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
