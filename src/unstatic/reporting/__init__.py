"""What is told of the reports: inventories, summaries, causes, and the story of one subject."""
