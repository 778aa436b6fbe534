"""The analysis repeated on resampled runs, as often as the verdicts need."""

from scipy import stats

from inbounds.analysis.confidence import Replicates, resample
from inbounds.analysis.cube import Runs
from inbounds.analysis.ecdf import measures_per_run
from inbounds.analysis.ranking import RankingOptions

PORTIONS = 5  # at most


class Repetitions:
    """Replicates drawn in equal portions when they are asked for; those drawn are kept for whoever asks next."""

    def __init__(self, first: Replicates, ranking: RankingOptions) -> None:
        self._drawn, self._ranking = [first], ranking

    @classmethod
    def of(cls, runs: Runs, ranking: RankingOptions, *, resamples: int, seed: int) -> "Repetitions":
        """Draw the first portion."""
        first = resample(runs, ranking, resamples=resamples, seed=seed, measures=measures_per_run(runs))
        return cls(first, ranking)

    @property
    def first(self) -> Replicates:
        """The first portion."""
        return self._drawn[0]

    def portion(self, number: int) -> Replicates:
        """Return one of the portions; the first has the number 0."""
        while len(self._drawn) <= number:
            first = self.first
            again = resample(
                first.runs,
                self._ranking,
                resamples=first.resamples,
                seed=first.seed,
                first=len(self._drawn) * first.resamples,
                measures=measures_per_run(first.runs),
            )
            self._drawn.append(again)
        return self._drawn[number]


def share_interval(successes: int, trials: int, level: float) -> tuple[float, float]:
    """Return the Clopper–Pearson interval of a share."""
    tail = (1 - level) / 2
    low = float(stats.beta.ppf(tail, successes, trials - successes + 1)) if successes else 0.0
    high = float(stats.beta.ppf(1 - tail, successes + 1, trials - successes)) if successes < trials else 1.0
    return low, high
