"""The command `transect`, in the process of Python."""

from __future__ import annotations

import os
import signal
import sys
import threading

from ._transect import run_command


def main() -> int:
    """Run the command with the arguments of this process, and return its exit status."""
    # The command handles signals itself. Where it does not, Ctrl-C ends the process, as it ends other programs.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run_command(["transect", *sys.argv[1:]])


def serve() -> int:
    """Run the command until the standard input ends, which happens at the latest when the parent process ends."""

    def wait() -> None:
        sys.stdin.buffer.read()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, daemon=True).start()
    return main()
