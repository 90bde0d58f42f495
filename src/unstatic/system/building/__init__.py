"""Runs the build of a project, which executes its code: only where somebody asked for it."""
