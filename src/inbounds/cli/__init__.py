"""The command line: one module per command, one clear line for every error."""

import io
import shlex
import sys
import warnings
from importlib import import_module
from importlib.metadata import version
from typing import TextIO

from inbounds.errors import (
    AmbiguousRunsError,
    DamagedShardError,
    DamagedStoreWarning,
    InboundsError,
    printable,
    studies_extra,
)

with studies_extra():
    import typer

COMMANDS = (
    "list",
    "problem",
    "run",
    "status",
    "merge",
    "pack",
    "verify",
    "rank",
    "report",
    "recommend",
    "export",
    "play",
    "watch",
    "bench",
)

# Typer carries a copy of click in some releases and uses click itself in others.
ClickException: type[Exception] = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")


def build_app() -> typer.Typer:
    """Collect the commands; each module of this package adds its own."""
    app = typer.Typer(
        name="inbounds",
        help="Differential evolution and the walls of its box: run, compare and understand boundary methods.",
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    @app.callback()
    def before(
        shown: bool = typer.Option(
            False, "--version", help="Show the version and leave.", is_eager=True, callback=_tell
        ),
    ) -> None:
        pass

    for name in COMMANDS:
        import_module(f"inbounds.cli.{name}").register(app)
    return app


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; a bad argument ends with status 2 and one line on stderr."""
    given = sys.argv[1:] if arguments is None else arguments
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a name that the terminal cannot show ends no command
    try:
        with studies_extra():
            command = typer.main.get_command(build_app())
        with warnings.catch_warnings():
            warnings.simplefilter("always", DamagedStoreWarning)
            warnings.showwarning = _note
            status = command.main(args=given or ["--help"], prog_name="inbounds", standalone_mode=False)
        if status == 130:  # some releases of typer turn Ctrl-C into a status
            raise KeyboardInterrupt
    except ClickException as error:
        said = getattr(error, "format_message", error.__str__)()
        fail(f"{said} (in 'inbounds {shlex.join(given)}')")  # some of typer's messages do not name the value
    except AmbiguousRunsError as error:
        choices = " or ".join(f"--{error.column} {value}" for value in error.choices)
        fail(f"{error.found}; choose one with {choices}")
    except DamagedShardError as error:
        fail(f"{error}; `inbounds verify` checks a store and sets aside what is damaged")
    except InboundsError as error:
        fail(str(error))
    except (typer.Abort, KeyboardInterrupt):
        print("interrupted", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()  # the reader left (inbounds list | head): nothing more to say
        sys.exit(0)
    except OSError as error:  # a full disk, a folder without permission, a file that vanished: not ours to mend
        fail(f"{_file_of(error)}{error.strerror or error}")
    except Exception as error:
        if not type(error).__module__.startswith("polars"):
            raise
        fail(f"a file of runs cannot be read: {str(error).partition('  ')[0]}; `inbounds verify` checks a store")
    sys.exit(status if isinstance(status, int) else 0)


def _file_of(error: OSError) -> str:
    return f"{str(error.filename)!r}: " if error.filename else ""


def _note(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Say in one line what a user of the library gets as a warning, without its place in the source."""
    print(f"inbounds: note: {printable(' '.join(str(message).split()))}", file=sys.stderr)


def _tell(wanted: bool) -> None:
    if wanted:
        print(f"inbounds {version('inbounds')}")
        raise typer.Exit


def fail(message: str) -> None:
    """Say `message` on one line of stderr and leave with status 2."""
    print(f"inbounds: {printable(' '.join(message.split()))}", file=sys.stderr)
    sys.exit(2)
