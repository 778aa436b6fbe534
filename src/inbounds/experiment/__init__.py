"""Experiments: config → plan → workers → store; killed and resumed at will."""

from inbounds.experiment.config import PRESETS, Config, load_config, parse_config
from inbounds.experiment.merge import Merged, merge_stores
from inbounds.experiment.plan import Batch, Cell, Plan, RunRange
from inbounds.experiment.runner import Outcome, run_experiment
from inbounds.experiment.status import Status, store_status
from inbounds.experiment.store import Store
from inbounds.experiment.verify import Fault, find_faults

__all__ = [
    "PRESETS",
    "Batch",
    "Cell",
    "Config",
    "Fault",
    "Merged",
    "Outcome",
    "Plan",
    "RunRange",
    "Status",
    "Store",
    "find_faults",
    "load_config",
    "merge_stores",
    "parse_config",
    "run_experiment",
    "store_status",
]
