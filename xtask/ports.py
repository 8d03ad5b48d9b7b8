"""Ports for the servers of a check."""

import contextlib
import random
import socket

# Ports that systems do not give to connections, each once.
PORTS = iter(random.sample(range(15_000, 32_000), 1_000))


def free_port():
    """A port that nobody listens at."""
    for port in PORTS:
        with socket.socket() as at, contextlib.suppress(OSError):
            at.bind(("127.0.0.1", port))
            return port
    raise OSError("no free port")
