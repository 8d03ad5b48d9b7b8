"""The answers of the command transect-sql, from files and on a cluster."""

import csv
import re
import subprocess
import time

from ports import free_port

from .questions import read_cell

# After this many seconds without an answer, statements end.
PATIENCE = 300
HEADER = re.compile(r"q(\d+)\b")


class Door:
    """Tables as files of one format, here or on a cluster, and the names of their columns."""

    def __init__(self, name, batch, folder):
        self.batch = batch
        writer = name.split()[0]
        self.is_csv, self.folder = writer == "csv", folder / writer
        self.name = f"SQL, {'CSV' if self.is_csv else f'Parquet of {writer}'}{name.removeprefix(writer)}"

    def statement(self, question, number):
        """The text of a statement. The name of its first column is its number, so that answers can be told apart."""
        batch, extension = self.batch, "csv" if self.is_csv else "parquet"
        if question.file is None:
            table = f"read_{extension}('{self.folder}/', filename = true)"
        else:
            table = f"'{self.folder}/{question.file:03}.{extension}'"
        is_struct = batch.is_struct and not self.is_csv
        bounds = {name: f"bbox['{name}']" if is_struct else name for name in batch.bounds}
        point = ", ".join(batch.axes)
        if batch.has_point_structs:
            fields = ", ".join(f"'{axis}', {axis}" for axis in batch.axes)
            point = f"named_struct({fields})"
        box = "bbox" if is_struct else ", ".join(batch.bounds)
        return question.sql.format(q=f"q{number}", t=table, point=point, box=box, **bounds)

    def asks(self, question):
        """Checks that the files tell what a question asks for. CSV and the dictionaries of DuckDB have one NaN."""
        return not (question.needs_nan_sign and self.folder.name in ("csv", "duckdb"))


class Cluster:
    """A scheduler and an executor on this machine."""

    def __init__(self, command, folder):
        ports = [str(free_port()) for _ in range(3)]
        self.address, self.processes = f"localhost:{ports[0]}", []
        for arguments in (
            ["scheduler", "--port", ports[0]],
            ["executor", "--scheduler", self.address, "--port", ports[1], "--task-port", ports[2]],
        ):
            self.log = folder / f"{arguments[0]}.log"
            with self.log.open("w") as log:
                self.processes.append(subprocess.Popen([command, *arguments], stderr=log))
        for _ in range(600):
            if "is registered" in self.log.read_text():
                return
            time.sleep(0.1)
        self.stop()
        raise OSError(f"no executor is registered: {self.log}")

    def stop(self):
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            process.wait(PATIENCE)


def run(command, statements, cluster=None):
    """Runs statements in one process. Returns its status, its output and its message."""
    place = [] if cluster is None else ["--cluster", cluster.address, "--tasks", "2"]
    done = subprocess.run(
        [command, "--csv", *place], input=";\n".join(statements), capture_output=True, text=True, timeout=PATIENCE
    )
    return done.returncode, done.stdout, done.stderr


def answers(output):
    """The lines of each answer, by the number of its statement."""
    found, lines = {}, []
    for line in output.splitlines():
        if header := HEADER.match(line):
            lines = found[int(header[1])] = []
        else:
            lines.append(line)
    return found


def compare(command, asked, cluster=None):
    """Asks all statements, each a pair of a door and a question. Returns the differences, each a door and a text."""
    statements = [door.statement(question, number) for number, (door, question) in enumerate(asked)]
    status, output, message = run(command, statements, cluster)
    found, differences = answers(output), []
    for statement, number, (door, question) in zip(statements, range(len(asked)), asked, strict=True):
        if number not in found:
            # The first error ends the command.
            return [*differences, (door.name, f"{statement}\nstatus {status}: {message}")]
        try:
            rows = [tuple(map(read_cell, question.types, row)) for row in csv.reader(found[number])]
        except (ValueError, TypeError) as error:
            differences.append((door.name, f"{statement}\n{error}"))
            continue
        if not question.ordered:
            rows.sort(key=repr)
        if rows != question.rows:
            differences.append((door.name, f"{statement}\n{first_difference(rows, question.rows)}"))
    if status != 0:
        differences.append((asked[-1][0].name, f"status {status}: {message}"))
    return differences


def compare_infinite(command, doors, question, cluster=None):
    """Asks for the sides of points of which one has an infinite coordinate: an error that says so, and no answer."""
    differences = []
    for door in doors:
        statement = door.statement(question, 0)
        status, output, message = run(command, [statement], cluster)
        if (status, output) != (2, "") or "x is inf, not a finite" not in message.replace("-inf", "inf"):
            differences.append((door.name, f"{statement}\nexpected an error\nstatus {status}: {output[:200]}{message}"))
    return differences


def first_difference(found, expected):
    for row, (a, b) in enumerate(zip(found, expected, strict=False)):
        if a != b:
            return f"row {row}:\nexpected {b}\nfound    {a}"
    shorter, longer = sorted([found, expected], key=len)
    return f"expected {len(expected)} rows, found {len(found)}; beyond the shorter answer: {longer[len(shorter):][:3]}"
