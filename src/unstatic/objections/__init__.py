"""Style of what a migration writes: what a maintainer who reads the diff would object to."""
