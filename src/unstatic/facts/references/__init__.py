"""Reference counts: who owns what, and where ownership changes hands."""
