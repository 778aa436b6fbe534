"""Bridges to the field's tools: results out to IOHprofiler and COCO, results of others in, `ioh` as a host."""

from inbounds.errors import studies_extra

with studies_extra():
    from inbounds.algorithm.ioh_algorithm import IohAlgorithm
    from inbounds.exchange.export_store import FORMATS, Exported, export_store
    from inbounds.exchange.exported_runs import Selection
    from inbounds.exchange.import_results import Imported, import_results

__all__ = ["FORMATS", "Exported", "Imported", "IohAlgorithm", "Selection", "export_store", "import_results"]
