"""The algorithm space: every configuration is a DE, every DE of the catalogue is a configuration."""

import re

import pytest

import inbounds as ib
from inbounds.algorithm.configuration_space import irace_parameters, parameters
from inbounds.errors import InvalidArgumentError, UnknownOperatorError
from inbounds.operators import catalogue

ConfigSpace = pytest.importorskip("ConfigSpace")


def test_every_sample_is_an_algorithm_that_runs():
    problem = ib.problem("bbob", function=1, dimension=2)
    for configuration in ib.configuration_space(seed=1, population=(10, 40)).sample_configuration(200):
        de = ib.DE.from_configuration(configuration)
        assert de.run(problem, budget=de.population + 40, target=None).evaluations[0] == de.population + 40


def test_the_default_configuration_is_the_default_algorithm():
    assert ib.DE.from_configuration(ib.configuration_space().get_default_configuration()) == ib.DE()


def test_samples_repeat_with_the_seed():
    one, other = (ib.configuration_space(seed=7).sample_configuration(20) for _ in range(2))
    assert [dict(sample) for sample in one] == [dict(sample) for sample in other]


def test_all_operators_can_be_chosen_but_the_kept_defect():
    space = ib.configuration_space()
    assert set(space["mutation"].choices) == set(ib.mutations())
    assert set(space["boundary"].choices) == set(ib.boundaries())
    assert set(space["adaptation"].choices) == set(ib.adaptations())
    assert set(space["crossover"].choices) == set(ib.crossovers()) - {"exponential-2020"}


def test_options_exist_only_with_their_operator():
    for sample in ib.configuration_space(seed=3).sample_configuration(300):
        assert ("F" in sample) == ("Cr" in sample) == (sample["adaptation"] == "constant")
        for family in catalogue.FAMILIES:
            for operator in catalogue.operators(family):
                for option in operator.options:
                    if option.name not in ("F", "Cr"):
                        assert (f"{operator.name}.{option.name}" in sample) == (sample[family] == operator.name)


def test_options_reach_the_algorithm():
    de = ib.DE.from_configuration(
        {
            "mutation": "proximity-rand/1",
            "proximity-rand/1.weight": "distance",
            "crossover": "binomial",
            "boundary": "transformation",
            "transformation.offset": "text",
            "adaptation": "constant",
            "F": 0.123456789,
            "Cr": 0.25,
            "population": 30,
        }
    )
    assert (de.mutation, de.boundary) == ("proximity-rand/1[weight=distance]", "transformation[offset=text]")
    assert de == ib.DE(de.mutation, "binomial", de.boundary, "constant", population=30, F=0.123456789, Cr=0.25)


def test_the_space_can_be_narrowed():
    space = ib.configuration_space(
        mutations=["best/1"], boundaries=["reflection", "wrapping"], adaptations=["constant"], population=50
    )
    samples = space.sample_configuration(50)
    assert {sample["mutation"] for sample in samples} == {"best/1"}
    assert {sample["boundary"] for sample in samples} == {"reflection", "wrapping"}
    assert {sample["population"] for sample in samples} == {50}
    assert all("F" in sample for sample in samples)


def test_missing_values_stand_for_parameters_that_do_not_exist():
    plain = {"mutation": "rand/1", "crossover": "binomial", "boundary": "reflection", "adaptation": "shade"}
    assert ib.DE.from_configuration({**plain, "F": None, "Cr": float("nan"), "population": 100}) == ib.DE()


@pytest.mark.parametrize(
    ("change", "kind", "message"),
    [
        ({"mutation": None}, InvalidArgumentError, "needs 'mutation'"),
        ({"mutation": "rand/9"}, UnknownOperatorError, "mutation must be one of"),
        ({"F": 0.5}, InvalidArgumentError, "a configuration with these operators has .*got 'F'"),
        ({"popluation": 20}, InvalidArgumentError, "Did you mean 'population'"),
        ({"population": 2}, InvalidArgumentError, "population must be at least 4"),
    ],
)
def test_a_configuration_that_is_none_is_refused(change, kind, message):
    plain = {"mutation": "rand/1", "crossover": "binomial", "boundary": "reflection", "adaptation": "shade"}
    with pytest.raises(kind, match=message):
        ib.DE.from_configuration({**plain, **change})


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"population": (4, 50)}, "low at least 6"),
        ({"population": (50, 20)}, "population must be limits"),
        ({"mutations": []}, "at least one mutation"),
        ({"mutations": "rand/1"}, "must be a list"),
        ({"boundaries": ["reflect"]}, "Did you mean 'reflection'"),
        ({"boundaries": ["resampling+"]}, "a mixture is written"),
        (
            {"boundaries": ["(reflection+wrapping)[rule=survival]"], "modules": True},
            "modules may change the population",
        ),
    ],
)
def test_a_space_that_cannot_be_is_refused(choice, message):
    with pytest.raises(InvalidArgumentError, match=message):
        ib.configuration_space(**choice)


