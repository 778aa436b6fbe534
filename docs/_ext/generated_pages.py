"""Pages written from the code's own metadata before each build: operators, functions, commands, API, references."""

import inspect
import pkgutil
import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import typer
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

import inbounds
from inbounds import catalogue, problems
from inbounds.analysis.boundary_effect import boundary_effect
from inbounds.analysis.landscape import landscape
from inbounds.cli import build_app
from inbounds.figures.boundary_effect import draw_boundary_effect
from inbounds.figures.landscape import draw_landscape
from inbounds.playground.page import built_page, write_page

FAMILIES = {
    "mutation": (
        "Mutations",
        "A mutation makes a donor $\\mathbf{v}_i$ for every individual $\\mathbf{x}_i$, the target.",
    ),
    "crossover": ("Crossovers", "A crossover mixes the donor with its target into the trial $\\mathbf{u}$."),
    "boundary": (
        "Boundary methods",
        "A boundary method decides what becomes of a donor outside the box. The pictures show it in three steps: "
        "rings of donors around one base vector *b*, with one target *t*; where those outside go; and where all end. A "
        "colour follows a donor, those inside already are grey.\n\n"
        "Every method that moves points can act at another stage: `reflection[stage=trial]` on what crossover made of "
        "the donors, `reflection[stage=darwinian]` on nobody: an infeasible trial stays where it is and has the value "
        "of its repaired image. Several methods make a mixture, `resampling+reflection`, whose shares can be learned, "
        "`(resampling+reflection)[rule=survival]`; see [how to run an experiment](../howto/run-an-experiment.md).",
    ),
    "adaptation": (
        "Parameter adaptations",
        "An adaptation chooses $F_i$ and $Cr_i$ for every individual and generation.",
    ),
    "archive": (
        "Modules: archive",
        "What becomes of beaten parents. The first of each module leaves the algorithm as it is.",
    ),
    "reduction": ("Modules: population reduction", "How the population's size goes with the evaluations."),
    "pbest": ("Modules: pbest share", "How many of the best individuals a pbest mutation chooses from."),
    "rotation": ("Modules: rotation", "The basis in which donor and target are crossed."),
    "restart": ("Modules: restarts", "When a new population begins; it plans with the evaluations that are left."),
    "selection": ("Modules: selection", "Which trials replace their targets."),
}
PLAYGROUND = "_static/playground.html"  # among the built pages
NOT_API = ("inbounds.cli", "inbounds._", "inbounds.__main__")
API_PARTS = {  # the order of the reference, by the top name of a module; anything new follows
    "problems": "Problems",
    "operators": "Own operators",
    "testing": "Testing own operators",
    "experiment": "Experiments",
    "analysis": "Analysis",
    "figures": "Figures",
    "report": "Report",
    "playground": "Playground",
}


def write_pages(app: Sphinx) -> None:
    """Write all generated pages into docs/generated."""
    target = Path(app.srcdir) / "generated"
    works = tomllib.loads((Path(app.srcdir) / "bibliography.toml").read_text(encoding="utf-8"))
    pages: dict[str, Callable[[], str]] = {
        "operators.md": lambda: operators_page(works, target),
        "landscapes.md": lambda: landscapes_page(target),
        "commands.md": commands_page,
        "front.md": front_page,
        "api.md": api_page,
        "references.md": lambda: references_page(works),
        **{f"api-{part}.md": partial(part_page, part, modules) for part, modules in parts().items()},
    }
    target.mkdir(exist_ok=True)
    for name, page in pages.items():
        write_if_changed(target / name, page())


def front_page() -> str:
    """Return what the front page shows first: the playground where it was built, and the methods in one picture."""
    still = "![What each boundary method makes of donors outside the box](/_static/boundary-methods.png)"
    if not built_page().is_file():
        return f"{still}\n"
    frame = (
        f'<iframe src="{PLAYGROUND}" title="Playground: differential evolution at the walls of its box" loading="lazy" '
        'style="width: 100%; height: 62rem; border: 1px solid #8884; border-radius: 8px"></iframe>'
    )
    words = (
        "The C++ core itself runs here, in your browser: press play, choose another method, drag the star onto a wall. "
        f'<a href="{PLAYGROUND}">Open it in a page of its own</a>, or see [how to use it](howto/playground.md).'
    )
    return f"{words}\n\n{frame}\n\n{still}\n"


