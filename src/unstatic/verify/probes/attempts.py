"""What can be done to a type, each try in a child of its own: the untouched original may crash too."""

from forked import attempt


def kind_attempts(kind):
    """Return one line per try: "ok", the exception with its text, or the crash."""
    return {name: attempt(lambda work=work: work(kind)) for name, work in ATTEMPTS.items()}


def _call(kind):
    kind()


def _new(kind):
    kind.__new__(kind)


def _object_new(kind):
    object.__new__(kind)


def _set_attribute(kind):
    kind.zzz = 1


def _set_name(kind):
    kind.__name__ = "zzz"


def _set_qualified_name(kind):
    kind.__qualname__ = "zzz"


def _set_bases(kind):
    kind.__bases__ = (type("Other", (), {}),)


def _delete_member(kind):
    public = sorted(name for name in kind.__dict__ if not name.startswith("_"))
    delattr(kind, public[0] if public else "__doc__")


def _subclass(kind):
    type("Sub", (kind,), {})


def _call_subclass(kind):
    type("Sub", (kind,), {})()


def _new_subclass(kind):
    sub = type("Sub", (kind,), {})
    kind.__new__(sub)


ATTEMPTS = {
    "T()": _call,
    "T.__new__(T)": _new,
    "object.__new__(T)": _object_new,
    "T.zzz = 1": _set_attribute,
    "T.__name__ = 'zzz'": _set_name,
    "T.__qualname__ = 'zzz'": _set_qualified_name,
    "T.__bases__ = (Other,)": _set_bases,
    "del T.member": _delete_member,
    "class Sub(T)": _subclass,
    "Sub()": _call_subclass,
    "T.__new__(Sub)": _new_subclass,
}