def test_irace_gets_the_same_space_as_text():
    lines = irace_parameters().splitlines()
    pattern = re.compile(r'^([A-Za-z][\w.]*) "--[^"]+=" (c|i|r|i,log|r,log) \(([^()]+)\)( \| \w+ == "[^"]+")?$')
    assert all(pattern.match(line) for line in lines)
    assert len(lines) == len(parameters())
    assert 'F "--F=" r (0, 2) | adaptation == "constant"' in lines
    assert 'population "--population=" i,log (10, 500)' in lines


def test_names_as_irace_has_them_are_understood():
    de = ib.DE.from_configuration(
        {
            "mutation": "rand/1",
            "crossover": "binomial",
            "boundary": "death-penalty",
            "death_penalty.strict": "no",
            "adaptation": "shade",
        }
    )
    assert de.boundary == "death-penalty[strict=no]"


def test_modules_are_part_of_the_space_where_asked_for():
    space = ib.configuration_space(seed=1, population=(10, 40), modules=True, mutations=["target-to-pbest/1"])
    assert set(catalogue.MODULES) <= set(space)
    problem = ib.problem("bbob", function=1, dimension=2)
    samples = [ib.DE.from_configuration(sample) for sample in space.sample_configuration(100)]
    assert {de.reduction.partition("[")[0] for de in samples} == {"none", "linear", "nonlinear"}
    assert any(de.archive.startswith("external[size=") for de in samples)
    assert all(de.run(problem, budget=200, target=None).evaluations[0] == 200 for de in samples)
    assert ib.DE.from_configuration(space.get_default_configuration()) == ib.DE("target-to-pbest/1", population=40)
    assert not set(catalogue.MODULES) & set(ib.configuration_space())


def test_an_archive_can_be_chosen_with_the_mutations_that_use_one():
    space = ib.configuration_space(seed=1, population=(10, 40), modules=True)
    samples = space.sample_configuration(300)
    users = {info.name for info in catalogue.operators("mutation") if "archive" in info.needs}
    assert all(("archive" in sample) == (sample["mutation"] in users) for sample in samples)
    assert all(("archive.external.size" in sample) == (sample.get("archive") == "external") for sample in samples)
    assert any(ib.DE.from_configuration(sample).archive.startswith("external[size=") for sample in samples)
    lines = {line.split()[0]: line for line in irace_parameters(modules=True).splitlines()}
    assert all(f'"{name}"' in lines["archive"].partition("| mutation %in% c(")[2] for name in users)
    assert lines["archive.external.size"].endswith('| archive == "external"')
    assert "archive" not in ib.configuration_space(modules=True, mutations=["rand/1", "best/1"])


def test_mixtures_and_names_with_options_are_choices_as_they_stand():
    wanted = ["reflection", "resampling+projection", "(reflection+wrapping)[rule=abchs]", "transformation[offset=text]"]
    space = ib.configuration_space(seed=2, boundaries=wanted)
    assert list(space["boundary"].choices) == wanted
    samples = space.sample_configuration(100)
    assert {ib.DE.from_configuration(sample).boundary for sample in samples} == set(wanted)
    assert not any("transformation.offset" in sample for sample in samples)


def test_options_that_are_sizes_are_whole_numbers_of_the_space():
    found = {parameter.name: parameter for parameter in parameters(modules=True)}
    whole = {"shade.memory", "l-shade.memory", "jso.memory", "reduction.linear.least", "reduction.nonlinear.least"}
    assert {name for name, parameter in found.items() if parameter.whole} == {"population", *whole}
    assert all(isinstance(limit, int) for name in whole for limit in (found[name].low, found[name].high))
