"""`inbounds list`: the operators, modules, known algorithms and problems, as tables or as JSON."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.table import Table

FAMILY_TITLES = {
    "mutation": "Mutations",
    "crossover": "Crossovers",
    "boundary": "Boundary methods",
    "adaptation": "Parameter adaptations",
}


def list_all(
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, with all metadata.")] = False,
) -> None:
    """Show every operator, module, known algorithm and problem that can be named."""
    if as_json:
        typer.echo(json.dumps(listing(), indent=2, ensure_ascii=False))
    else:
        print_tables(listing())


def listing() -> dict[str, Any]:
    """Return all operators and modules, by family, known algorithms, and all problems, by suite, as plain data."""
    from inbounds import problems
    from inbounds.algorithm.presets import PRESETS
    from inbounds.operators import catalogue

    def operator(info: catalogue.OperatorInfo) -> dict[str, Any]:
        return {
            "name": info.name,
            "label": info.label,
            "summary": info.summary,
            "cite": info.cite,
            "formula": info.formula,
            "kind": info.kind,
            "needs": list(info.needs),
            "minimum_population": info.minimum_population,
            "options": [
                {
                    "name": option.name,
                    "default": option.spell(option.standard),
                    "choices": list(option.choices),
                    "low": None if option.choices else option.low,
                    "high": None if option.choices else option.high,
                }
                for option in info.options
            ],
        }

    def operators(families: Sequence[str]) -> dict[str, Any]:
        return {family: [operator(info) for info in catalogue.operators(family)] for family in families}

    return {
        "operators": operators(catalogue.FAMILIES),
        "stages": list(catalogue.STAGES),
        "mixture_rules": list(catalogue.RULES),
        "modules": operators(catalogue.MODULES),
        "presets": PRESETS,
        "problems": {
            suite: [
                {"function": info.number, "name": info.name, "label": info.label, "group": info.group}
                for info in problems.functions(suite)
            ]
            for suite in problems.suites()
        },
    }


def print_tables(data: dict[str, Any]) -> None:
    """Print `listing()` as one table a family, one of all modules, one of known algorithms and one of all problems."""
    from rich.console import Console

    console = Console()
    for family, entries in data["operators"].items():
        rows = [(entry["name"], entry["summary"] + _options(entry["options"])) for entry in entries]
        console.print(_table(f"{FAMILY_TITLES[family]} ({len(entries)})", ("name", "what it does"), rows))
        if family == "boundary":
            console.print(_stages_and_mixtures(data), markup=False, highlight=False)
    modules = [
        (family, entry["name"], entry["summary"] + _options(entry["options"]))
        for family, entries in data["modules"].items()
        for entry in entries
    ]
    console.print(_table("Modules, arguments of DE", ("module", "name", "what it does"), modules))
    presets = [
        (name, ", ".join(f"{key}={value}" for key, value in arguments.items()))
        for name, arguments in data["presets"].items()
    ]
    console.print(_table("Known algorithms, DE.preset(name)", ("name", "made of"), presets))
    suites: dict[tuple[str, str, str], list[str]] = {}
    for suite, functions in data["problems"].items():
        for entry in functions:
            suites.setdefault((str(entry["function"]), entry["label"], str(entry["group"] or "–")), []).append(suite)
    problems = [(*function, ", ".join(names)) for function, names in suites.items()]
    console.print(_table("Problems", ("function", "name", "group", "suites"), problems))


def _stages_and_mixtures(data: dict[str, Any]) -> str:
    from inbounds.operators.catalogue import ALWAYS_ON_TRIALS

    return (
        f"The option stage={'|'.join(data['stages'])} says where a boundary method acts, as in "
        f"reflection[stage=trial]; {' and '.join(ALWAYS_ON_TRIALS)} always act on trials. A mixture draws one of its "
        "methods for each infeasible donor, as in resampling+reflection or "
        f"(resampling+reflection)[rule={'|'.join(data['mixture_rules'])}].\n"
    )


def _table(title: str, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD, pad_edge=False)
    for number, column in enumerate(columns):
        table.add_column(column, no_wrap=number == 0)
    for row in rows:
        table.add_row(*map(Text, row))
    return table


def _options(options: list[dict[str, Any]]) -> str:
    spelt = [f"{option['name']}={'|'.join(option['choices']) or option['default']}" for option in options]
    return f" Options: [{', '.join(spelt)}]" if spelt else ""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("list")(list_all)
