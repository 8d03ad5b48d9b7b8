"""Checks that the same rows have the same answers through all doors: `cargo xtask tables`.

Arguments: the command transect-sql, a folder to write into, the number of random tables, the seed, and a file for a record
if one is wanted.

pyarrow, polars and DuckDB write each table as Parquet, and it is written as CSV. The command answers statements about
single files and about folders of files, here and on a cluster. The Python package answers from Arrow tables, frames and
arrays. All answers are compared with those of Python's fractions; tables/exact.py states what NaN, NULL and infinities
must give. Sides, relations, counts and rows are equal exactly. All doors have the same bits of distances, and their error
is below the documented bound.

CSV is asked less, because it does not tell the sign of NaN. It has no numbers of 32 bits and no structs, so it has equal
numbers of 64 bits, and the bounds of boxes as columns. A NULL is an empty cell.

Prints each difference with the seed and the files that repeat it, and ends with status 1 if there is one.
"""

import csv
import shutil
import signal
import sys
import time
from collections import Counter, deque
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from tables import files, sql
from tables.python import Check
from tables.questions import Questions
from tables.random_tables import Batch

# The number of tables that are asked together.
TABLES = 20
# After this many differences, the run ends. SIGINT and SIGTERM end it, too.
DIFFERENCES = 20


class Tables:
    """A run: its tables, and what it has compared through each door."""

    def __init__(self, command, folder, count, seed):
        self.command, self.folder, self.count, self.seed = command, folder, count, seed
        self.rows, self.asked, self.differences = 0, Counter(), Counter()
        self.ends = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.end)

    def end(self, *_):
        """Ends the run after the present batch. Its record has the tables so far."""
        self.ends = True

    def run(self, record):
        begin = time.monotonic()
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        cluster = sql.Cluster(self.command, self.folder)
        try:
            self.batches(cluster)
        finally:
            cluster.stop()
        seconds = round(time.monotonic() - begin)
        doors = [("all", self.asked.total(), self.differences.total())]
        doors += [(door, asked, self.differences[door]) for door, asked in sorted(self.asked.items())]
        for door, asked, differences in doors:
            print(f"{door:36}{asked:9} questions {differences:3} differences")
        print(f"{self.count} tables of the seed {self.seed} with {self.rows} rows in {seconds} s")
        if record:
            with open(record, "w", newline="") as file:
                lines = csv.writer(file, lineterminator="\n")
                lines.writerow(["door", "seed", "tables", "rows", "questions", "differences", "seconds"])
                rest = [(self.seed, self.count, self.rows, seconds)] + [("", "", "", "")] * len(doors)
                for (door, asked, differences), (seed, count, rows, seconds) in zip(doors, rest, strict=False):
                    lines.writerow([door, seed, count, rows, asked, differences, seconds])
        return int(self.differences.total() > 0)

    def batches(self, cluster):
        """Makes batches while the command answers the statements about earlier ones."""
        waiting = deque()
        with ThreadPoolExecutor(2) as pool:
            for number in range(-(-self.count // TABLES)):
                folder = self.folder / str(number)
                asked, differences = self.batch(number, folder)
                jobs = [
                    pool.submit(compare, self.command, *pairs, cluster if is_remote else None)
                    for compare, pairs, is_remote in asked
                ]
                waiting.append((number, folder, differences, jobs))
                if len(waiting) > 2:
                    self.collect(*waiting.popleft())
                if self.ends or self.differences.total() >= DIFFERENCES:
                    self.count = min(self.count, (number + 1) * TABLES)
                    break
            while waiting:
                self.collect(*waiting.popleft())

    def batch(self, number, folder):
        """Writes the tables of a batch and asks the Python package about them. Returns what is to be asked of the command,
        here or on a cluster, and the differences."""
        random = Random(f"{self.seed}/{number}")
        batch = Batch(random, min(TABLES, self.count - number * TABLES))
        questions = Questions(batch)
        files.write(batch, folder)
        differences = []
        for table in range(len(batch.tables)):
            check = Check(questions, table, folder)
            differences += check.run()
            self.asked += check.asked
        self.rows += len(questions.rows)
        each_row, others = questions.each_row(), questions.others(6)

        def asked(name, count):
            door = sql.Door(name, batch, folder)
            chosen = [question for question in [each_row, *random.sample(others, count)] if door.asks(question)]
            self.asked[door.name] += len(chosen)
            return [(door, question) for question in chosen]

        here, there = [*files.WRITERS, "csv"], [f"{random.choice(files.WRITERS)} on a cluster", "csv on a cluster"]
        jobs = [
            (sql.compare, [[pair for name in names for pair in asked(name, int(names is here) + 1)]], names is there)
            for names in (here, there)
        ]
        if batch.has_infinite_points and (question := questions.infinite()):
            for names in (here, there):
                doors = [sql.Door(name, batch, folder) for name in names]
                self.asked += Counter(door.name for door in doors)
                jobs.append((sql.compare_infinite, [doors, question], names is there))
        return jobs, differences

    def collect(self, number, folder, differences, jobs):
        for job in jobs:
            differences += job.result()
        for door, text in differences[:5]:
            print(f"DIFFERENCE in batch {number} of the seed {self.seed}, {folder}\n{door}: {text}", flush=True)
        self.differences += Counter(door for door, _ in differences)
        if not differences:
            shutil.rmtree(folder)


def main():
    command, folder, count, seed, *record = sys.argv[1:]
    return Tables(command, Path(folder).resolve(), int(count), int(seed)).run(*record or [None])


if __name__ == "__main__":
    sys.exit(main())
