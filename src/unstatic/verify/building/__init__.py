"""Builds of both versions, what compilers say of them, what their binaries hold."""
