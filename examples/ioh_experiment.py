"""Run our DE in an `ioh.Experiment`, import what its logger wrote, and rank two boundary methods on it.

Needs: pip install 'inbounds[ioh]'
"""

from pathlib import Path
from tempfile import TemporaryDirectory

import ioh

import inbounds as ib
from inbounds.exchange import import_results
from inbounds.experiment import Store


def main() -> None:
    with TemporaryDirectory() as folder:
        for boundary in ("reflection", "projection"):
            algorithm = ib.DE(boundary=boundary, population=30).as_ioh_algorithm(budget="500*n", seed=1)
            ioh.Experiment(
                algorithm,
                fids=[1, 5, 8],
                iids=[1, 2, 3],
                dims=[5],
                reps=5,
                output_directory=folder,
                folder_name=boundary,
                zip_output=False,
                experiment_attributes=algorithm.experiment_attributes,  # the operators
                run_attributes=algorithm.run_attributes,  # repaired share, run, population
                logged_attributes=algorithm.logged_attributes,  # repaired share, F and Cr along the run
            )()
        imported = import_results([Path(folder) / "reflection", Path(folder) / "projection"], Path(folder) / "store")
        print(f"{imported.runs} runs of {', '.join(imported.algorithms)}")
        runs = Store(imported.store).runs(["function", "boundary", "precision", "repaired"])
        medians = runs.group_by("function", "boundary").median().sort("function", "boundary").collect()
        for function, boundary, precision, repaired in medians.rows():
            print(f"f{function}  {boundary:<12} median precision {precision:.2e}, repaired {repaired:.1%}")


if __name__ == "__main__":
    main()
