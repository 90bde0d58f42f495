"""An evaluator of setup.py that executes nothing of it."""
