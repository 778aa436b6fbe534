"""THE run table: its columns, targets and curves, and the results of a batch of runs."""
