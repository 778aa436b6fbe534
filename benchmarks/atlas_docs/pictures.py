"""Pictures of the pages: few colours, so that the repository stays small."""

from io import BytesIO
from pathlib import Path

from matplotlib.figure import Figure
from PIL import Image

COLOURS = 256
RESOLUTION = 110  # dots per inch


def save(figure: Figure, path: Path) -> None:
    """Write a figure as a PNG with a palette; the same figure gives the same bytes."""
    drawn = BytesIO()
    figure.savefig(drawn, format="png", dpi=RESOLUTION, metadata={"Software": None})
    # an octree keeps rare colours, such as those of the marked ranks
    palette = Image.open(drawn).convert("RGB").quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    palette.save(path, optimize=True)
