"""Running programs, and their texts."""

import os
import re
import subprocess


def run(*command, **environment):
    """Runs a program. Returns its exit status, and its output and errors as one text."""
    ran = subprocess.run(
        [str(part) for part in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        timeout=600,
        env={**os.environ, **environment},
    )
    return ran.returncode, ran.stdout


def first_match(pattern, text, missing="?"):
    """Returns the first group of the first match of a pattern."""
    found = re.search(pattern, text)
    return found[1] if found else missing
