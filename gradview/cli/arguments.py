"""What may stand on the command line, and errors about it in one line."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from gradview.version import __version__

COMMANDS = ("run", "check", "info", "figure", "examples", "doctor", "bench")
REQUIRED = "the following arguments are required: "
EPILOG = (
    "An EXPERIMENT is a .gradview file or example:NAME (gradview examples lists them). "
    "Exit codes: 0 done; 2 the experiment or the command line is wrong; 3 the run failed; "
    "4 a check failed, or with --strict a finding is an error; 130 stopped."
)


class UsageError(Exception):
    """The command line is wrong; the text is one sentence."""


class Parser(argparse.ArgumentParser):
    """Argparse whose errors are one line of ours."""

    def error(self, message: str) -> NoReturn:
        """Raise the error instead of printing a page of usage."""
        words = message.removeprefix(REQUIRED)
        said = message if words == message else f"{words} is missing"
        raise UsageError(f"{said} (see {self.prog} --help)")


def parse(words: Sequence[str]) -> argparse.Namespace:
    """Read the command line; without a command it is the window's, whose file may be None.

    Raises
    ------
    UsageError
        It is wrong.
    SystemExit
        --help or --version was asked for.
    """
    if not words or (words[0] not in COMMANDS and not words[0].startswith("-")):
        return argparse.Namespace(command="window", file=_file(words))
    parser = _parser()
    arguments, unknown = parser.parse_known_args(words)
    if unknown:
        raise UsageError(_unknown(unknown[0], arguments.command, parser))
    return arguments


def _file(words: Sequence[str]) -> str | None:
    if not words:
        return None
    name = words[0]
    if len(words) > 1:
        raise UsageError(f"there is no command {name!r}{_like(name)}")
    if not Path(name).exists() and not Path(name).suffix:
        raise UsageError(f"there is no command and no file {name!r}{_like(name)}")
    return name


def _unknown(word: str, command: str, parser: Parser) -> str:
    """The sentence about an option or a word that a command does not take."""
    if not word.startswith("-"):
        return f"gradview {command} has no place for {word!r} (see gradview {command} --help)"
    option = word.partition("=")[0]
    close = difflib.get_close_matches(option, _options(parser, command), 1)
    more = f"; did you mean {close[0]}?" if close else f" (see gradview {command} --help)"
    return f"gradview {command} has no option {option}{more}"


def _options(parser: Parser, command: str) -> list[str]:
    choices = [action.choices for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return list(choices[0][command]._option_string_actions)


def _like(name: str) -> str:
    close = difflib.get_close_matches(name, COMMANDS, 1)
    return f"; did you mean {close[0]}?" if close else f"; the commands are {', '.join(COMMANDS)}"


def _parser() -> Parser:
    parser = Parser(
        prog="gradview",
        usage="gradview [FILE] | COMMAND ... [-h] [--version]",
        description="Shows where the gradient goes inside a loop. Without a command: the window, on FILE.",
        epilog=EPILOG,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"gradview {__version__}")
    commands = parser.add_subparsers(prog="gradview", dest="command", metavar="COMMAND", required=True)
    _add_run(commands)
    _add_check(commands)
    info = _add(commands, "info", "what a result holds")
    info.add_argument("result", metavar="RESULT", help="a .npz file or a folder")
    _add_figure(commands)
    listing = _add(commands, "examples", "list the examples, or write one out")
    listing.add_argument("name", metavar="NAME", nargs="?")
    listing.add_argument(
        "-o", "--output", metavar="FILE", help="where to write NAME, with its data beside it"
    )
    _add(commands, "doctor", "what is installed, which devices there are, what is missing")
    _add_bench(commands)
    return parser


def _add(commands: argparse._SubParsersAction[Parser], name: str, words: str) -> Parser:
    return commands.add_parser(
        name, help=words, description=f"{words[0].upper()}{words[1:]}.", allow_abbrev=False
    )


def _add_run(commands: argparse._SubParsersAction[Parser]) -> None:
    parser = _add(commands, "run", "compute an experiment and write the result")
    _add_experiment(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        help="OUT.npz is a file, OUT/ a folder; without it nothing is written",
    )
    parser.add_argument("--no-check", action="store_true", help="no comparison with finite differences")
    parser.add_argument("--strict", action="store_true", help="exit with 4 if a finding is an error")
    parser.add_argument("--json", action="store_true", help="print the summary as one line of JSON")
    parser.add_argument("--quiet", action="store_true", help="no progress and no summary")


def _add_check(commands: argparse._SubParsersAction[Parser]) -> None:
    parser = _add(commands, "check", "validate, predict memory and time, and compare with finite differences")
    _add_experiment(parser)
    parser.add_argument("--each", action="store_true", help="list every comparison")
    parser.add_argument("--quiet", action="store_true", help="no progress, and the last line only")


def _add_experiment(parser: Parser) -> None:
    parser.add_argument("experiment", metavar="EXPERIMENT", help="a .gradview file or example:NAME")
    parser.add_argument(
        "--set",
        metavar="FIELD=VALUE",
        action="append",
        default=[],
        help="change a field, as in model.layers.0.units=64; VALUE is JSON, else a text",
    )
    parser.add_argument("--measures", metavar="A,B", help="what to measure instead")
    parser.add_argument("--device", help="auto, cpu or gpu:0")
    parser.add_argument("--precision", help="float32 or float64")
    parser.add_argument(
        "--allow-code",
        action="store_true",
        help="allow a model to run Python code of its own (none does so far)",
    )


def _add_bench(commands: argparse._SubParsersAction[Parser]) -> None:
    parser = _add(commands, "bench", "time an LSTM of a given size on this computer's CPU")
    parser.add_argument("work", metavar="WORK", help="states or outputs")
    for name, sign in (("steps", "T"), ("samples", "B"), ("features", "D"), ("units", "H")):
        parser.add_argument(name, metavar=sign, type=int, help=f"how many {name}")
    parser.add_argument("--repeat", metavar="N", type=int, default=5, help="runs after the first (5)")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")


def _add_figure(commands: argparse._SubParsersAction[Parser]) -> None:
    parser = _add(commands, "figure", "draw a result as the window does, into a file")
    parser.add_argument("result", metavar="RESULT", nargs="?", help="a .npz file or a folder")
    parser.add_argument("--view", metavar="NAME", help="which panel")
    parser.add_argument("--list", action="store_true", help="list the views, and what RESULT lacks for each")
    parser.add_argument(
        "-o", "--output", metavar="OUT", help="ends in .svg, .pdf, .png, or .csv for the numbers"
    )
