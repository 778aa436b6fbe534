"""The command line: one module a command, one clear line for every error."""

import shlex
import sys
from importlib import import_module

import typer

from inbounds.errors import InboundsError

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
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    for name in COMMANDS:
        import_module(f"inbounds.cli.{name}").register(app)
    return app


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; a bad argument ends with status 2 and one line on stderr."""
    command = typer.main.get_command(build_app())
    try:
        status = command.main(args=arguments, prog_name="inbounds", standalone_mode=False)
    except ClickException as error:
        said = getattr(error, "format_message", error.__str__)()
        given = shlex.join(sys.argv[1:] if arguments is None else arguments)
        fail(f"{said} (in 'inbounds {given}')")  # some of typer's messages do not name the value
    except InboundsError as error:
        fail(str(error))
    except (typer.Abort, KeyboardInterrupt):
        print("interrupted", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()  # the reader left (inbounds list | head): nothing more to say
        sys.exit(0)
    sys.exit(status if isinstance(status, int) else 0)


def fail(message: str) -> None:
    """Say `message` on one line of stderr and leave with status 2."""
    print(f"inbounds: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(2)
