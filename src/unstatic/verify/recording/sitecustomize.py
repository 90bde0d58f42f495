"""
Starts the recorder in every Python that reads PYTHONPATH, and then the sitecustomize that this one stands before.

Environment: UNSTATIC_RECORD_MODULE names the extension, UNSTATIC_RECORD_FOLDER is where each process writes a file.
"""

import importlib.machinery
import importlib.util
import os
import sys


def start():
    """Begin to record; nothing that goes wrong may reach the program."""
    module, folder = os.environ.get("UNSTATIC_RECORD_MODULE"), os.environ.get("UNSTATIC_RECORD_FOLDER")
    if not module or not folder:
        return
    try:
        from unstatic_recorder import Recorder

        Recorder(module, folder).start()
    except Exception as error:
        sys.stderr.write(f"unstatic can't record: {type(error).__name__}: {error}\n")


def hand_over(here):
    """Leave sys.path as it is without us, and run the next sitecustomize there."""
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry) != here]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", sys.path)
    if spec is None or spec.loader is None:
        return
    following = importlib.util.module_from_spec(spec)
    sys.modules["sitecustomize"] = following
    spec.loader.exec_module(following)


start()
hand_over(os.path.dirname(os.path.abspath(__file__)))
