"""Figures: each module draws the tables of its twin in `inbounds.analysis` and returns (figure, table behind it)."""

from inbounds.errors import studies_extra

with studies_extra():
    from inbounds.figures.box_plots import box_plots
    from inbounds.figures.convergence import convergence
    from inbounds.figures.count_table import count_table
    from inbounds.figures.critical_difference import critical_difference
    from inbounds.figures.dimension_effect import dimension_effect
    from inbounds.figures.ecdf import ecdf_panel
    from inbounds.figures.heatmaps import heatmap_pair, heatmap_panel, rank_heatmap, repaired_heatmap
    from inbounds.figures.measure_curves import measure_curves
    from inbounds.figures.method_ranks import method_ranks
    from inbounds.figures.parameter_curves import cr_curves, f_curves
    from inbounds.figures.repaired_curves import repaired_curves
    from inbounds.figures.share_curves import share_curves
    from inbounds.figures.variance_shares import variance_shares
    from inbounds.figures.wall_hits import wall_hits
    from inbounds.figures.walls_ranks import walls_ranks

__all__ = [
    "box_plots",
    "convergence",
    "count_table",
    "cr_curves",
    "critical_difference",
    "dimension_effect",
    "ecdf_panel",
    "f_curves",
    "heatmap_pair",
    "heatmap_panel",
    "measure_curves",
    "method_ranks",
    "rank_heatmap",
    "repaired_curves",
    "repaired_heatmap",
    "share_curves",
    "variance_shares",
    "wall_hits",
    "walls_ranks",
]
