"""What the report says in words beside the findings: methods, facts of the experiment, and what is missing."""

from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from inbounds.analysis import Runs, Study
from inbounds.paper import Reproduction, published
from inbounds.paper.claims.repetitions import PORTIONS
from inbounds.plan.cells import Cell
from inbounds.store.reader import Store

SOLVED = 1e-8  # runs that end here had no need of the rest of their budget
SAME_BUDGET = 1.02  # programs count their last generation in different ways


@dataclass(frozen=True)
class Experiment:
    """What a store tells about its experiment; empty for a bare table of runs."""

    name: str
    config: dict[str, Any]
    environment: dict[str, Any]
    imported: bool

    @classmethod
    def of(cls, source: object) -> "Experiment":
        """Ask a store; anything else has nothing to tell."""
        if not isinstance(source, Store):
            return cls("runs", {}, {}, imported=False)
        about = source.description
        return cls(str(about.get("name", "runs")), about, source.environment, source.imported)

    def labelled(self, study: Study) -> Study:
        """Return `study` with the labels that own operators had when the store was begun, where they are distinct."""
        labels = {name: str(label) for name, label in self.environment.get("labels", {}).items() if name in study.names}
        names = {**study.names, **labels}
        return replace(study, names=names) if len(set(names.values())) == len(set(study.names.values())) else study


def planned_cells(source: object) -> tuple[Cell, ...]:
    """Return what a store is to hold; nothing for imported results and bare tables of runs."""
    return source.plan().cells if isinstance(source, Store) and not source.imported else ()


def methods(study: Study, against: Reproduction | None) -> list[tuple[str, str]]:
    """Say which tests were used with which options: a heading and a sentence or two each."""
    ranking, significance = study.function_ranks.options, study.group_ranks.options
    pairs = len(study.runs.boundaries) * (len(study.runs.boundaries) - 1) // 2
    test = (
        "the exact two-sided Kolmogorov–Smirnov test"
        if ranking.test == "ks"
        else f"the Anderson–Darling test with {ranking.resamples} permutations (seed {ranking.seed})"
    )
    floor = (
        "All digits that f − f_opt shows in double precision count (floor double)."
        if ranking.floor == "double"
        else f"Precisions below the floor of {float(ranking.floor):g} are equal."
    )
    found = [
        (
            "Ranks on one problem",
            f"Deep statistical comparison: the final precisions of every pair of boundary methods within a "
            f"configuration are compared by {test}; two methods are the same if p ≥ {ranking.alpha:g}/{pairs or 1} "
            f"(Bonferroni). Where sameness is transitive, groups of equal methods share a rank and are ordered by the "
            f"{ranking.order} of their runs; elsewhere methods are ranked by their {ranking.order}s. {floor}",
        ),
        (
            "Over a group",
            f"Mean ranks; Friedman's test {'with' if significance.tie_correction else 'without'} tie correction; if it "
            f"rejects at {significance.alpha:g}, every method is compared with the one of lowest mean rank "
            f"({significance.sided}-sided normal test, Hochberg's step-up adjustment). Red: adjusted p < "
            f"{significance.alpha:g}. Problems on which a method has no runs are left out of its configuration.",
        ),
        (
            "Critical differences",
            f"Nemenyi's at {significance.alpha:g}; a bar joins methods that it cannot tell apart.",
        ),
        (
            "Confidence",
            f"{study.intervals.resamples} resamplings of the runs within every cell (seed {study.intervals.seed}); "
            f"intervals are {study.intervals.level:.0%} percentile intervals of the mean rank.",
        ),
        (
            "Repaired share",
            "Trials that were repaired or penalised, divided by the evaluations used. Methods with an asterisk count "
            "something else: the transformation also moves feasible points, the death penalty counts after crossover.",
        ),
    ]
    if study.ecdf is not None:
        count, easiest, hardest = len(study.ecdf.targets), study.ecdf.targets[0], study.ecdf.targets[-1]
        found.append(
            (
                "ECDF and running time",
                f"Share of {count} targets, f_opt + {easiest:g} to f_opt + {hardest:g}, reached over all runs of the "
                f"group, from the exact evaluation of each first hit; one line per configuration, with its best-ranked "
                f"method. ERT: all evaluations until the target or the run's end, divided by the successes.",
            )
        )
    if against is not None:
        found.append(
            (
                "Claims",
                f"A verdict stands if {against.claims.agreement:.0%} of resamplings share it: the "
                f"{against.claims.level:.0%} Clopper–Pearson interval of that share must lie above, with "
                f"{against.claims.resamples} to "
                f"{PORTIONS * against.claims.resamples} resamplings as needed. A claim about significant differences "
                f"must also be one that the tests could show, and have the same verdict if {published.RUNS} runs per "
                f"cell, as in the paper, confirmed what these show. Otherwise it is not decidable with these runs. "
                f"Counts beside ours are the paper's: {against.counts.citation}.",
            )
        )
    return found


