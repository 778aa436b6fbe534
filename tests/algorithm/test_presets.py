"""Known algorithms: what they are made of, and their results beside an independent program."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import inbounds as ib


def test_l_shade_and_jso_are_made_of_their_published_parts():
    de = ib.DE.preset("l-shade")
    assert [de.size(n) for n in (2, 10, 30)] == [36, 180, 540]
    assert (de.mutation, de.boundary) == ("target-to-pbest/1", "midpoint-target")
    assert de.adaptation == "l-shade[zero=program]"
    assert de.modules == {
        "archive": "external[size=2.6]", "reduction": "linear", "pbest": "linear[start=0.11,end=0.11]",
        "selection": "better-or-equal",
    }  # fmt: skip
    jso = ib.DE.preset("jso")
    assert [jso.size(n) for n in (10, 30)] == [round(25 * np.sqrt(n) * np.log(n)) for n in (10, 30)] == [182, 466]
    assert jso.mutation == "target-to-pbest-w/1"


def test_single_arguments_of_a_preset_can_be_changed():
    assert ib.DE.preset("jso", boundary="reflection", population=50).size(10) == 50
    with pytest.raises(ib.InvalidArgumentError, match=r"preset must be one of 'l-shade', 'jso'; got 'lshade'"):
        ib.DE.preset("lshade")


def test_a_formula_for_the_population_is_read_and_saved(tmp_path):
    assert ib.DE(population="12").population == 12
    with pytest.raises(
        ib.InvalidArgumentError,
        match="population must be a positive integer or a product .* got 'n+1'".replace("+", "[+]"),
    ):
        ib.DE(population="n+1")
    opt = ib.DE.preset("l-shade").start([(-1, 1)] * 2, budget=200)
    assert len(opt.ask()) == 36
    opt.save(tmp_path / "run.npz")
    assert np.array_equal(ib.load(tmp_path / "run.npz").ask(), opt.ask())


MINIONPY = json.loads((Path(__file__).parent / "data" / "minionpy-finals.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("cell", MINIONPY["precisions"], ids=lambda cell: f"{cell['preset']}-f{cell['function']}")
def test_presets_reach_what_an_independent_program_reaches(cell):
    """25 final precisions of minionpy, which `benchmarks/minionpy_finals.py` makes, beside ours."""
    problem = ib.problem("bbob", function=cell["function"], instance=1, dimension=MINIONPY["dimension"])
    # the one of its boundary methods we have, too
    de = ib.DE.preset(cell["preset"], boundary="reinitialization[stage=trial]")
    ours = de.run(problem, budget=MINIONPY["budget"], runs=51, seed=3).precision
    reached = [np.log10(np.maximum(found, 1e-8)) for found in (ours, cell["runs"])]
    assert stats.ks_2samp(*reached).pvalue > 1e-3


def test_every_cell_of_the_independent_program_is_there():
    held = {(cell["preset"], cell["function"]): len(cell["runs"]) for cell in MINIONPY["precisions"]}
    assert held == {(preset, function): 25 for preset in ("l-shade", "jso") for function in (10, 15, 20)}
