//! Statements on a cluster of processes on loopback: the answers of one process, also while processes end.

mod boxes;
#[cfg(target_os = "linux")]
mod full;
mod processes;

use std::path::Path;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::cluster::processes::{
    Cluster, Executor, PATIENCE, Process, embedded, failed, free_port, scheduler, succeeded,
};
use crate::program::program;
use crate::within::within;

const ROWS: usize = 16_000;

/// The memory of an executor.
const MEMORY: &str = "64M";

/// An oblique plane through the middle of the boxes.
const BY_SIDE: &str = "SELECT plane_side('x + 2y - z = 1024', bbox) AS side, count(*) AS n FROM 'boxes' GROUP BY 1 \
    ORDER BY 1";

/// Asks for the sides of all boxes against some parallel planes.
macro_rules! sides_of_planes {
    ($planes:literal) => {
        concat!(
            "SELECT plane_side(plane(1, 2, -1, -8 * p.value), bbox) AS side, count(*) AS n FROM 'boxes', range(0, ",
            $planes,
            ") AS p GROUP BY 1 ORDER BY 1"
        )
    };
}

/// Takes several seconds, also in a build that is optimized.
const SLOW: &str = if cfg!(debug_assertions) {
    sides_of_planes!("4")
} else {
    sides_of_planes!("2000")
};

/// Takes hours, and produces nothing before its end.
const ENDLESS: &str =
    "SELECT max(id + p.value) AS n FROM 'boxes', range(0, 100000) AS p WHERE id + p.value >= 0";

fn table() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    boxes::write(&folder.path().join("boxes"), ROWS, 250);
    folder
}

