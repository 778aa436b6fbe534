"""Read what COCO's observers wrote: .info files with .dat (by target) and .tdat (by evaluations) beside them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from inbounds.errors import shown
from inbounds.exchange.given_files import GivenFile, given_name
from inbounds.exchange.info_file import InfoEntry, InfoRun
from inbounds.exchange.recorded_runs import (
    MOST_DIMENSIONS,
    MOST_FUNCTIONS,
    Block,
    Floats,
    Integers,
    RecordedFile,
    RecordedRun,
    blocks,
)

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
    data: GivenFile
    described: tuple[InfoRun, ...]
    operators: tuple[str, ...] | None = None

    @cached_property
    def longest(self) -> int:
        """The evaluations of the longest run; those of a run that was not finished are in the data."""
        known = [run.evaluations for run in self.described]
        return max(count for count in known if count) if all(known) else max(run.evaluations for run in self.runs())

    @property
    def count(self) -> int:
        """How many runs there are."""
        return len(self.described)

    def runs(self) -> Iterator[RecordedRun]:
        """Yield the runs in the order of the file."""
        by_target = list(blocks(self.data))
        beside = self.data.with_suffix(".tdat")
        by_evaluations = list(blocks(beside)) if beside.path.exists() else []
        for file, found in ((self.data, by_target), (beside, by_evaluations)):
            if found and len(found) != self.count:
                raise file.error(f"holds {len(found)} runs; .info says {self.count}")
        if not by_target and not by_evaluations:
            raise self.data.error(f"holds no runs; .info says {self.count}")
        for number, described in enumerate(self.described):
            steps, best = _joined([_course(found[number]) for found in (by_target, by_evaluations) if found])
            yield RecordedRun(described.instance, max(int(steps[-1]), described.evaluations or 0), steps, best)


def read_coco(entries: list[InfoEntry]) -> list[CocoFile]:
    """Return the data files of COCO's .info entries; cocopp's custom: the folder is the algorithm's name."""
    for entry in entries:
        if entry.text("suite") not in ONE_OBJECTIVE:
            raise entry.source.error(
                f"data of one objective without constraints can be imported; got suite {shown(entry.text('suite'))}",
                line=entry.line,
            )
    return [
        CocoFile(
            algorithm=given_name(entry.source, "the folder", entry.source.path.resolve().parent.name),
            suite=entry.text("suite") or "bbob",
            function=entry.number("funcId", least=0, most=MOST_FUNCTIONS),
            dimension=entry.number("DIM", least=1, most=MOST_DIMENSIONS),
            data=entry.data.with_suffix(".dat"),
            described=entry.runs,
        )
        for entry in entries
    ]


def _course(block: Block) -> tuple[Integers, Floats]:
    titles = block.header.lstrip("% ").split("|")
    place = next((at for at, title in enumerate(titles) if BEST in title), BEST_PLACE)
    evaluations = block.evaluations(0, repeated=True)
    last = np.append(np.diff(evaluations) > 0, True)  # the end of a run may be written twice
    return evaluations[last], block.best(place)[last]


def _joined(courses: list[tuple[Integers, Floats]]) -> tuple[Integers, Floats]:
    steps = np.concatenate([course[0] for course in courses])
    best = np.concatenate([course[1] for course in courses])
    order = np.lexsort((best, steps))  # the lower of two values at one count: same run, same moment
    steps, best = steps[order], np.minimum.accumulate(best[order])
    first = np.append(True, np.diff(steps) > 0)
    return steps[first], best[first]
