"""The teardown: what still runs while types, instances and modules are taken down, and what it may use."""
