"""Run a job: each callback leaves a word in its log."""

import sys


def exercise(module):
    job = module.Job()
    log = job.run()
    assert log == [None, "idle", "other", "checked", "start"]
    if sys.version_info >= (3, 12):
        # Before, PyGILState_Ensure waits for ever in other interpreters.
        job.run_taking_gil()
        assert log[-1] == "thread"
    return [job]


def check(module):
    try:
        module.idle()
    except RuntimeError as error:
        assert str(error) == "idle"
    else:
        raise AssertionError("no error")
