"""From a saved run to one that goes on."""

import os

import numpy as np

from inbounds.algorithm import saved_run
from inbounds.algorithm.ask_tell import Optimizer
from inbounds.algorithm.de import DE
from inbounds.errors import InvalidArgumentError, SavedRunError, UnknownOperatorError, shown
from inbounds.operators import catalogue


def load(path: str | os.PathLike[str]) -> Optimizer:
    """Return the run that `Optimizer.save` wrote to `path`; own operators must be registered before."""
    if not isinstance(path, str | os.PathLike) or "\0" in os.fspath(path):
        raise InvalidArgumentError(f"path must be that of a saved run; got {shown(path)}")
    header, arrays = saved_run.read(path)
    try:
        modules, notes = header.get("modules", {}), header.get("notes", {})
        if not isinstance(modules, dict) or not isinstance(notes, dict) or not isinstance(header["asked"], bool):
            raise ValueError("modules and notes must be objects, and asked true or false")
        individuals = np.size(arrays["run/f"])  # room for the largest population, before anything of that size is made
        if individuals not in (header["population"], 4 * header["population"] * ("restart" in modules)):
            raise ValueError(f"population is {header['population']!r}, and there are {individuals} individuals")
        de = DE(
            **{family: header[family] for family in catalogue.FAMILIES},
            population=header["population"],
            **modules,
        )
        optimizer = Optimizer(
            de,
            np.column_stack([arrays["lower"], arrays["upper"]]),
            seed=header["seed"],
            budget=header["budget"],
            target=None if header["target"] is None else float(header["target"]),
            x0=arrays["x0"] if len(arrays["x0"]) else None,
            measures=bool(header.get("measures", False)),
        )
        state = {name.removeprefix("run/"): values for name, values in arrays.items() if name.startswith("run/")}
        noted = {name.removeprefix("note/"): values for name, values in arrays.items() if name.startswith("note/")}
        optimizer.notes = {**notes, **noted}
        optimizer.restore(state, header["generator"], asked=header["asked"])
    except UnknownOperatorError:
        raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RuntimeError) as error:
        raise SavedRunError(f"{str(path)!r} does not hold together: {shown(str(error))}") from None
    return optimizer
