"""What the initialisation loses: new references that nothing releases."""
