//! The full version: 2·10⁷ boxes, the same answers as one process and as `transect classify`, processes that are lost, and the
//! memory after Ctrl-C. `cargo xtask cluster` runs it, and puts the figures on record.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::cluster::processes::{
    Cluster, Executor, PATIENCE, embedded, failed, scheduler, succeeded,
};
use crate::cluster::{BY_SIDE, boxes};
use crate::program::program;
use crate::within::within;

/// The number of rows, if the variable TRANSECT_CLUSTER_ROWS does not give another.
const ROWS: usize = 20_000_000;

/// The memory of an executor.
const MEMORY: &str = "1G";

/// Several sides at once, so that processes can be lost meanwhile.
const LONG: &str = "SELECT plane_side('x + 2y - z = 1024', bbox) AS a, plane_side('3x - y = 900', bbox) AS b, \
    region_overlap(region('x + y = 700', 'y - z = 100', 'x = 90'), bbox) AS c, count(*) AS n, sum(id) AS sum \
    FROM 'boxes' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3";

/// The figures, as lines of CSV.
struct Record(String);

impl Record {
    fn add(&mut self, what: &str, rows: usize, executors: usize, value: f64, unit: &str) {
        println!("{what}: {value:.2} {unit}");
        let _ = writeln!(self.0, "\"{what}\",{rows},{executors},{value:.2},{unit}");
    }
}

#[test]
#[ignore = "takes minutes; `cargo xtask cluster` runs it in release mode"]
fn full_version() {
    let variable = |name: &str| std::env::var(name).ok();
    let rows = variable("TRANSECT_CLUSTER_ROWS")
        .map_or(ROWS, |rows| rows.parse().expect("a number of rows"));
    let folder =
        PathBuf::from(variable("TRANSECT_CLUSTER_FOLDER").expect("TRANSECT_CLUSTER_FOLDER"));
    let sort = variable("TRANSECT_COMMAND").expect("TRANSECT_COMMAND");
    let table = folder.join("boxes");
    if table.exists() {
        std::fs::remove_dir_all(&table).expect("the folder can be removed");
    }
    boxes::write(&table, rows, 65536);
    let mut record = Record("what,rows,executors of one core,value,unit\n".to_owned());
    let folder = folder.as_path();

    let (expected, seconds) = timed(|| embedded(folder, BY_SIDE));
    record.add(
        "counts by side, one process with all cores",
        rows,
        0,
        seconds,
        "s",
    );
    let (sorted, seconds) = timed(|| counts_of_sort(&sort, folder));
    record.add(
        "counts by side, transect classify of the rows as CSV",
        rows,
        0,
        seconds,
        "s",
    );
    assert_eq!(expected, sorted, "the engine and transect classify");

    let mut cluster = Cluster::start(1, MEMORY);
    for executors in [1, 2] {
        if executors == 2 {
            cluster
                .executors
                .push(Executor::start(cluster.port, MEMORY));
            cluster.expect_executors(2);
        }
        let times = (0..3).map(|_| {
            let (answer, seconds) = timed(|| cluster.answer(folder, BY_SIDE));
            assert_eq!(answer, expected, "{executors} executors");
            seconds
        });
        let fastest = times.fold(f64::INFINITY, f64::min);
        record.add(
            "counts by side, the fastest of 3",
            rows,
            executors,
            fastest,
            "s",
        );
        let (_, seconds) = timed(|| cluster.answer(folder, "SELECT 1"));
        record.add("SELECT 1", 1, executors, seconds, "s");
    }
    memory_after_ctrl_c(&cluster, folder, rows, &mut record);
    lost_executor(&mut cluster, folder, rows, &mut record);
    slow_executor(&cluster, folder, rows, &mut record);
    lost_scheduler(&mut cluster, folder, rows, &mut record);
    let after = cluster.answer(folder, BY_SIDE);
    assert_eq!(after, expected, "after all");
    if let Some(path) = variable("TRANSECT_CLUSTER_RECORD") {
        std::fs::write(path, record.0).expect("the record can be written");
    }
}

fn timed<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let value = run();
    (value, start.elapsed().as_secs_f64())
}

/// Returns the counts of `transect classify`, in the form of the answer of the engine.
fn counts_of_sort(sort: &str, folder: &Path) -> String {
    let columns = boxes::NAMES
        .map(|name| format!("bbox['{name}'] AS {name}"))
        .join(", ");
    let sql = format!("SELECT {columns} FROM 'boxes'");
    let mut rows = program()
        .current_dir(folder)
        .args(["--csv", &sql])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command can be run");
    let output = Command::new(sort)
        .args(["classify", "-", "--plane", "x + 2y - z = 1024", "--json"])
        .stdin(rows.stdout.take().expect("a pipe"))
        .output()
        .expect("transect can be run");
    assert!(rows.wait().expect("the command ends").success());
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let count = |side: &str| report["rows"][side].as_u64().expect("a number");
    let (back, front, on) = (count("back"), count("front"), count("on"));
    format!("side,n\nback,{back}\nfront,{front}\non,{on}\n")
}

