"""Read what COCO's observers wrote: .info files with .dat (by target) and .tdat (by evaluations) beside them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from inbounds.errors import InvalidArgumentError
from inbounds.exchange.info_file import InfoEntry, InfoRun
from inbounds.exchange.recorded_runs import Floats, Integers, RecordedFile, RecordedRun, blocks, checked_steps, columns

BEST = "best noise-free fitness"
BEST_PLACE = 2  # of all formats since 2009
ONE_OBJECTIVE = ("", "bbob", "bbob-boxed", "sbox-cost", "bbob-largescale", "bbob-noisy")


@dataclass(frozen=True)
class CocoFile(RecordedFile):
    """One .dat file of COCO data, with its .tdat."""

    algorithm: str
    suite: str
    function: int
    dimension: int
    path: Path
    described: tuple[InfoRun, ...]
    operators: tuple[str, ...] | None = None

    @property
    def longest(self) -> int:
        """The evaluations of the longest run."""
        return max(run.evaluations or 0 for run in self.described)

    @property
    def count(self) -> int:
        """How many runs there are."""
        return len(self.described)

    def runs(self) -> Iterator[RecordedRun]:
        """Yield the runs in the order of the file."""
        by_target = list(blocks(self.path))
        beside = self.path.with_suffix(".tdat")
        by_evaluations = list(blocks(beside)) if beside.exists() else []
        for path, found in ((self.path, by_target), (beside, by_evaluations)):
            if found and len(found) != self.count:
                raise InvalidArgumentError(f"data file {str(path)!r} holds {len(found)} runs; .info says {self.count}")
        for number, described in enumerate(self.described):
            courses = [_course(self.path, *by_target[number])] if by_target else []
            courses += [_course(beside, *by_evaluations[number])] if by_evaluations else []
            if not courses:
                raise InvalidArgumentError(f"data file {str(self.path)!r} holds no runs; .info says {self.count}")
            steps, best = _joined(courses)
            yield RecordedRun(described.instance, max(int(steps[-1]), described.evaluations or 0), steps, best)


def read_coco(entries: list[InfoEntry]) -> list[CocoFile]:
    """Return the data files of COCO's .info entries; cocopp's custom: the folder is the algorithm's name."""
    for entry in entries:
        if entry.text("suite") not in ONE_OBJECTIVE:
            raise InvalidArgumentError(
                f"{str(entry.source)!r}: data of one objective without constraints can be imported; "
                f"got suite {entry.text('suite')!r}"
            )
    return [
        CocoFile(
            algorithm=entry.source.resolve().parent.name,
            suite=entry.text("suite") or "bbob",
            function=entry.number("funcId"),
            dimension=entry.number("DIM"),
            path=entry.data.with_suffix(".dat"),
            described=entry.runs,
        )
        for entry in entries
    ]


def _course(path: Path, header: str, rows: list[str]) -> tuple[Integers, Floats]:
    titles = header.lstrip("% ").split("|")
    place = next((at for at, title in enumerate(titles) if BEST in title), BEST_PLACE)
    evaluations, best = columns(path, rows, [0, place])
    last = np.append(np.diff(evaluations) > 0, True)  # the end of a run may be written twice
    return checked_steps(path, evaluations[last]), np.minimum.accumulate(best)[last]


def _joined(courses: list[tuple[Integers, Floats]]) -> tuple[Integers, Floats]:
    steps = np.concatenate([course[0] for course in courses])
    best = np.concatenate([course[1] for course in courses])
    order = np.lexsort((best, steps))  # the lower of two values at one count: same run, same moment
    steps, best = steps[order], np.minimum.accumulate(best[order])
    first = np.append(True, np.diff(steps) > 0)
    return steps[first], best[first]
