"""The playground: one page with the core in WebAssembly inside, and runs recorded for it."""

from inbounds.playground.choices import choices
from inbounds.playground.page import PlaygroundMissingError, write_page
from inbounds.playground.recording import Recording, record

__all__ = ["PlaygroundMissingError", "Recording", "choices", "record", "write_page"]