#[test]
fn answers_are_those_of_one_process() {
    let folder = table();
    let folder = folder.path();
    let mut cluster = Cluster::start(2, MEMORY);
    for executor in &cluster.executors {
        executor
            .process
            .expect_message("the executor is registered");
    }
    cluster
        .scheduler
        .expect_message("2 executors are registered");
    let pruned = "SELECT count(*) AS n, min(id) AS least, sum(id) AS sum FROM 'boxes' \
        WHERE plane_side('x + y / 64 = 300', bbox) = 'on'";
    for sql in [
        BY_SIDE,
        pruned,
        // All row groups are excluded.
        "SELECT count(*) AS n FROM 'boxes' WHERE plane_side('x = -7', bbox) <> 'front'",
        "SELECT id FROM 'boxes' WHERE plane_side('x = -7', bbox) <> 'front'",
        "SELECT region_overlap(region('x = 500', 'y = 500', 'z = 500'), bbox) AS overlap, count(*) AS n FROM 'boxes' \
            GROUP BY 1 ORDER BY 1",
        "SELECT bounds(bbox)['xmax'] AS x, count(*) AS n FROM 'boxes'",
        "SELECT plane_fit(bbox['xmin'], bbox['ymin'], bbox['xmin'] - bbox['ymin'])['c'] > 0.5 AS fits FROM 'boxes'",
        "SELECT a.id, b.id AS other FROM 'boxes' AS a JOIN 'boxes' AS b ON a.id = b.id \
            WHERE a.id IN (SELECT max(id) FROM 'boxes') ORDER BY a.id",
        "SELECT id, signed_distance('x + 2y - z = 1024', bbox['xmin'], bbox['ymin'], bbox['zmin']) AS distance \
            FROM 'boxes' ORDER BY distance DESC, id LIMIT 5",
        "SELECT plane_side('z = 1', 0, 0, value) AS side FROM range(0, 3) ORDER BY value",
        "SELECT plane_side(plane_at(500.1, 500.2, 500.3, 0.1, 0.2, -0.3), bbox) AS side, count(*) AS n, sum(id) AS sum \
            FROM 'boxes' GROUP BY side ORDER BY side",
        "SELECT id, plane['point']['x'] AS x, plane['normal']['z'] AS c FROM (SELECT id, plane_at({'x': bbox['xmin'], \
            'y': 0.1, 'z': 0.2}, {'x': 0.1, 'y': 0.2, 'z': 0.3}) AS plane FROM 'boxes' \
            WHERE plane_side(plane_at(500.1, 500.2, 500.3, 0.1, 0.2, -0.3), bbox) = 'on') ORDER BY id LIMIT 5",
        "SELECT grid_cell('x=0..1024/16', 'z=0..1000 step 250', bbox['xmin'], 0, bbox['zmin']) AS cell, count(*) AS n \
            FROM 'boxes' GROUP BY cell ORDER BY cell",
        "SELECT id, grid_cells('x+y=0..2000/100', bbox)[1]['last'] AS last FROM 'boxes' ORDER BY last DESC, id LIMIT 5",
    ] {
        assert_eq!(cluster.answer(folder, sql), embedded(folder, sql), "{sql}");
    }
    // NaN stays NaN, and satisfies comparisons as in memory.
    boxes::write_with_nan(&folder.join("nan.parquet"));
    for (sql, expected) in [
        (
            "SELECT plane_side('x = 3', x, 0, 0) AS side, count(*) AS n FROM 'nan.parquet' GROUP BY 1 ORDER BY 2",
            "side,n\n,7\non,57\n",
        ),
        (
            "SELECT max(x) AS m, count(*) FILTER (WHERE isnan(x)) AS n FROM 'nan.parquet'",
            "m,n\nNaN,7\n",
        ),
        (
            "SELECT count(*) AS n FROM 'nan.parquet' WHERE x > 3",
            "n\n7\n",
        ),
        (
            "SELECT count(*) AS n FROM 'nan.parquet' WHERE x <> 3",
            "n\n7\n",
        ),
        (
            "SELECT count(*) AS n FROM 'nan.parquet' WHERE y BETWEEN 9 AND 17 AND x > 2",
            "n\n9\n",
        ),
        (
            "SELECT id FROM 'nan.parquet' ORDER BY x DESC, id LIMIT 2",
            "id\n4\n13\n",
        ),
    ] {
        assert_eq!(cluster.answer(folder, sql), expected, "{sql}");
        assert_eq!(embedded(folder, sql), expected, "{sql}");
    }
    let prepared = "PREPARE p(DOUBLE) AS SELECT count(*) AS n FROM 'boxes' WHERE bbox['xmin'] > $1; EXECUTE p(512)";
    assert_eq!(cluster.answer(folder, prepared), embedded(folder, prepared));
    for sql in [
        "SET datafusion.execution.batch_size = 7",
        "SHOW ALL",
        "SHOW FUNCTIONS",
    ] {
        let message = failed(cluster.statement(folder, &[sql]));
        assert!(
            message.contains(" does not run on a cluster\n"),
            "{message}"
        );
    }
    // Columns of folders and of names of files, converted values of text, and pruning below them.
    boxes::write_in_folders(&folder.join("scans"));
    for sql in [
        "SELECT year, count(*) AS n, sum(x) AS x FROM 'scans/**/*.parquet' WHERE plane_side('x = 1', x, 0) = 'front' \
            GROUP BY year ORDER BY year",
        "SELECT count(*) AS n FROM 'scans/**/*.parquet' WHERE year = 2026",
        "SELECT filename, x, year FROM read_csv('scans/**/*.csv', nullstr = 'NA', filename = true) ORDER BY year, x",
        "SELECT year, sum(x) AS x FROM read_csv('scans/**/*.csv', nullstr = 'NA') WHERE year > 2024 GROUP BY year ORDER BY year",
    ] {
        assert_eq!(cluster.answer(folder, sql), embedded(folder, sql), "{sql}");
    }
    // Conditions exclude row groups, and EXPLAIN tells how many.
    let plan = cluster.answer(folder, &format!("EXPLAIN {pruned}"));
    let counts = plan
        .split("PlanePruning: row_groups_pruned=")
        .nth(1)
        .expect("a step in the plan");
    let counts: Vec<usize> = counts
        .split([' ', ','])
        .filter_map(|word| word.parse().ok())
        .collect();
    assert_eq!(counts[1], ROWS / 250);
    assert!(
        counts[0] > counts[1] / 2 && counts[0] < counts[1],
        "{counts:?}"
    );
    let message = failed(cluster.statement(folder, &["EXPLAIN ANALYZE SELECT 1"]));
    assert!(
        message.starts_with("error: EXPLAIN ANALYZE does not run on a cluster\nhint: "),
        "{message}"
    );

    outputs_are_whole(&cluster, folder);

    // The files of answers are removed.
    for executor in &cluster.executors {
        assert!(
            within(PATIENCE, || executor.files().is_empty()),
            "{:?}",
            executor.files()
        );
    }
    // All processes stop at a signal, and leave nothing behind.
    for (mut executor, signal) in cluster.executors.drain(..).zip(["-TERM", "-HUP"]) {
        executor.process.signal(signal);
        assert_eq!(
            executor.process.end().code(),
            Some(0),
            "{}",
            executor.process.messages()
        );
        executor.assert_left_nothing();
    }
    cluster.expect_executors(0);
    let message = failed(cluster.statement(folder, &[BY_SIDE]));
    assert!(message.contains("has no executors\nhint: "), "{message}");
    cluster.scheduler.signal("-INT");
    assert_eq!(cluster.scheduler.end().code(), Some(0));
}

