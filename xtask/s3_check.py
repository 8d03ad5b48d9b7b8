"""Checks tables in an object store: `cargo xtask s3`.

Arguments: the command transect-sql and a folder to write into. A server that speaks the protocol of S3 (moto, on
loopback) serves the same files as a local folder. The script compares the answers of statements, here and on a cluster,
and reads the messages of errors. It prints one line per check, and ends with status 1 if one fails.
"""

import gzip
import logging
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import boto3
from moto.server import ThreadedMotoServer

from ports import free_port

SIDE = "plane_side('x + y + z = 9001.5', bbox)"
BY_SIDE = f"SELECT {SIDE} AS side, count(*) AS n FROM '{{}}' GROUP BY 1 ORDER BY 1"
ON = f"SELECT id FROM '{{}}' WHERE {SIDE} = 'on' ORDER BY id"
# The names of files, as keys of the bucket. The last ones have letters that addresses escape.
NAMES = ["city/a.parquet", "city/deep/b.parquet", "city/deep/c.parquet", "odd/a b%20~1.parquet"]
# What tables are called, without the place of all files.
TABLES = ["city/a.parquet", "city", "city/", "city/*.parquet", "city/**/*.parquet", "city/d??p/[bc].parquet",
          "odd/a b%20~1.parquet"]
# After this many seconds without an answer, statements end. The command itself waits for 20.
PATIENCE = 60


def run(command, *arguments, environment):
    """Runs the command. Returns its status, its output and its message."""
    done = subprocess.run([command, *arguments], env=environment, capture_output=True, text=True, timeout=PATIENCE * 3)
    return done.returncode, done.stdout, done.stderr


class Checks:
    def __init__(self):
        self.failed = 0

    def check(self, what, holds, detail=""):
        print("ok     " if holds else "FAILED ", what, "" if holds else f"\n{detail}", flush=True)
        self.failed += not holds


def make(command, folder, environment):
    """Writes the files of the tables: boxes along the diagonal of space, in row groups of 500."""
    for number, name in enumerate(NAMES):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        ends = ", ".join(
            f"'{axis}{end}', value + {step}.0" for axis in "xyz" for end, step in (("min", 0), ("max", 1))
        )
        rows = f"SELECT value AS id, named_struct({ends}) AS bbox FROM range({number * 500}, {number * 500 + 4000})"
        plain = folder / "plain.parquet"
        for arguments in (
            ["--force", "--parquet", plain, rows],
            ["order", plain, path, "--rows", "500"],
        ):
            status, _, message = run(command, *arguments, environment=environment)
            assert status == 0, message
    (folder / "plain.parquet").unlink()
    shutil.copy(folder / NAMES[0], folder / "city/_hidden.parquet")
    (folder / "city/notes.txt").write_text("not a table\n")
    text = "x,y,z\n" + "".join(f"{row},{row % 7},{row % 11}\n" for row in range(3000))
    (folder / "points.csv").write_text(text)
    (folder / "points.csv.gz").write_bytes(gzip.compress(text.encode()))


