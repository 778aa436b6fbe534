"""A config is right as a whole or refused in one line that names the key, the value and what is allowed."""

import pytest

import inbounds as ib
from inbounds.algorithm.formula import evaluate_formula, normal_formula
from inbounds.errors import ConfigError
from inbounds.experiment import PRESETS, Config, Plan, load_config, parse_config
from inbounds.operators import catalogue
from tests.small_experiment import small_config

WHOLE = {
    "functions": '"1-24"',
    "dimensions": "[5]",
    "mutations": '"all"',
    "crossovers": '["binomial"]',
    "boundaries": '"all"',
    "runs": "15",
}


def toml(**changes: str) -> str:
    return "\n".join(f"{key} = {value}" for key, value in {**WHOLE, **changes}.items())


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"functions": '"1-30"'}, ["functions", "'1-30'", "25", "1-24 in 'bbob'"]),
        ({"functions": '"9-3"'}, ["functions", "'9-3'", "upwards"]),
        ({"functions": "[1, 1]"}, ["functions", "1 more than once"]),
        ({"suites": '["bob"]'}, ["suites", "'bob'", "'bbob', 'sbox', 'noise'", "Did you mean 'bbob'?"]),
        ({"boundaries": '["reflect"]'}, ["boundaries", "'reflect'", "'death-penalty'", "Did you mean 'reflection'?"]),
        ({"boundaries": "[]"}, ["boundaries", "must not be empty"]),
        ({"mutations": '["rand/1", "rand/1"]'}, ["mutations", "'rand/1' more than once"]),
        ({"boundaries": '["no_such_package.walls:soft"]'}, ["no_such_package.walls", "cannot be imported"]),
        ({"boundaries": '["not a module:soft"]'}, ["package.module:name", "'not a module:soft'"]),
        ({"dimensions": "[0]"}, ["dimensions", "[0]", ">= 1"]),
        ({"dimensions": "2.5"}, ["dimensions", "2.5", "integer"]),
        ({"runs": "0"}, ["runs", "0", ">= 1"]),
        ({"runs": "true"}, ["runs", "True", "integer"]),
        ({"seed": "-1"}, ["seed", "-1", ">= 0"]),
        ({"budget": '"n^2"'}, ["budget", "'n^2'", "10000*n"]),
        ({"budget": "50"}, ["budget", ">= population = 100", "50"]),
        ({"population": "3"}, ["population", ">=", "3"]),
        ({"target": '"small"'}, ["target", "'small'", "'none'"]),
        ({"target": "-1e-8"}, ["target", "-1e-08", ">= 0"]),
        ({"boundarys": '"all"'}, ["'boundarys' is not known", "Did you mean 'boundaries'?"]),
        ({"name": '"../elsewhere"'}, ["name", "../elsewhere", "letters"]),
    ],
)
def test_an_error_names_the_key_the_value_and_what_is_allowed(changes, words):
    with pytest.raises(ConfigError) as caught:
        parse_config(toml(**changes), source="config 'x.toml'")
    message = str(caught.value)
    assert message.startswith("config 'x.toml': ")
    assert "\n" not in message
    for word in words:
        assert word in message


def test_a_config_made_directly_tells_its_errors_in_the_same_words():
    with pytest.raises(ConfigError, match=r"^runs = 0: must be an integer >= 1.*; key 'color' is not known"):
        Config(functions=1, dimensions=2, mutations="rand/1", crossovers="all", boundaries="all", runs=0, color="red")


def test_several_errors_are_told_at_once():
    with pytest.raises(ConfigError, match=r"runs = 0.*seed = -1"):
        parse_config(toml(runs="0", seed="-1"))


def test_a_missing_key_is_named():
    text = "\n".join(line for line in toml().splitlines() if not line.startswith("runs"))
    with pytest.raises(ConfigError, match="'runs' is missing"):
        parse_config(text)


def test_text_that_is_not_toml_is_refused_with_the_place():
    with pytest.raises(ConfigError, match=r"not valid TOML.*line 1"):
        parse_config("functions = = 3")


def test_an_unknown_preset_is_refused_with_a_suggestion():
    with pytest.raises(ConfigError, match=r"'smoke', 'quick', 'paper', 'paper-2020'.*got 'papr'. Did you mean 'paper'"):
        load_config("papr")


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ConfigError, match=r"nowhere.toml.*No such file"):
        load_config(tmp_path / "nowhere.toml")


@pytest.mark.parametrize(
    ("given", "numbers"),
    [('"1-24"', range(1, 25)), ("[3, 1]", (3, 1)), ("7", (7,)), ('"1-3, 9"', (1, 2, 3, 9)), ('["1-2", 5]', (1, 2, 5))],
)
def test_functions_are_numbers_lists_or_ranges(given, numbers):
    assert parse_config(toml(functions=given)).functions == tuple(numbers)