/// Parquet files appear only when they are complete, and errors name the function and the row or the file.
fn outputs_are_whole(cluster: &Cluster, folder: &Path) {
    let names = || {
        let entries = std::fs::read_dir(folder).expect("the folder");
        let mut names: Vec<_> = entries
            .map(|entry| entry.expect("an entry").file_name())
            .collect();
        names.sort();
        names
    };
    let before = names();
    let wrong = "SELECT plane(id - 7, 0, 0, 1) FROM 'boxes'";
    let message = failed(cluster.statement(folder, &["--parquet", "out.parquet", wrong]));
    assert!(
        message.starts_with("error: boxes/part-00.parquet, row 8: plane: the normal is zero"),
        "{message}"
    );
    assert_eq!(names(), before);
    let sql = "SELECT * FROM 'boxes' WHERE plane_side('x + 2y - z = 1024', bbox) = 'on'";
    assert_eq!(
        succeeded(cluster.statement(folder, &["--parquet", "out.parquet", sql])),
        ""
    );
    let count = "SELECT count(*) AS n, sum(id) AS sum FROM ";
    assert_eq!(
        embedded(folder, &format!("{count} 'out.parquet'")),
        embedded(folder, &format!("{count} ({sql})"))
    );
    // Damaged pages behind a sound footer.
    let mut bytes = std::fs::read(folder.join("out.parquet")).expect("the file");
    let middle = bytes.len() / 3;
    bytes[4..middle].fill(0xff);
    std::fs::write(folder.join("damaged.parquet"), bytes).expect("a file");
    let message = failed(cluster.statement(folder, &["SELECT sum(id) FROM 'damaged.parquet'"]));
    assert!(
        message.starts_with("error: damaged.parquet: column id: "),
        "{message}"
    );
}

#[test]
fn a_lost_executor_changes_no_answer() {
    let folder = table();
    let folder = folder.path();
    let expected = embedded(folder, SLOW);
    let mut cluster = Cluster::start(2, MEMORY);
    // Killed when it has finished a task.
    let statement = cluster.statement(folder, &["--csv", SLOW]);
    let mut lost = cluster.executors.swap_remove(0);
    assert!(
        within(PATIENCE, || !lost.files().is_empty()),
        "no task has ended"
    );
    lost.process.signal("-KILL");
    lost.process.end();
    let start = Instant::now();
    assert_eq!(succeeded(statement), expected);
    assert!(
        start.elapsed() > Duration::from_millis(300),
        "the statement ended before the executor was lost"
    );
    // Another takes its place, and removes what the lost one has left. Then it stands still for a while.
    let another = Executor::start_in(lost.work, cluster.port, MEMORY);
    another
        .process
        .expect_message("removed what a killed executor has left: ");
    cluster.executors.push(another);
    assert!(within(PATIENCE, || cluster.executors[1]
        .process
        .messages()
        .contains("is registered")));
    let statement = cluster.statement(folder, &["--csv", SLOW]);
    std::thread::sleep(Duration::from_secs(1));
    cluster.executors[1].process.signal("-STOP");
    std::thread::sleep(Duration::from_secs(3));
    cluster.executors[1].process.signal("-CONT");
    assert_eq!(succeeded(statement), expected);
}

#[test]
fn a_lost_scheduler_is_an_error_and_a_new_one_takes_its_place() {
    let folder = table();
    let folder = folder.path();
    let mut cluster = Cluster::start(1, MEMORY);
    let statement = cluster.statement(
        folder,
        &["--timeout", "3", "--parquet", "out.parquet", SLOW],
    );
    assert!(within(PATIENCE, || cluster.executors[0].process.computed() > 50));
    cluster.scheduler.signal("-KILL");
    cluster.scheduler.end();
    let start = Instant::now();
    let message = failed(statement);
    // Without --timeout 3, it would take 10 seconds or more.
    assert!(
        start.elapsed() < Duration::from_secs(10),
        "{:?}",
        start.elapsed()
    );
    let expected = format!(
        "error: the scheduler at {} does not answer any more: ",
        cluster.address()
    );
    assert!(message.starts_with(&expected), "{message}");
    assert_eq!(std::fs::read_dir(folder).expect("the folder").count(), 1);
    // The executor registers at the new scheduler.
    cluster.scheduler = scheduler(cluster.port);
    cluster.expect_executors(1);
    assert_eq!(cluster.answer(folder, BY_SIDE), embedded(folder, BY_SIDE));
    // Without a scheduler, it ends by itself.
    cluster.scheduler.signal("-KILL");
    let executor = &mut cluster.executors[0];
    assert_eq!(executor.process.end().code(), Some(2));
    executor
        .process
        .expect_message("\nerror: the executor has lost the scheduler");
    executor.assert_left_nothing();
}

