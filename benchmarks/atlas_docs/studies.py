"""The pages of the studies, and how many runs each rests on in the table of all of them."""

from pathlib import Path

import polars as pl
from benchmarks.atlas_docs.markdown import replace_block, table
from benchmarks.study import load_runs, write_page

from inbounds.experiment import Plan, load_config
from inbounds.plan.config import SERIES

FOLDER = "studies"
INDEX = "studies/index.md"
BLOCK = "studies"
POSITIONS = "bias-positions.parquet"
QUESTIONS = {
    "mixtures": "Do mixtures of boundary methods beat the best single one?",
    "walls": "Which method for an optimum on the wall, and which is a trap?",
    "bias": "What does an algorithm prefer when nothing is better?",
    "modern": "Does the ranking survive inside L-SHADE and jSO?",
    "dose": "Does the repaired share cause bad performance?",
    "schedule": "Is exponential crossover early, binomial late better than each alone?",
}
STORES = {
    "mixtures": ("mixtures",),
    "walls": ("walls",),
    "bias": ("bias-dimensions",),
    "modern": SERIES["modern"],
    "dose": ("dose",),
    "schedule": ("schedule",),
}


def write(atlas: Path, docs: Path) -> list[str]:
    """Write the page of every study whose runs are there, and the table of studies; return what was written."""
    rows, said = [], []
    for study, question in QUESTIONS.items():
        stores = [atlas / FOLDER / name for name in STORES[study]]
        positions = atlas / FOLDER / POSITIONS if study == "bias" else None
        if not all(place.exists() for place in (*stores, *([positions] if positions else []))):
            continue
        write_page(study, stores, docs / FOLDER, positions)
        made = load_runs(stores).height + (int(pl.read_parquet(positions)["runs"].sum()) if positions else 0)
        rows.append((f"[`{study}`]({study}.md)", question, f"{made:_}".replace("_", " "), _of_preset(study, made)))
        said.append(f"{FOLDER}/{study}.md: {made} runs")
    if rows:
        heads = ["study", "question", "runs", "share of its presets"]
        replace_block(docs / INDEX, BLOCK, table(pl.DataFrame(rows, schema=heads, orient="row"), heads))
    return said


def _of_preset(study: str, made: int) -> str:
    """Return how much of what its presets plan was run."""
    presets = [*STORES[study], *(["bias"] if study == "bias" else [])]
    planned = sum(Plan(load_config(name)).runs for name in presets)
    return "all" if made == planned else f"{100 * made / planned:.0f} %"
