"""Run the official COCO experiment loop with our DE and post-process it with cocopp.

Needs: pip install 'inbounds[coco]'. With --pages, cocopp writes its web pages (half a minute and more).
"""

import argparse
import os
import warnings
from pathlib import Path
from tempfile import mkdtemp

import cocoex

import inbounds as ib

BUDGET_FACTOR = 200  # evaluations per dimension; the field's papers take 10 000 and more


def run(folder: Path) -> Path:
    """Run on some functions of the suite and return the folder of the data."""
    os.chdir(folder)  # the observer writes to exdata/ in the current folder
    suite = cocoex.Suite("bbob", "", "dimensions: 2,5 function_indices: 1,8,15")
    observer = cocoex.Observer("bbob", "result_folder: inbounds-DE algorithm_name: inbounds-DE")
    de = ib.DE(mutation="target-to-pbest/1", boundary="midpoint-target", population=30)
    for number, problem in enumerate(suite):
        problem.observe_with(observer)
        de.run(problem, budget=BUDGET_FACTOR * problem.dimension, seed=number, target=1e-8)
    return folder / observer.result_folder


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, help="folder for data and pages; a temporary one if not given")
    parser.add_argument("--pages", action="store_true", help="let cocopp write its pages")
    options = parser.parse_args()
    out = Path(options.out or mkdtemp(prefix="inbounds-coco-")).resolve()
    out.mkdir(parents=True, exist_ok=True)
    data = run(out)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # cocopp looks for its archives on the web
        import cocopp

        if options.pages:
            cocopp.main(f"-o {out / 'ppdata'} {data}")
        for data_set in cocopp.load(str(data)):
            (needed,) = data_set.detERT([1e-1])
            print(f"f{data_set.funcId} {data_set.dim}-D: expected running time to 1e-1 is {needed:.4g} evaluations")


if __name__ == "__main__":
    main()