#[test]
fn an_interrupted_statement_stops_its_tasks() {
    let folder = table();
    let folder = folder.path();
    let cluster = Cluster::start(1, MEMORY);
    let executor = &cluster.executors[0].process;
    // The first statement loads the program.
    cluster.answer(folder, BY_SIDE);
    let mut statement = cluster.statement(folder, &["--parquet", "out.parquet", ENDLESS]);
    let before = executor.computed();
    assert!(within(PATIENCE, || executor.computed() > before + 50));
    statement.signal("-INT");
    assert_eq!(statement.end().code(), Some(130));
    assert_eq!(std::fs::read_dir(folder).expect("the folder").count(), 1);
    // A second without work.
    let is_idle = || {
        let before = executor.computed();
        std::thread::sleep(Duration::from_secs(1));
        executor.computed() < before + 20
    };
    assert!(
        within(Duration::from_secs(20), is_idle),
        "the executor still computes"
    );
    assert!(
        within(PATIENCE, || cluster.executors[0].files().is_empty()),
        "{:?}",
        cluster.executors[0].files()
    );
}

/// Some tasks of a statement write after another one has failed, and even start after that.
#[test]
fn failed_statements_leave_no_files() {
    let folder = table();
    let folder = folder.path();
    let cluster = Cluster::start(2, MEMORY);
    let statements: Vec<_> = (0..40)
        .map(|row| {
            let sql = format!(
                "SELECT id % 97 AS rest, count(plane(id - {row}, 0, 0, 1)) AS n FROM 'boxes' GROUP BY 1"
            );
            cluster.statement(folder, &[&sql])
        })
        .collect();
    for statement in statements {
        let message = failed(statement);
        assert!(
            message.contains(": plane: the normal is zero; "),
            "{message}"
        );
    }
    for executor in &cluster.executors {
        assert!(
            within(PATIENCE, || executor.files().is_empty()),
            "{:?}",
            executor.files()
        );
    }
}

#[test]
fn missing_processes_are_named() {
    let port = free_port();
    let address = format!("127.0.0.1:{port}");
    let one = |arguments: &[&str]| failed(Process::start(program().args(arguments)));
    let message = one(&["--cluster", &address, "SELECT 1"]);
    assert!(
        message.starts_with(&format!("error: no scheduler at {address}: ")),
        "{message}"
    );
    assert!(
        message.contains("\nhint: start one with `transect-sql scheduler`"),
        "{message}"
    );
    let ports = [free_port().to_string(), free_port().to_string()];
    let executor = ["executor", "--scheduler", &address, "--timeout", "1"];
    let message = one(&[
        &executor[..],
        &["--port", &ports[0], "--task-port", &ports[1]],
    ]
    .concat());
    assert!(
        message.contains(&format!("no scheduler at {address} within 1 s: ")),
        "{message}"
    );
    // A process that listens and does not answer, then a process of another kind.
    let listener = std::net::TcpListener::bind(&address).expect("the port is free");
    let start = Instant::now();
    let message = one(&["--cluster", &address, "--timeout", "1", "SELECT 1"]);
    assert!(message.contains("no answer within 1 s"), "{message}");
    // Without --timeout 1, it would take 10 seconds.
    assert!(start.elapsed() < Duration::from_secs(10));
    let server = std::thread::spawn(move || {
        use std::io::Write;
        // The connection of the command before is still in the queue.
        for stream in listener.incoming().take(2) {
            let _ = stream
                .expect("a connection")
                .write_all(b"SSH-2.0-OpenSSH_9.6\r\n");
        }
    });
    let message = one(&["--cluster", &address, "SELECT 1"]);
    assert!(message.contains("is not a scheduler"), "{message}");
    server.join().expect("the server ends");
    // A port that is taken.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let taken = listener
        .local_addr()
        .expect("an address")
        .port()
        .to_string();
    let message = one(&["scheduler", "--port", &taken]);
    assert!(
        message.starts_with(&format!("error: cannot listen at 127.0.0.1:{taken}: ")),
        "{message}"
    );
    let message = one(&["scheduler", "--bind", "0.0.0.0"]);
    assert!(message.contains("--host"), "{message}");
    one(&["--cluster", "localhost", "SELECT 1"]);
    one(&["--cluster", &address, "--memory", "1G", "SELECT 1"]);
}
