"""The migration as one page for a browser: side by side, by subject, with reasons, and ticks that make a plan file."""
