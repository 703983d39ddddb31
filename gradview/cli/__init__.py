"""The command line: arguments, exit codes, words on a terminal. Imports Qt only where it must."""

from gradview.cli.command import main as main
from gradview.cli.command import window as window
