"""Runs the command on every model of a folder, and counts what happens: read, refused, noted, cut, certified. Where trimesh is
installed, its bounds and volumes are compared with those of the command.

Run by `cargo xtask corpus`, which installs trimesh into target/corpus first.
Usage: corpus.py TRANSECT OUT FOLDER

Each model is read, and cut by a plane across z, a little below its middle. The status is 1 if the command panics, is ended
by a signal, takes too long, or if a certificate has a finding. Files that are refused are listed by their messages.
"""

import collections
import json
import logging
import math
import pathlib
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

try:
    import trimesh
except ImportError:
    trimesh = None

MODELS = {".stl", ".obj", ".ply", ".off", ".3mf", ".glb", ".gltf"}
PACKED = {".gz", ".gzip", ".zst", ".zstd", ".zip"}
# The time in seconds that a command may take for a file, and for each of its megabytes.
BASE, PER_MEGABYTE = 60, 30
# The place of the plane between the least and the greatest z.
PLACE = math.sqrt(2) - 1
# The relative difference up to which numbers are equal. trimesh stores some positions as f32.
NEAR = 1e-5


def is_model(path):
    extensions = [extension.lower() for extension in path.suffixes[-2:]]
    is_packed = len(extensions) == 2 and extensions[0] in MODELS and extensions[1] in PACKED
    return path.is_file() and (extensions[-1:] != [] and extensions[-1] in MODELS or is_packed)


class Failure(Exception):
    """A command that did not end as it should."""


def ask(transect, path, *arguments):
    """Returns the status, the JSON and the messages of the command."""
    seconds = BASE + PER_MEGABYTE * path.stat().st_size / 1e6
    command = [transect, *map(str, arguments), "--json"]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=seconds, errors="replace")
    except subprocess.TimeoutExpired:
        raise Failure(f"no answer in {seconds:.0f} s: {' '.join(command)}") from None
    if run.returncode not in (0, 1, 2):
        raise Failure(f"status {run.returncode}: {' '.join(command)}: {run.stderr.strip()}")
    return run.returncode, json.loads(run.stdout) if run.stdout.strip() else {}, run.stderr.splitlines()


def kind_of(message, path):
    """Returns an error message without the path, the place and numbers, so that equal errors have equal messages."""
    message = message.removeprefix("error: ").replace(str(path), "")
    message = re.sub(r"^, [^:]*", "", message).lstrip(": ")
    return re.sub(r"\d+", "N", message)


def near(one, other, size):
    return len(one) == len(other) and all(abs(a - b) <= NEAR * size for a, b in zip(one, other))


def compared(path, info):
    """Returns "same" or a difference between the bounds in the world by trimesh and by the command."""
    try:
        scene = trimesh.load(path, process=False, force="scene")
        bounds = scene.bounds
    except Exception as error:  # trimesh raises errors of many types
        return f"trimesh refuses it: {type(error).__name__}"
    if bounds is None:
        return "trimesh finds no triangles"
    own = info["bounds"]
    size = max(abs(number) for number in own["min"] + own["max"]) or 1.0
    if near(bounds.ravel().tolist(), own["min"] + own["max"], size):
        return "same"
    return f"bounds {bounds.tolist()}, not {[own['min'], own['max']]}"


def judge(transect, out, path):
    """Returns the words that count for a model, and a list of details."""
    words, details = ["models"], []
    status, info, messages = ask(transect, path, "info", path)
    if status == 2:
        error = next((line for line in messages if line.startswith("error:")), "error: no message")
        return [*words, "refused"], [("refused", kind_of(error, path))]
    words.append("read")
    notes = [line for line in messages if line.startswith("note:")]
    if notes:
        words.append("noted")
        details += [("noted", kind_of(note.removeprefix("note: "), path)) for note in notes]
    if info.get("bounds") is None:
        return [*words, "without triangles"], details
    low, high = info["bounds"]["min"][2], info["bounds"]["max"][2]
    folder = out / re.sub(r"\W", "_", str(path))[-120:]
    plane = f"z={low + PLACE * (high - low)!r}"
    status, cut, messages = ask(
        transect, path, "cut", path, "--plane", plane, "--write", "halves", "-o", folder, "--force", "--quiet"
    )
    shutil.rmtree(folder, ignore_errors=True)
    if status == 2:
        error = next((line for line in messages if line.startswith("error:")), "error: no message")
        return [*words, "not cut"], [*details, ("not cut", kind_of(error, path))]
    words.append("cut")
    # Notes are about the model, not about the cut.
    findings = [finding for finding in cut["certificate"]["findings"] if finding["severity"] != "note"]
    words.append("with findings" if findings else "certified")
    if findings:
        details.append(("with findings", f"{path}: {json.dumps(findings[0])[:200]}"))
    if trimesh is not None:
        difference = compared(path, info)
        word = "as in trimesh" if difference == "same" else "refused by trimesh" if "trimesh" in difference else "other bounds"
        words.append(word)
        if word == "other bounds":
            details.append((word, f"{path}: {difference}"))
    return words, details


def main():
    logging.getLogger("trimesh").disabled = True
    transect, out, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    models = sorted(filter(is_model, folder.rglob("*")))
    counts, details, failures = collections.Counter(), collections.Counter(), []

    def one(path):
        try:
            return judge(transect, out, path)
        except Failure as failure:
            failures.append(str(failure))
            return ["models", "failed"], []

    with ThreadPoolExecutor(2) as pool:
        for words, more in pool.map(one, models):
            counts.update(words)
            details.update(more)
    for word, count in counts.items():
        print(f"{count:6} {word}")
    for (word, text), count in sorted(details.items(), key=lambda entry: (entry[0][0], -entry[1], entry[0][1])):
        print(f"{word}: {count} × {text}" if count > 1 else f"{word}: {text}")
    for failure in failures:
        print(failure, file=sys.stderr)
    sys.exit(1 if failures or counts["with findings"] else 0)


if __name__ == "__main__":
    main()
