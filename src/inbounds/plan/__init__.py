"""From a config to cells: what is to be run, and with which seeds."""
