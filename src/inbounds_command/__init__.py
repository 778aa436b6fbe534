"""The command `inbounds`. It is a package of its own so that it listens for Ctrl-C before `inbounds` is imported."""

import os
import signal
import sys
from types import FrameType


def main() -> None:
    """Run the command line; Ctrl-C while its modules are imported, where nothing can be lost, ends it at once."""
    usual = signal.getsignal(signal.SIGINT)
    if usual is signal.default_int_handler:  # and not ignored, as nohup wants it
        signal.signal(signal.SIGINT, _leave)
    from inbounds.errors import MissingExtraError

    try:
        from inbounds.cli import main as run
    except MissingExtraError as error:
        print(f"inbounds: {error}", file=sys.stderr)
        sys.exit(2)
    signal.signal(signal.SIGINT, usual)
    run()


def _leave(number: int, frame: FrameType | None) -> None:
    os.write(2, b"interrupted\n")
    os._exit(128 + number)
