"""One run on one extension: its steps, its outcome, its report."""
