"""Experiments: config → plan → workers → store; killed and resumed at will."""

from inbounds.errors import studies_extra

with studies_extra():
    from inbounds.execution.runner import Outcome, run_experiment
    from inbounds.plan.cells import Batch, Cell, Plan
    from inbounds.plan.config import PRESETS, Config, load_config, parse_config
    from inbounds.runs.run_range import RunRange
    from inbounds.store.merge import Merged, merge_stores
    from inbounds.store.reader import Store
    from inbounds.store.soundness import Fault
    from inbounds.store.status import Status, store_status
    from inbounds.store.verify import find_faults

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
