"""Speed, measured as a ratio to peers in the same run: `inbounds bench`."""
