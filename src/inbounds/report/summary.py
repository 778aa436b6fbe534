"""The words at the top of the report, made from the data: what wins where, how sure, how noisy."""

from dataclasses import dataclass

import numpy as np
import polars as pl

from inbounds.analysis.best_counts import TOTAL
from inbounds.analysis.ranking import fewest_runs
from inbounds.analysis.study import Study
from inbounds.counts_and_lists import counted, listed
from inbounds.paper import Reproduction
from inbounds.paper.claims import FAILS, HOLDS, UNDECIDABLE
from inbounds.problems.function_groups import ALL, GROUP_NAMES

SURE = 0.8
NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five"}


@dataclass(frozen=True)
class Finding:
    """A sentence and the topic it belongs to: data, winners, certainty, noise, sensitivity, repairs, claims."""

    topic: str
    text: str


def summarise(study: Study, against: Reproduction | None = None) -> tuple[Finding, ...]:
    """Say in plain sentences what the tables show, and where there is something to hold `against` the paper, that."""
    steps = (_data, _winners, _certainty, _noise, _sensitivity, _repairs, _relation, _floor)
    findings = [finding for step in steps for finding in step(study)]
    if against is not None:
        findings += [*_paper(against), *_claims(against)]
    return tuple(findings)


def _data(study: Study) -> list[Finding]:
    runs, have = study.runs, study.coverage
    where = f"in dimension {runs.dimension}" if runs.dimension else "in several dimensions"
    if not any(block.dimension for block in runs.blocks):
        where = "of unknown dimension"
    text = (
        f"{counted(have.runs, 'run')} of {counted(len(runs.configurations), 'configuration')} with "
        f"{counted(len(runs.boundaries), 'boundary method')} on {counted(len(runs.blocks), 'problem')} {where}."
    )
    if have.filled < have.cells:
        text += f" {have.cells - have.filled:,} of {have.cells:,} cells have no runs yet and are shown as missing."
    if have.dropped:
        text += f" {have.dropped:,} runs without a final precision were left out."
    if not runs.every_target_kept:
        text += (
            " The runs were packed without their curves: what needs these or every target (convergence, repaired share "
            "and mean F and Cr over time, the area over the convergence curve) is left out."
        )
    needed = fewest_runs(len(runs.boundaries), study.function_ranks.options.alpha)
    if have.fewest_runs < needed:
        text += (
            f" With {have.fewest_runs} runs in a cell the ranking's test can never separate {len(runs.boundaries)} "
            f"methods; it needs at least {needed}."
        )
    return [Finding("data", text)]


def _winners(study: Study) -> list[Finding]:
    table = study.counts.table
    groups = list(dict.fromkeys(table["group"].to_list()))
    proper = [group for group in groups if group not in (ALL, TOTAL)]
    shown = [*proper, *([TOTAL] if len(proper) > 1 else [])] or [ALL]
    said = {group: study.counts.words(group, study.names) for group in shown}
    return [Finding("winners", f"{_group_name(group, of=len(proper))}: {text}") for group, text in said.items() if text]


def _certainty(study: Study) -> list[Finding]:
    ranked = study.intervals.table.drop_nulls("best_share")
    columns = ["group", "mutation", "crossover"]
    best = study.group_ranks.mean_ranks.filter("best").select(*columns, "boundary")
    winners = best.join(ranked, on=[*columns, "boundary"]).with_columns(winners=pl.len().over(columns))
    alone = winners.filter(pl.col("winners") == 1)
    total = ranked.select(columns).n_unique()
    if not total:
        return []
    sure = int((alone["best_share"] >= SURE).sum())
    width = float(np.median((ranked["high"] - ranked["low"]).to_numpy()))
    level = round(100 * study.intervals.level)
    text = (
        f"In {alone.height} of {total} columns (groups × configurations) one method alone is best; {sure} of these "
        f"keep it in at least {SURE:.0%} of {study.intervals.resamples} resamplings of the runs. The {level} % "
        f"interval of a mean rank is typically {width:.1f} ranks wide."
    )
    return [Finding("certainty", text)]


def _noise(study: Study) -> list[Finding]:
    noise = study.noise
    if noise.typical is None or noise.largest is None:
        return [Finding("noise", "The ranking's noise cannot be measured: the runs hold no pair of duplicate methods.")]
    if noise.identical:
        return [Finding("noise", "The duplicate methods' runs are identical bit for bit, so they measure no noise.")]
    return [
        Finding(
            "noise",
            "midpoint-base and midpoint-target are the same operator for target-based mutations; their mean ranks "
            f"still differ by {noise.typical:.1f} on average and by up to {noise.largest:.1f}. Smaller differences "
            "between other methods mean nothing.",
        )
    ]


