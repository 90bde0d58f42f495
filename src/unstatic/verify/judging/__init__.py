"""Judgements: what an isolated module must do, by what the probes tell of it."""
