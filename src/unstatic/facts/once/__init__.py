"""What the initialisation does once in a process: flags by which it knows, tables, hooks, data that it sets."""
