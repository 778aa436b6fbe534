"""What the paper fixed and found, and how the runs at hand compare with it."""
