"""The ``augury`` command: thin, lazy, and never a traceback.

Exit status: 0 done; 1 the answer is "no"; 2 bad input or usage; 3 an outside process broke;
4 a time limit; 5 a stale expectation; 70 a bug of ours; 130 interrupted.

Here belongs the translation between a shell and the API; nothing else.
"""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run the command line and exit with its status."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Return the exit status of a command line; every failure is one line on standard error."""
    import typer

    from augury.cli.app import app
    from augury.cli.output import PipeClosedError, complain
    from augury.spec.errors import AuguryError

    click_error = typer.BadParameter.__mro__[2]  # ClickException, wherever typer keeps it
    try:
        return int(app(arguments, prog_name="augury", standalone_mode=False) or 0)
    except AuguryError as error:
        complain(error)
        return 2
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except (PipeClosedError, SystemExit):
        # The reader went away; typer exits where it cannot print its help. Python must not
        # complain of the same when it closes standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if isinstance(error, click_error):
            complain(_usage(error))
            return 2
        if os.environ.get("AUGURY_DEBUG"):
            raise
        what = f"{type(error).__name__}: {error}"
        complain(f"internal error, please report it (AUGURY_DEBUG=1 shows more): {what}")
        return 70


def _usage(error: Exception) -> str:
    """Return a usage error in one line that says where help is."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "augury"
    message = " ".join(str(getattr(error, "format_message", lambda: error)()).split())
    return f"{message} (see '{command} --help')"
