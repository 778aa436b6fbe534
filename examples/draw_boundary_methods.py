"""The picture of the README: what every boundary method makes of the same donors."""

import inbounds as ib
from inbounds.analysis.boundary_effect import boundary_effect
from inbounds.figures.boundary_effect import draw_overview

effects = [boundary_effect(name) for name in ib.boundaries()]
draw_overview(effects).savefig("boundary-methods.png", dpi=150)
print("boundary-methods.png")