def test_all_functions_are_those_of_the_suites():
    assert parse_config(toml(functions='"all"')).functions == tuple(range(1, 25))
    assert parse_config(toml(functions='"all"', suites='["noise"]')).functions == (0,)


def test_each_suite_runs_the_functions_it_has():
    plan = Plan(parse_config(toml(functions='"0-2"', suites='["bbob", "noise"]', boundaries='["wrapping"]')))
    assert {(cell.suite, cell.function) for cell in plan.cells} == {("bbob", 1), ("bbob", 2), ("noise", 0)}


def test_all_operators_are_those_of_the_catalogue():
    config = parse_config(toml(crossovers='"all"'))
    assert list(config.mutations) == ib.mutations()
    assert list(config.crossovers) == ib.crossovers()
    assert list(config.boundaries) == ib.boundaries()


@pytest.mark.parametrize(
    ("given", "normal", "in_30d"),
    [
        ("10000*n", "10000*n", 300_000),
        ("n * 1e4", "10000*n", 300_000),
        (500, "500", 500),
        ("2*n*n", "2*n*n", 1800),
        ("n", "n", 30),
        ("10_000*n", "10000*n", 300_000),
    ],
)
def test_budgets_have_one_spelling(given, normal, in_30d):
    assert normal_formula(given) == normal
    assert evaluate_formula(normal, 30) == in_30d


@pytest.mark.parametrize("name", PRESETS)
def test_a_config_reads_back_from_its_own_toml(name):
    config = load_config(name)
    assert parse_config(config.to_toml()) == config
    assert parse_config(config.with_(target="none").to_toml()).target is None


def test_a_config_is_frozen():
    with pytest.raises(ValueError, match="frozen"):
        small_config().runs = 9


def test_paper_is_the_papers_set_up_to_the_letter():
    """364 instances x 24 functions x 100 runs of 10 000 n evaluations, n = 30, M = 100, instance 1."""
    plan = Plan(load_config("paper"))
    assert (len(plan.cells), plan.runs) == (364 * 24, 873_600)
    assert {(c.dimension, c.population, c.budget, c.instance, c.adaptation) for c in plan.cells} == {
        (30, 100, 300_000, 1, "shade")
    }
    assert plan.config.target == 0
    assert set(plan.config.crossovers) == {"binomial", "exponential"}


def test_paper_2020_differs_in_the_exponential_crossover_only():
    paper, old = load_config("paper").content(), load_config("paper-2020").content()
    assert {key for key in paper if paper[key] != old[key]} == {"name", "crossovers"}
    assert old["crossovers"] == ["binomial", "exponential-2020"]


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        (
            "paper-death-penalty",
            {"boundaries": ["death-penalty[strict=no]"], "crossovers": ["binomial", "exponential", "exponential-2020"]},
        ),
        ("paper-transformation", {"boundaries": ["transformation[offset=text]"]}),
        ("paper-proximity", {"mutations": ["proximity-rand/1[weight=distance]"]}),
    ],
)
def test_the_papers_variants_hold_only_the_cells_that_change(name, changed):
    paper, variant = load_config("paper").content(), load_config(name).content()
    assert {key: variant[key] for key in paper if paper[key] != variant[key]} == {"name": name, **changed}


def test_quick_covers_every_instance_and_function_with_runs_enough_to_rank():
    plan = Plan(load_config("quick"))
    assert len(plan.cells) == 364 * 24
    assert plan.config.runs >= 15


def test_dimensions_are_the_papers_algorithms_in_four_dimensions():
    paper, plan = load_config("paper"), Plan(load_config("dimensions"))
    assert len(plan.cells) == 364 * 24 * 4
    assert {(cell.dimension, cell.budget) for cell in plan.cells} == {(n, 2000 * n) for n in (5, 10, 20, 40)}
    for key in ("mutations", "crossovers", "boundaries", "adaptation", "population", "functions"):
        assert getattr(plan.config, key) == getattr(paper, key)


def test_modern_presets_are_the_algorithms_of_their_names_with_every_boundary_method():
    for name in ("l-shade", "jso"):
        config, algorithm = load_config(f"modern-{name}"), ib.DE.preset(name, adaptation=name)  # zero=text
        assert config.modules == {family: getattr(algorithm, family) for family in config.modules}
        assert {"archive", "reduction", "pbest", "selection"} == set(config.modules)
        assert (config.mutations, config.adaptation) == ((algorithm.mutation,), (algorithm.adaptation,))
        assert config.population == (str(algorithm.population),)
        assert set(catalogue.names("boundary")) < set(config.boundaries)


def test_the_preset_of_mixtures_holds_out_ten_instances_of_28_configurations():
    config = load_config("mixtures")
    assert config.instances == tuple(range(1, 16))
    assert len(config.mutations) * len(config.crossovers) == 28
    assert config.suites == ("bbob", "sbox", "walls[epsilon=0.01]")
    assert config.dimensions == (10, 30)
    assert {catalogue.choose("boundary", name).rule for name in config.boundaries} == set(catalogue.RULES)
