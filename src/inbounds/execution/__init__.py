"""From planned minus stored to nothing missing: runner, workers and executors."""
