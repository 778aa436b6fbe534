"""A light font for printed figures: writing a PDF mostly went through parts of its fonts that it never shows."""

import tempfile
from functools import cache
from pathlib import Path
from typing import Final

import matplotlib
from fontTools import subset
from fontTools.ttLib import TTFont
from matplotlib import font_manager

FAMILY: Final = "Inbounds Print"
WHOLE: Final = "DejaVu Sans"  # shows what the light copies leave out: other scripts, rare signs
STYLES: Final = ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSans-Oblique")
# Latin, Greek and Cyrillic; punctuation, superscripts, arrows and mathematical signs
KEPT: Final = (*range(0x20, 0x250), *range(0x370, 0x530), *range(0x2000, 0x2300))
_NAMES: Final = (1, 3, 4, 6, 16)  # of the name table: family, identifier, full name, PostScript name, preferred family


@cache
def print_families() -> tuple[str, ...]:
    """Make the light copies, once per process, and return the font families to write with."""
    folder = tempfile.TemporaryDirectory(prefix="inbounds-font-")
    _KEPT_FOLDERS.append(folder)  # files are read while figures are written; removed when the process ends
    for style in STYLES:
        light = _light_copy(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / f"{style}.ttf")
        path = Path(folder.name) / f"{style}.ttf"
        light.save(path)
        light.close()
        font_manager.fontManager.addfont(path)
    return FAMILY, WHOLE


_KEPT_FOLDERS: list[tempfile.TemporaryDirectory[str]] = []


def _light_copy(path: Path) -> TTFont:
    options = subset.Options(layout_features=[], notdef_outline=True, glyph_names=True)
    options.drop_tables += ["FFTM", "GDEF", "GPOS", "GSUB", "MATH"]  # of layouts that Matplotlib does not ask for
    font = TTFont(path, lazy=True, recalcBBoxes=False)  # glyphs stay as they are: nothing to unpack and measure
    chosen = subset.Subsetter(options)
    chosen.populate(unicodes=KEPT)
    chosen.subset(font)
    for record in font["name"].names:
        if record.nameID in _NAMES:  # two fonts of one name would be mistaken for each other
            record.string = record.toUnicode().replace(WHOLE, FAMILY).replace("DejaVuSans", FAMILY.replace(" ", ""))
    return font
