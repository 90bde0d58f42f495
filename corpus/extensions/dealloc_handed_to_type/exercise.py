"""Classes with lists of fields, made and dropped."""

import gc


def exercise(module):
    made = module.RecordMeta("Made", (), {})
    made.fields.append(1)
    assert made.fields == [1]
    return [made]


def check(module):
    class Record(metaclass=module.RecordMeta):
        pass

    class Derived(Record):
        pass

    Record.fields.append(Record)
    Derived.fields.extend((Record, Derived()))
    assert type(Derived) is module.RecordMeta
    del Record, Derived
    gc.collect()
    for _ in range(100):
        module.RecordMeta("Made", (), {})
    gc.collect()
