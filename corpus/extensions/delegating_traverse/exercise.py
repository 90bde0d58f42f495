"""Buttons, which are widgets, and cycles through both halves of them."""

import gc
import sys
import weakref


def exercise(module):
    widget = module.Widget("plain")
    button = module.Button("ok", lambda self: self.name * 2)
    assert button.click() == "okok"
    assert (widget.name, button.name) == ("plain", "ok")
    assert isinstance(button, module.Widget)
    return [widget, button]


def check(module):
    gc.collect()
    before = [(kind, sys.getrefcount(kind)) for kind in (module.Widget, module.Button)]

    class Press(module.Button):
        pass

    for kind in (module.Button, Press):
        for _ in range(50):
            names, listeners = [], []
            button = kind(names, listeners.append)
            names.append(button)
            listeners.append(button)
    press = Press([], print)
    press.me = press
    gone = weakref.ref(press), weakref.ref(Press)
    del button, names, listeners, press, Press, kind
    for _ in range(3):
        gc.collect()
    assert [reference() for reference in gone] == [None, None]
    grown = [sys.getrefcount(kind) - old for kind, old in before]
    assert max(map(abs, grown)) < 5, grown
    assert error_of(module.Button, 1) == "TypeError: Button() takes exactly 2 arguments (1 given)"
    assert module.Button.__new__(module.Button).click() is None
    assert module.Button.__mro__ == (module.Button, module.Widget, object)


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
