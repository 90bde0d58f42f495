"""Answers for editors that speak the language server protocol."""
