"""Many packages at once: what they are, where they run, and the folder of reports that they leave."""