def copy_playground(app: Sphinx, error: Exception | None) -> None:
    """Put the playground beside the pages that link to it."""
    if error is None and app.builder.format == "html" and built_page().is_file():
        write_page(Path(app.outdir) / PLAYGROUND)


def write_if_changed(path: Path, text: str) -> None:
    """Leave an unchanged page alone, so that a second build is quick."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def operators_page(works: dict[str, Any], target: Path) -> str:
    """Return the catalogue: every operator with formula, source, needs and options, boundary methods with a picture."""
    lines = [
        "# Catalogue of operators",
        "",
        "Written from the metadata that each operator carries in its source file.",
        "",
    ]
    for family, (title, text) in FAMILIES.items():
        lines += [f"## {title}", "", text, ""]
        for info in catalogue.operators(family):
            lines += [
                f"({family}-{catalogue.slug(info.name)})=",
                f"### {info.label}",
                "",
                f"`{info.name}` · {info.summary}",
                "",
            ]
            if info.formula:
                lines += ["```{math}", info.formula, "```", ""]
            if family == "boundary":
                picture = f"{catalogue.slug(info.name)}.svg"
                draw_boundary_effect(boundary_effect(info.name)).savefig(target / picture, metadata={"Date": None})
                lines += [f"![Donors, what {info.label} does to them, and where they end]({picture})", ""]
                if built_page().is_file():
                    lines += [f'<a href="../{PLAYGROUND}#boundary={info.name}">See it move in the playground</a>', ""]
            lines += [*facts(info, works), ""]
    return "\n".join(lines)


def facts(info: catalogue.OperatorInfo, works: dict[str, Any]) -> Iterator[str]:
    """Yield what is known of an operator beside its formula."""
    known = [f"Source: [{short(works[info.cite])}](#{info.cite})"] if info.cite else []
    known += [f"kind: {info.kind}"] if info.kind != "standard" else []
    known += [f"needs: {', '.join(info.needs)}"] if info.needs else []
    known += [f"smallest population: {info.minimum_population}"] if info.family == "mutation" else []
    yield " · ".join(known)
    yield ""
    for option in info.options:
        allowed = " or ".join(f"`{choice}`" for choice in option.choices) or f"{option.low:g} … {option.high:g}"
        default = option.spell(option.standard)
        yield f"Option `{option.name}`: {allowed}, by default `{default}`, as in `{example(info, option)}`."
        yield ""


def example(info: catalogue.OperatorInfo, option: catalogue.Option) -> str:
    """Return a name with `option` set to something else than its default."""
    value = option.choices[-1] if option.choices else f"{(option.low + option.standard) / 2:g}"
    return f"{info.name}[{option.name}={value}]"


def landscapes_page(target: Path) -> str:
    """Return the page of the benchmark functions, each seen from above."""
    lines = ["# The 24 functions", ""]
    lines += [
        "The BBOB functions [(Hansen et al. 2009)](#hansen2009) in two dimensions, instance 1, optimum marked.",
        "",
    ]
    for group, title in problems.GROUP_NAMES.items():
        lines += [f"## Group {group}: {title}", ""]
        for info in problems.functions("bbob"):
            if str(info.group) != group:
                continue
            flat = inbounds.problem("bbob", function=info.number, instance=1, dimension=2)
            figure, _ = draw_landscape(landscape(flat, points=241))
            picture = f"f{info.number:02d}.png"
            figure.savefig(target / picture, dpi=90)
            lines += [f"### f{info.number} {info.label}", "", f"![Landscape of {info.label}]({picture})", ""]
    return "\n".join(lines)


def commands_page() -> str:
    """Return the reference of the command line."""
    group = typer.main.get_command(build_app())
    assert isinstance(group, click.Group) or hasattr(group, "commands")
    lines = [
        "# Command line",
        "",
        "Every command explains itself with `--help`. A bad argument ends with status 2 and one line.",
        "",
    ]
    for name, command in group.commands.items():  # type: ignore[attr-defined]
        arguments = " ".join(p.metavar or p.name.upper() for p in command.params if p.param_type_name == "argument")
        lines += [
            f"## inbounds {name}",
            "",
            "```text",
            f"inbounds {name} {arguments} [OPTIONS]".replace("  ", " "),
            "```",
            "",
        ]
        lines += [inspect.cleandoc(command.help or ""), ""]
        for parameter in command.params:
            if parameter.name != "help":
                called = (
                    ", ".join(parameter.opts)
                    if parameter.param_type_name == "option"
                    else parameter.metavar or parameter.name.upper()
                )
                lines += [f"`{called}`", f": {getattr(parameter, 'help', None) or 'see above'}", ""]
    return "\n".join(lines)


def api_page() -> str:
    """Return the reference of the names that `inbounds` offers directly, and the way to the rest."""
    lines = ["# API", "", inspect.getdoc(inbounds) or "", ""]
    for name in public_names():
        thing = getattr(inbounds, name)
        kind = "function" if not inspect.isclass(thing) else "exception" if issubclass(thing, Exception) else "class"
        lines += ["```{eval-rst}", f".. auto{kind}:: inbounds.{name}", "```", ""]
    pages = [f"api-{part}" for part in parts()]
    return "\n".join([*lines, "```{toctree}", ":hidden:", "", *pages, "```", ""])


def part_page(part: str, modules: list[ModuleType]) -> str:
    """Return the reference of one part of the package, module by module, by their docstrings."""
    lines = [f"# {part_title(part)}", ""]
    for module in modules:
        lines += [f"## {module.__name__}", "", "```{eval-rst}", f".. automodule:: {module.__name__}", "   :no-index:"]
        lines += ["```", ""]
    return "\n".join(lines)


def part_title(part: str) -> str:
    """Return how a part is called in the table of contents."""
    return API_PARTS.get(part, part.replace("_", " ").capitalize())


def public_names() -> list[str]:
    """Return the classes and functions that `inbounds` offers directly."""
    things = {name: getattr(inbounds, name) for name in inbounds.__all__}
    offered = [name for name, thing in things.items() if inspect.isclass(thing) or inspect.isfunction(thing)]
    return sorted(offered, key=lambda name: inspect.isclass(things[name]) and issubclass(things[name], Exception))


def parts() -> dict[str, list[ModuleType]]:
    """Return the modules below `inbounds` that have a public face of their own, by their first name."""
    found: dict[str, list[ModuleType]] = {part: [] for part in API_PARTS}
    for entry in pkgutil.walk_packages(inbounds.__path__, "inbounds."):
        if not entry.name.startswith(NOT_API) and not any(piece.startswith("_") for piece in entry.name.split(".")):
            found.setdefault(entry.name.split(".")[1], []).append(import_module(entry.name))
    return {part: modules for part, modules in found.items() if modules}


def references_page(works: dict[str, Any]) -> str:
    """Return the bibliography."""
    lines = ["# References", ""]
    for key, work in sorted(works.items()):
        year = f" ({work['year']})" if "year" in work else ""
        doi = f" [doi:{work['doi']}](https://doi.org/{work['doi']})" if "doi" in work else ""
        lines += [f"({key})=", f"{work['authors']}{year}. *{work['title']}*. {work['venue']}.{doi}", ""]
    return "\n".join(lines)


def short(work: dict[str, Any]) -> str:
    """Return authors and year as they stand in running text."""
    names = [name.split()[-1] for name in work["authors"].split(", ")]
    who = names[0] if len(names) == 1 else f"{names[0]} and {names[1]}" if len(names) == 2 else f"{names[0]} et al."
    return f"{who} {work['year']}" if "year" in work else who


def setup(app: Sphinx) -> ExtensionMetadata:
    """Write the pages when a build begins."""
    app.connect("builder-inited", write_pages)
    app.connect("build-finished", copy_playground)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
