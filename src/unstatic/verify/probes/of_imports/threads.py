"""Threads that import the module at once, that use what others made, and that are left at shutdown."""

import sys
import threading

from forked import tried
from of_objects.lifetime import touch

THREADS = 6


def threads(subject):
    """Import it in six threads at once, and use it in another thread than the one that imported it."""
    return tried(subject, _THREADS)


def _at_once(subject):
    switching = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    barrier = threading.Barrier(THREADS)
    found = _in_threads(lambda: (barrier.wait(), subject.load())[1], THREADS)
    sys.setswitchinterval(switching)
    assert all(module is found[0] for module in found)
    subject.exercise(found[0])


def _imported_elsewhere(subject):
    (module,) = _in_threads(subject.load, 1)
    subject.exercise(module)


def _used_elsewhere(subject):
    module = subject.load()
    (instances,) = _in_threads(lambda: list(subject.exercise(module)), 1)
    for instance in instances:
        touch(instance)


_THREADS = {
    "importing at once": _at_once,
    "imported in another": _imported_elsewhere,
    "used in another": _used_elsewhere,
}


def _in_threads(work, number):
    """Return what *work* gave in each thread. Raises what it raised."""
    found, raised = [], []

    def run():
        try:
            found.append(work())
        except BaseException as error:
            raised.append(error)

    running = [threading.Thread(target=run) for _ in range(number)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    if raised:
        raise raised[0]
    return found


def threads_at_shutdown(subject):
    """Leave instances with threads, in their locals and variables, that the interpreter's shutdown doesn't wait for."""
    module = subject.load()
    shared = list(subject.exercise(module))
    forever, ready = threading.Event(), threading.Barrier(THREADS + 1)
    local = threading.local()

    def wait():
        own = list(shared)
        local.instances = own
        local.module = module
        ready.wait()
        forever.wait()

    for _ in range(THREADS):
        threading.Thread(target=wait, daemon=True).start()
    ready.wait()
    return "ok"
