"""Options of a run: the command line, `[tool.unstatic]`, plan files, the names of all rules."""
