"""The collector runs at any time: whatever an instance holds has to bear being looked at in the middle of a call."""

import contextlib
import gc

from forked import attempt
from subject import is_ready

ROUNDS = 2
SETTABLE = ("getset_descriptor", "member_descriptor")


class Collecting:
    """Answers whatever it is asked, and lets the collector run first."""

    def __init__(self):
        # What takes memory over that was given back must show.
        self.more = [object() for _ in range(10)]

    def _answer(self, answer):
        gc.collect()
        return answer

    def __bool__(self):
        return self._answer(True)

    def __call__(self, *_arguments, **_keywords):
        return self._answer(Collecting())

    def __eq__(self, _other):
        return self._answer(False)

    def __getitem__(self, index):
        gc.collect()
        if isinstance(index, int) and index > 2:
            raise IndexError(index)
        return [index]

    def __hash__(self):
        return self._answer(1)

    def __index__(self):
        return self._answer(1)

    def __iter__(self):
        return self._answer(iter([[1], [2]]))

    def __len__(self):
        return self._answer(2)

    def __str__(self):
        return self._answer("a")

    def __del__(self):
        gc.collect()


def collecting(subject):
    """Return how each use ended: "ok", which an exception is too, or the crash."""
    module = subject.load()
    instances = [one for one in subject.exercise(module) if is_ready(type(one))]
    ways = {"the exercise": lambda: _pressed(lambda: subject.exercise(module))}
    for label, kind in subject.types(module, instances).items():
        for one in [made for made in instances if type(made) is kind][:1]:
            ways[label] = lambda one=one: _pressed(lambda: _fill(one))
    return {name: attempt(work) for name, work in ways.items()}


def _pressed(work):
    gc.set_threshold(1, 1, 1)
    for _ in range(ROUNDS):
        work()
    return "ok"


def _fill(one):
    """Give an instance other objects to hold, in all ways that are no method: those may do anything."""
    for number in range(4):
        with contextlib.suppress(Exception):
            type(one).__init__(one, *[Collecting() for _ in range(number)])
    for name, value in sorted(vars(type(one)).items()):
        if type(value).__name__ in SETTABLE:
            for given in (Collecting(), [Collecting()], Collecting()):
                with contextlib.suppress(Exception):
                    setattr(one, name, given)
    for key in (1, "a"):
        with contextlib.suppress(Exception):
            one[key] = Collecting()
            one[key] = Collecting()
