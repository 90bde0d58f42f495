"""Run a job: each callback leaves a word in its log."""


def exercise(module):
    job = module.Job()
    assert job.run() == [None, "idle", "thread", "other", "checked", "start"]
    return [job]


def check(module):
    try:
        module.idle()
    except RuntimeError as error:
        assert str(error) == "idle"
    else:
        raise AssertionError("no error")
