"""The picture of the README: what every boundary method makes of the same donors."""

import inbounds as ib
from inbounds.figures.boundary_effect import draw_overview

draw_overview(ib.boundaries()).savefig("boundary-methods.png", dpi=150)
print("boundary-methods.png")
