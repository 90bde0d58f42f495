"""Read and write rows."""

import io


class Listener:
    def on_row(self, row):
        return tuple(row)


def exercise(module):
    assert module.loads("1,2\n3,") == [[1.0, 2.0], [3.0, "missing"]]
    assert module.loads("1,2", Listener()) == [(1.0, 2.0)]
    assert str(module.loads("1.50", None, True)[0][0]) == "1.50"
    assert module.load(io.BytesIO(b"10,20\n30")) == [[10.0, 20.0], [30.0]]
    out = io.StringIO()
    module.dump([1, 2, "three", 4.5, [5, 6]], out)
    assert out.getvalue() == "1;2;'three';4.5;[5, 6];"
    return []


def check(module):
    for text in ("x", "1,y"):
        try:
            module.loads(text)
        except ValueError:
            pass
        else:
            raise AssertionError(text)
    try:
        module.load(None)
    except AttributeError:
        pass
    else:
        raise AssertionError
