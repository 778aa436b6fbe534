"""Pictures of the pages: few colours, so that the repository stays small."""

from io import BytesIO
from pathlib import Path

from matplotlib.figure import Figure
from PIL import Image

COLOURS = 96
RESOLUTION = 110  # dots per inch


def save(figure: Figure, path: Path) -> None:
    """Write a figure as a PNG with a palette; the same figure gives the same bytes."""
    drawn = BytesIO()
    figure.savefig(drawn, format="png", dpi=RESOLUTION, metadata={"Software": None})
    Image.open(drawn).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