def main():
    command, folder = sys.argv[1], Path(sys.argv[2]).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    plain = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    make(command, folder, plain)

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    address = f"http://{host}:{port}"
    keys = {"AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_REGION": "us-east-1"}
    environment = plain | keys | {"AWS_ENDPOINT": address, "AWS_ALLOW_HTTP": "true"}
    client = boto3.client(
        "s3", endpoint_url=address, region_name="us-east-1", aws_access_key_id="key", aws_secret_access_key="secret"
    )
    client.create_bucket(Bucket="tables")
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            client.upload_file(str(path), "tables", path.relative_to(folder).as_posix())
    client.put_object(Bucket="tables", Key="city/", Body=b"")
    whole = (folder / NAMES[0]).read_bytes()
    client.put_object(Bucket="tables", Key="broken.parquet", Body=whole[: len(whole) // 2])

    checks = Checks()
    for table in TABLES:
        for statement in (BY_SIDE, ON):
            here = run(command, "--csv", statement.format(folder / table), environment=plain)
            there = run(command, "--csv", statement.format(f"s3://tables/{table}"), environment=environment)
            rows = here[1].count("\n")
            checks.check(f"{table}: {rows} lines", here == there and here[0] == 0 and rows > 1, f"{here}\n{there}")
    for table in ("points.csv", "points.csv.gz"):
        statement = "SELECT plane_side('z = 5', x, y, z) AS side, count(*) AS n FROM '{}' GROUP BY 1 ORDER BY 1"
        here = run(command, "--csv", statement.format(folder / table), environment=plain)
        there = run(command, "--csv", statement.format(f"s3://tables/{table}"), environment=environment)
        checks.check(table, here == there and here[0] == 0, f"{here}\n{there}")

    plan = run(command, "EXPLAIN " + ON.format("s3://tables/city/a.parquet"), environment=environment)[1]
    checks.check("row groups are not read", "row_groups_pruned=7" in plan, plan)
    out = folder / "ordered.parquet"
    status = run(command, "order", "s3://tables/city", out, "--rows", "500", environment=environment)
    count = "SELECT count(*) AS n FROM '{}'"
    copied = run(command, "--csv", count.format(out), environment=plain)
    checks.check("order writes a local copy", status[0] == 0 and copied[1] == "n\n12000\n", f"{status}\n{copied}")

    for table, part in {
        "s3://tables/none.parquet": "s3://tables/none.parquet: no such object",
        "s3://tables/none/*.parquet": "s3://tables/none/*.parquet: there is no CSV or Parquet file",
        "s3://tables/city/notes.txt": "s3://tables/city/notes.txt: the format is unknown",
        "s3://nowhere/a.parquet": "s3://nowhere/a.parquet: ",
        "s3://tables/broken.parquet": "s3://tables/broken.parquet: ",
        "s3:///a.parquet": "s3:///a.parquet: ",
    }.items():
        status, output, message = run(command, count.format(table), environment=environment)
        holds = status == 2 and output == "" and message.startswith(f"error: {part}")
        checks.check(f"error: {table}", holds, f"{status} {output}{message}")

    bare = {name: value for name, value in environment.items() if name not in keys}
    # The service of AWS machines that is asked for credentials.
    bare["AWS_METADATA_ENDPOINT"] = "http://127.0.0.1:9"
    status, output, message = run(command, count.format("s3://tables/city"), environment=bare)
    holds = status == 2 and output == "" and "\nhint: set AWS_ACCESS_KEY_ID and " in message
    checks.check("no credentials: a hint", holds, f"{status} {output}{message}")

    cluster(command, folder, [plain, environment], checks)

    server.stop()
    begin = time.monotonic()
    copy = folder / "late.parquet"
    statement = "SELECT * FROM 's3://tables/city'"
    status, output, message = run(command, "--parquet", copy, statement, environment=environment)
    seconds = time.monotonic() - begin
    holds = status == 2 and output == "" and message.startswith("error: s3://tables/city: ") and not copy.exists()
    checks.check(f"a lost store: an error after {seconds:.0f} s", holds and seconds < PATIENCE, f"{status} {message}")
    return min(checks.failed, 1)


def cluster(command, folder, environments, checks):
    """The same answers from an executor. The scheduler has no credentials; the executor and the command have."""
    ports = [str(free_port()) for _ in range(3)]
    processes = []
    try:
        starts = (
            ["scheduler", "--port", ports[0]],
            ["executor", "--scheduler", f"localhost:{ports[0]}", "--port", ports[1], "--task-port", ports[2]],
        )
        for arguments, environment in zip(starts, environments, strict=True):
            log = (folder / f"{arguments[0]}.log").open("w")
            processes.append(subprocess.Popen([command, *arguments], env=environment, stderr=log))
        for _ in range(300):
            if "is registered" in (folder / "executor.log").read_text():
                break
            time.sleep(0.1)
        environment = environments[1]
        place = ["--cluster", f"localhost:{ports[0]}", "--csv"]
        for table in ("city", "odd/a b%20~1.parquet"):
            here = run(command, "--csv", BY_SIDE.format(folder / table), environment=environment)
            there = run(command, *place, BY_SIDE.format(f"s3://tables/{table}"), environment=environment)
            checks.check(f"on a cluster: {table}", here == there and here[0] == 0, f"{here}\n{there}")
    finally:
        for process in reversed(processes):
            process.terminate()
        for process in processes:
            process.wait(PATIENCE)


if __name__ == "__main__":
    sys.exit(main())
