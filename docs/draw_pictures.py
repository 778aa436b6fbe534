"""Draw the pictures of the README into docs/_static."""

from pathlib import Path

import inbounds as ib
from inbounds.analysis.boundary_effect import boundary_effect
from inbounds.figures.boundary_effect import draw_overview

STATIC = Path(__file__).parent / "_static"


def main() -> None:
    """Draw what each of the paper's boundary methods does."""
    STATIC.mkdir(exist_ok=True)
    figure = draw_overview([boundary_effect(name) for name in ib.boundaries()[:13]])
    figure.savefig(STATIC / "boundary-methods.png", dpi=150, metadata={"Software": None})


if __name__ == "__main__":
    main()
