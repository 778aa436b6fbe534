"""`inbounds problem`: the facts of a benchmark problem, and its landscape."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from inbounds.arrays import Floats
    from inbounds.problems import Problem

GALLERY_POINTS = 241  # a side: the panels are small
MOST_COORDINATES = 6


def problem(
    suite: Annotated[
        str,
        typer.Argument(help="bbob, sbox, noise, or walls with epsilon=… and coordinates=… in square brackets."),
    ],
    function: Annotated[int | None, typer.Argument(help="1 … 24. Left out: all functions of the suite.")] = None,
    instance: Annotated[int, typer.Option(help="1 or more.")] = 1,
    dimension: Annotated[int, typer.Option(help="Number of coordinates; a plot shows the first two.")] = 2,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the landscape: .png, .svg, .pdf.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Facts as JSON.")] = False,
) -> None:
    """Tell the facts of a benchmark problem, and draw it from above with its box and optimum."""
    from inbounds import problems

    numbers = [info.number for info in problems.functions(suite)] if function is None else [function]
    chosen = [problems.problem(suite, function=k, instance=instance, dimension=dimension) for k in numbers]
    if as_json:
        told = [facts(one) for one in chosen]
        print(json.dumps(told[0] if function is not None or len(told) == 1 else told, indent=2))
    else:
        show(chosen)
    if plot is not None:
        from inbounds.analysis.landscape import landscape
        from inbounds.figures.landscape import draw_gallery, draw_landscape, save

        if len(chosen) == 1:
            figure, _ = draw_landscape(landscape(chosen[0]))
        else:
            flat = [problems.problem(suite, function=k, instance=instance, dimension=2) for k in numbers]
            figure, _ = draw_gallery([landscape(one, points=GALLERY_POINTS) for one in flat])
        save(figure, plot)
        if not as_json:
            print(f"landscape    {plot}")


def facts(one: "Problem") -> dict[str, Any]:
    """Return what is known of a problem as plain data."""
    return {
        "suite": one.suite,
        "function": one.function,
        "name": one.name,
        "label": one.label,
        "group": one.group,
        "instance": one.instance,
        "dimension": one.dimension,
        "lower": one.lower.tolist(),
        "upper": one.upper.tolist(),
        "f_opt": one.f_opt,
        "x_opt": None if one.x_opt is None else one.x_opt.tolist(),
    }


def show(chosen: "list[Problem]") -> None:
    """Print the facts: one problem in full, several as a table."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    console = Console(highlight=False)
    if len(chosen) > 1:
        table = Table("f", "name", "group", "f_opt", box=None, pad_edge=False, header_style="bold")
        for one in chosen:
            table.add_row(str(one.function), one.label, str(one.group), f"{one.f_opt:g}")
        console.print(table)
        return
    from inbounds.problems import GROUP_NAMES

    (one,) = chosen
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="bold", min_width=11)
    table.add_column()
    table.add_row("problem", escape(f"{one.suite} f{one.function} {one.label}"))
    if one.group:
        table.add_row("group", f"{one.group}, {GROUP_NAMES[str(one.group)]}")
    table.add_row("instance", str(one.instance))
    table.add_row("dimension", str(one.dimension))
    if len(set(zip(one.lower, one.upper, strict=True))) == 1:
        table.add_row("box", escape(f"[{one.lower[0]:g}, {one.upper[0]:g}]^{one.dimension}"))
    else:
        table.add_row("lower", _point(one.lower))
        table.add_row("upper", _point(one.upper))
    if one.x_opt is None:
        table.add_row("optimum", "none: values are drawn from U(0, 1)")
    else:
        table.add_row("f_opt", f"{one.f_opt:g}")
        table.add_row("x_opt", _point(one.x_opt))
        table.add_row("at centre", f"f - f_opt = {one.precision((one.lower + one.upper) / 2)[0]:.6g}")
    console.print(table)


def _point(values: "Floats") -> str:
    return f"({', '.join(f'{x:.4f}' for x in values[:MOST_COORDINATES])}{', …' * (len(values) > MOST_COORDINATES)})"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(problem)