def _sensitivity(study: Study) -> list[Finding]:
    table = study.sensitivity_by_crossover.filter(pl.col("group") != ALL)
    if table.is_empty():
        table = study.sensitivity_by_crossover
    if table.is_empty():
        return []
    top = table.sort("worse_share", descending=True, maintain_order=True).row(0, named=True)
    if not top["worse_share"]:
        return [Finding("sensitivity", "In no configuration is any method significantly worse than the best.")]
    crossover = study.names[top["crossover"]] or "no"
    text = (
        f"The choice matters most in {_group_name(top['group'], inside=True)} with {crossover} "
        f"crossover: {top['worse_share']:.0%} of the other methods are significantly worse than the best"
    )
    if top["decades"] is not None and np.isfinite(top["decades"]):
        text += f", and the worst ends {top['decades']:.1f} decades of precision behind it"
    return [Finding("sensitivity", text + ".")]


def _repairs(study: Study) -> list[Finding]:
    table = study.repaired.drop_nulls("repaired")
    by_crossover = table.filter(pl.col("group") == ALL).group_by("crossover", maintain_order=True)
    means = by_crossover.agg(pl.col("repaired").mean()).rows()
    if not means:
        return []
    shares = listed([f"{share:.0%} with {study.names[name] or 'no'} crossover" for name, share in means])
    groups = table.filter(pl.col("group") != ALL).group_by("group", maintain_order=True).agg(pl.col("repaired").mean())
    text = f"Of all trials, {shares} had to be repaired or penalised"
    if groups.height > 1:
        most = groups.sort("repaired", descending=True).row(0, named=True)
        text += f"; most in {_group_name(most['group'], inside=True)} ({most['repaired']:.0%})"
    return [Finding("repairs", text + ".")]


def _relation(study: Study) -> list[Finding]:
    table = study.relation.table.filter((pl.col("group") == ALL) & (pl.col("level") == "methods"))
    findings = []
    for row in table.iter_rows(named=True):
        name = f"With {study.names[row['crossover']] or 'no'} crossover"
        if row["p"] is None:
            text = f"{name}, there are too few comparisons to relate repairs and results"
        elif row["p"] < 0.01 and abs(row["mean"]) >= 0.1:
            text = f"{name}, methods that repair more tend to end {'worse' if row['mean'] > 0 else 'better'}"
        else:
            text = f"{name}, repairs and results hardly go together"
        findings.append(Finding("repairs", f"{text} (mean rank correlation {row['mean']:+.2f}); this shows no cause."))
    return findings


def _floor(study: Study) -> list[Finding]:
    row = study.floors.table.filter(pl.col("group") == ALL).row(0, named=True)
    groups = study.floors.table.filter(pl.col("group") != ALL)
    basis = groups if groups.height else study.floors.table
    columns, same = int(basis["configurations"].sum()), int(basis["same_best"].sum())
    if not columns or row["mean_difference"] is None:
        return []
    text = (
        f"Ranking with floor {study.floors.floor} or {study.floors.other_floor} gives the same best methods in {same} "
        f"of {columns} columns; mean ranks differ by {row['mean_difference']:.2f} on average."
    )
    return [Finding("certainty", text)]


def _paper(against: Reproduction) -> list[Finding]:
    total = against.counts.correlation.filter(pl.col("group") == "total").drop_nulls("spearman")
    if total.is_empty():
        return []
    rho = float(total["spearman"][0])
    words = "agrees well" if rho >= 0.7 else "agrees in part" if rho >= 0.4 else "does not agree"
    return [
        Finding(
            "claims",
            f"The count of wins {words} with the paper's count table (rank correlation {rho:.2f} over the methods).",
        )
    ]


def _claims(against: Reproduction) -> list[Finding]:
    verdicts = against.claims.table["verdict"]
    count = {verdict: int((verdicts == verdict).sum()) for verdict in (HOLDS, FAILS, UNDECIDABLE)}
    text = (
        f"Of {verdicts.len()} checks of the paper's statements, {count[HOLDS]} hold, {count[FAILS]} do not, "
        f"{count[UNDECIDABLE]} cannot be decided with these runs."
    )
    findings = [Finding("claims", text)]
    if against.variants is not None:
        findings.append(Finding("claims", against.variants.words()))
    old = against.claims.resting_on_the_old_defect()
    if old:
        findings.append(
            Finding(
                "claims",
                f"{len(old)} statements hold only with the exponential crossover as it was in 2020: {listed(old)}.",
            )
        )
    return findings


def _group_name(group: str, *, inside: bool = False, of: int = 0) -> str:
    if group == TOTAL:
        return f"Over the {NUMBERS.get(of, of)} groups"
    if group == ALL:
        return "all functions" if inside else "All functions"
    name = f"group {group} ({GROUP_NAMES[group]})"
    return name if inside else name[0].upper() + name[1:]