/// Stops a statement in the middle, and measures the memory of the executors 5 s later.
fn memory_after_ctrl_c(cluster: &Cluster, folder: &Path, rows: usize, record: &mut Record) {
    let large =
        "SELECT id, bbox FROM 'boxes' ORDER BY bbox['zmax'] * 7919 - bbox['ymin'] * 104729, id";
    let memory = || {
        cluster
            .executors
            .iter()
            .map(|executor| executor.process.memory())
            .sum::<u64>()
    };
    let cancelled = || {
        let mut statement = cluster.statement(folder, &["--parquet", "sorted.parquet", large]);
        let mut peak = memory();
        for _ in 0..20 {
            std::thread::sleep(Duration::from_millis(100));
            peak = peak.max(memory());
        }
        assert!(!statement.has_ended(), "{}", statement.messages());
        statement.signal("-INT");
        assert_eq!(statement.end().code(), Some(130));
        std::thread::sleep(Duration::from_secs(5));
        peak
    };
    // The first statement of the kind loads code and fills the caches of the allocator.
    cancelled();
    let before = memory();
    let peak = cancelled();
    let after = memory();
    for (what, bytes) in [
        ("before", before),
        ("at most during", peak),
        ("5 s after", after),
    ] {
        let what = format!("memory of the executors {what} a sort that Ctrl-C stops");
        record.add(&what, rows, 2, bytes as f64 / 1048576.0, "MiB");
    }
    assert!(
        after as f64 <= before as f64 * 1.1,
        "{before} bytes before, {after} bytes after Ctrl-C"
    );
    let is_clean = || {
        cluster
            .executors
            .iter()
            .all(|executor| executor.files().is_empty())
    };
    assert!(within(PATIENCE, is_clean), "files are left");
}

fn lost_executor(cluster: &mut Cluster, folder: &Path, rows: usize, record: &mut Record) {
    let (expected, seconds) = timed(|| embedded(folder, LONG));
    record.add(
        "2 planes and a region, one process with all cores",
        rows,
        0,
        seconds,
        "s",
    );
    let (answer, seconds) = timed(|| cluster.answer(folder, LONG));
    assert_eq!(answer, expected);
    record.add("2 planes and a region", rows, 2, seconds, "s");
    let mut lost = cluster.executors.swap_remove(0);
    let ((), seconds) = timed(|| {
        let statement = cluster.statement(folder, &["--csv", LONG]);
        assert!(
            within(PATIENCE, || !lost.files().is_empty()),
            "no task has ended"
        );
        lost.process.signal("-KILL");
        lost.process.end();
        assert_eq!(succeeded(statement), expected, "one executor killed");
    });
    record.add(
        "2 planes and a region, one of 2 executors killed in the middle",
        rows,
        2,
        seconds,
        "s",
    );
    cluster
        .executors
        .push(Executor::start(cluster.port, MEMORY));
    cluster.expect_executors(2);
}

fn slow_executor(cluster: &Cluster, folder: &Path, rows: usize, record: &mut Record) {
    let expected = embedded(folder, LONG);
    let ((), seconds) = timed(|| {
        let statement = cluster.statement(folder, &["--csv", LONG]);
        std::thread::sleep(Duration::from_millis(500));
        cluster.executors[0].process.signal("-STOP");
        std::thread::sleep(Duration::from_secs(4));
        cluster.executors[0].process.signal("-CONT");
        assert_eq!(succeeded(statement), expected, "one executor stood still");
    });
    record.add(
        "2 planes and a region, one of 2 executors stands still for 4 s",
        rows,
        2,
        seconds,
        "s",
    );
}

fn lost_scheduler(cluster: &mut Cluster, folder: &Path, rows: usize, record: &mut Record) {
    let statement = cluster.statement(folder, &["--timeout", "4", "--csv", LONG]);
    std::thread::sleep(Duration::from_millis(500));
    cluster.scheduler.signal("-KILL");
    cluster.scheduler.end();
    let (message, seconds) = timed(|| failed(statement));
    assert!(message.contains("does not answer any more"), "{message}");
    assert!(seconds < 8.0, "{seconds} s");
    record.add(
        "error after the scheduler was killed, --timeout 4",
        rows,
        2,
        seconds,
        "s",
    );
    let ((), seconds) = timed(|| {
        cluster.scheduler = scheduler(cluster.port);
        cluster.expect_executors(2);
    });
    record.add("a new scheduler has all executors", 0, 2, seconds, "s");
}