def facts(study: Study, experiment: Experiment) -> list[tuple[str, str]]:
    """List the facts of the experiment: what ran, how much, how long, with which versions."""
    runs, have = study.runs, study.coverage
    each = str(have.fewest_runs) if have.fewest_runs == have.most_runs else f"{have.fewest_runs} to {have.most_runs}"
    found: list[tuple[str, str]] = [
        ("Experiment", experiment.name + (" (results of other programs)" if experiment.imported else "")),
        ("Suite", runs.suite or "not said"),
        ("Dimension", str(runs.dimension or ", ".join(str(d) for d in sorted({b.dimension for b in runs.blocks})))),
        ("Problems", f"{len(runs.blocks)} ({_instances(runs)})"),
        ("Configurations", f"{len(runs.configurations)} with {len(runs.boundaries)} boundary methods"),
        ("Own operators", ", ".join(full for full, short in study.names.items() if short != full)),
        ("Adaptation", runs.adaptation),
        ("Population", str(runs.population or "")),
        ("Budget", f"{runs.budget:,} evaluations per run" if runs.budget else ""),
        ("Target", _target(experiment.config.get("target", ""))),
        ("Seed", str(experiment.config.get("seed", ""))),
        ("Runs", f"{have.runs:,} ({each} per cell)"),
        ("Evaluations", f"{have.evaluations:,}" if have.evaluations else ""),
        ("Computing time", _time(have.seconds, have.evaluations)),
        ("Non-finite values", f"{have.nonfinite:,}" if have.nonfinite else ""),
    ]
    environment = experiment.environment
    commit = str(environment.get("commit") or "")[:12]
    versions = {"Python": environment.get("python"), **environment.get("packages", {})}
    found += [
        ("Run with", f"inbounds {environment.get('inbounds', '')}" + (f", commit {commit}" if commit else "")),
        ("Processor", f"{environment.get('cpu', '')} ({environment.get('instructions', '')})"),
        ("Versions", ", ".join(f"{name} {value}" for name, value in versions.items() if value and name != "inbounds")),
        ("Started", str(environment.get("started", ""))),
        ("Resumed elsewhere", str(len(environment.get("resumed", [])) or "")),
    ]
    shown = found if environment else found[:-5]
    return [(label, text) for label, text in shown if text]


def missing_words(study: Study) -> str | None:
    """Say what the store still lacks; None when every cell has its runs."""
    have = study.coverage
    if have.filled < have.cells:
        return (
            f"This is a partial result: {have.cells - have.filled:,} of {have.cells:,} cells have no runs yet. They "
            f"are hatched below, and means and tests use only the problems on which all methods of a configuration "
            f"have runs."
        )
    if have.fewest_runs < have.most_runs:
        return f"Cells have between {have.fewest_runs} and {have.most_runs} runs: the experiment may still be going on."
    return None


def budget_words(study: Study, experiment: Experiment) -> str | None:
    """Warn of results of other programs whose runs had different budgets: more evaluations, better ranks."""
    if not experiment.imported:
        return None
    unsolved = study.runs.frame.filter(pl.col("precision") > SOLVED).drop_nulls("evaluations")
    spent = (
        unsolved.group_by("dimension", "mutation", "crossover", "boundary")
        .agg(pl.col("evaluations").max())
        .with_columns(least=pl.col("evaluations").min().over("dimension"))
        .filter(pl.col("evaluations").max().over("dimension") > SAME_BUDGET * pl.col("least"))
        .sort("evaluations", "boundary", "mutation", "crossover")
    )
    if spent.is_empty():
        return None
    first, last = spent.row(0, named=True), spent.row(-1, named=True)

    def named(row: dict[str, Any]) -> str:
        return ", ".join(study.names[row[part]] for part in ("mutation", "crossover", "boundary") if row[part])

    return (
        f"These runs had different budgets: without reaching {SOLVED:g}, {named(first)} ends after at most "
        f"{first['evaluations']:,} evaluations and {named(last)} after up to {last['evaluations']:,}. Ranks favour "
        f"those that ran longer; import with a budget that all have to compare them fairly."
    )


def _instances(runs: Runs) -> str:
    found = sorted({block.instance for block in runs.blocks})
    return f"instance {found[0]}" if len(found) == 1 else f"{len(found)} instances"


def _target(target: object) -> str:
    if target is None:
        return "none: every run uses its whole budget"
    return f"{target:g}: runs stop there" if isinstance(target, float | int) else str(target)


def _time(seconds: float | None, evaluations: int | None) -> str:
    if not seconds:
        return ""
    hours, minutes = seconds / 3600, seconds / 60
    text = f"{hours:.1f} h" if hours >= 1 else f"{minutes:.1f} min" if minutes >= 1 else f"{seconds:.1f} s"
    each = f", {1e6 * seconds / evaluations:.2f} µs per evaluation" if evaluations else ""
    return f"{text} of one core{each}"
