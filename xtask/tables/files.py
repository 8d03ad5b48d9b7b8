"""Files of a table, by four programs in all their encodings."""

import math

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

WRITERS = ["pyarrow", "polars", "duckdb"]
CONNECTION = duckdb.connect()


def write(batch, folder):
    """Writes each table with each program, into one folder per program."""
    for name in [*WRITERS, "csv"]:
        (folder / name).mkdir(parents=True)
    for number, table in enumerate(batch.tables):
        arrow = batch.arrow(table)
        pyarrow_file(batch, table, arrow, folder / f"pyarrow/{number:03}.parquet")
        polars_file(batch.random, arrow, folder / f"polars/{number:03}.parquet")
        duckdb_file(batch.random, arrow, folder / f"duckdb/{number:03}.parquet")
        csv_file(batch, table, folder / f"csv/{number:03}.csv")


def pyarrow_file(batch, table, arrow, path):
    random = batch.random
    is_sorted = table["id"] == sorted(table["id"])
    if random.random() < 0.2:
        # Columns that cannot be NULL.
        fields = [field.with_nullable(arrow[field.name].null_count > 0) for field in arrow.schema]
        arrow = pa.Table.from_arrays(arrow.columns, schema=pa.schema(fields))
    if random.random() < 0.3:
        numbers = [field.name for field in arrow.schema if pa.types.is_floating(field.type)]
        encoding = {name: random.choice(["PLAIN", "BYTE_STREAM_SPLIT"]) for name in numbers}
        options = {"column_encoding": encoding, "use_dictionary": False}
    else:
        options = {"use_dictionary": random.choice([True, False, ["x"]])}
    pq.write_table(
        arrow,
        path,
        row_group_size=random.choice([1, 5, 17, 64, 1000]) if len(arrow) < 60 else random.choice([17, 64, 1000]),
        write_statistics=random.choice([True, True, False, ["x", "f"]]),
        write_page_index=random.random() < 0.5,
        data_page_version=random.choice(["1.0", "2.0"]),
        data_page_size=random.choice([16, 64, 1 << 20]),
        write_batch_size=random.choice([3, 1024]),
        dictionary_pagesize_limit=random.choice([32, 1 << 20]),
        compression=random.choice(["none", "snappy", "gzip", "zstd", "lz4", "brotli"]),
        version=random.choice(["1.0", "2.4", "2.6"]),
        store_schema=random.random() < 0.7,
        store_decimal_as_integer=random.random() < 0.5,
        sorting_columns=[pq.SortingColumn(0)] if is_sorted and random.random() < 0.5 else None,
        **options,
    )


def polars_file(random, arrow, path):
    pl.from_arrow(arrow).write_parquet(
        path,
        compression=random.choice(["uncompressed", "snappy", "gzip", "brotli", "zstd", "lz4"]),
        statistics=random.choice([True, "full", False]),
        row_group_size=random.choice([5, 17, 64, 1000]),
        data_page_size=random.choice([64, 1 << 20]),
    )


def duckdb_file(random, arrow, path):
    options = {
        "COMPRESSION": random.choice(["uncompressed", "snappy", "gzip", "zstd", "brotli", "lz4_raw"]),
        "PARQUET_VERSION": random.choice(["v1", "v2"]),
        "ROW_GROUP_SIZE": random.choice([5, 100, 100_000]),
        "DICTIONARY_SIZE_LIMIT": random.choice([1, 1000]),
        "WRITE_BLOOM_FILTER": random.choice(["true", "false"]),
    }
    options = ", ".join(f"{name} {value}" for name, value in options.items())
    CONNECTION.register("t", arrow)
    CONNECTION.execute(f"COPY (SELECT * FROM t) TO '{path}' (FORMAT parquet, {options})")


def csv_file(batch, table, path):
    """Writes CSV: by polars, DuckDB or here. A NULL is an empty cell. CSV has no numbers of 32 bits and no structs, so all
    numbers are written as equal numbers of 64 bits, and the bounds of boxes are columns."""
    random = batch.random
    kinds = {name: "double" if kind == "float" else kind for name, kind in batch.types.items()}
    writer = random.choice(["polars", "duckdb", "here"])
    arrow = batch.arrow(table, is_struct=False, kinds=kinds)
    if writer == "polars":
        pl.from_arrow(arrow).write_csv(path)
    elif writer == "duckdb":
        CONNECTION.register("t", arrow)
        CONNECTION.execute(f"COPY (SELECT * FROM t) TO '{path}' (FORMAT csv, HEADER)")
    else:
        names = arrow.column_names
        end = random.choice(["\n", "\r\n"])
        lines = [",".join(names)]
        lines += [",".join(cell(random, kinds[name], table[name][row]) for name in names) for row in range(len(arrow))]
        path.write_bytes((end.join(lines) + end).encode())


def cell(random, kind, value):
    if value is None:
        return ""
    if value != value:
        return random.choice(["NaN", "nan", "NAN"])
    if math.isinf(value):
        return random.choice(["inf", "Infinity"] if value > 0 else ["-inf", "-Infinity"])
    if kind in ("small", "integer"):
        return str(int(value))
    return random.choice(["{!r}", "{!r}", " {!r} ", "{:.17e}"]).format(value)
