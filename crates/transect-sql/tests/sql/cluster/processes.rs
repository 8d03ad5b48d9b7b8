//! The processes of a cluster on loopback, which end with their values.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use tempfile::TempDir;

use crate::program::program;
use crate::within::within;

/// The time that each step of a cluster may take before a test fails. Machines of continuous integration are slow.
pub(crate) const PATIENCE: Duration = Duration::from_secs(180);

/// The seconds without a sign of life after which the scheduler gives an executor up.
pub(crate) const EXECUTOR_TIMEOUT: u64 = 6;

/// Ports that systems do not give to connections. A port of theirs may become the near end of a connection of another
/// process before the process that it is meant for listens at it.
const PORTS: std::ops::Range<u16> = 15_000..32_000;

/// Returns a port that nobody listens at, another one in each call.
pub(crate) fn free_port() -> u16 {
    static CALLS: AtomicU32 = AtomicU32::new(0);
    // Test programs that run at the same time begin at other ports.
    let first = std::process::id().wrapping_mul(61);
    let mut ports = PORTS.map(|_| {
        let call = CALLS.fetch_add(1, Ordering::Relaxed);
        PORTS.start + (first.wrapping_add(call) % PORTS.len() as u32) as u16
    });
    let is_free = |port: &u16| TcpListener::bind(("127.0.0.1", *port)).is_ok();
    ports.find(is_free).expect("a free port")
}

/// A process that is killed when its value is dropped.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    messages: Arc<Mutex<String>>,
    /// The thread that reads the messages. It ends when the process has ended.
    reader: Option<JoinHandle<()>>,
}

impl Process {
    pub(crate) fn start(command: &mut Command) -> Self {
        let child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = child.expect("the command can be run");
        let messages = Arc::new(Mutex::new(String::new()));
        let lines = BufReader::new(child.stderr.take().expect("a pipe"));
        let written = Arc::clone(&messages);
        let reader = std::thread::spawn(move || {
            for line in lines.lines().map_while(Result::ok) {
                let mut text = written.lock().unwrap_or_else(PoisonError::into_inner);
                text.push_str(&line);
                text.push('\n');
            }
        });
        Self {
            child,
            messages,
            reader: Some(reader),
        }
    }

    /// Returns what the process has written to standard error.
    pub(crate) fn messages(&self) -> String {
        self.messages
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Waits until the process has written a text to standard error.
    pub(crate) fn expect_message(&self, text: &str) {
        let is_there = within(PATIENCE, || self.messages().contains(text));
        assert!(is_there, "no {text:?} in: {}", self.messages());
    }

    /// Sends a signal such as `-INT`.
    pub(crate) fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        let status = Command::new("kill").args([signal, &id]).status();
        assert!(status.expect("kill can be run").success(), "kill {signal}");
    }

    pub(crate) fn has_ended(&mut self) -> bool {
        self.child
            .try_wait()
            .expect("the status can be read")
            .is_some()
    }

    /// Waits for the end of the process.
    pub(crate) fn end(&mut self) -> ExitStatus {
        assert!(
            within(PATIENCE, || self.has_ended()),
            "the process does not end: {}",
            self.messages()
        );
        self.child.wait().expect("the status can be read")
    }

    /// Waits for the end of the process and returns its output.
    pub(crate) fn output(mut self) -> Output {
        let mut stdout = Vec::new();
        if let Some(mut pipe) = self.child.stdout.take() {
            pipe.read_to_end(&mut stdout)
                .expect("the output can be read");
        }
        let status = self.end();
        if let Some(reader) = self.reader.take() {
            reader.join().expect("the messages can be read");
        }
        Output {
            status,
            stdout,
            stderr: self.messages().into_bytes(),
        }
    }

    /// Returns the memory that the process uses, in bytes.
    #[cfg(target_os = "linux")]
    pub(crate) fn memory(&self) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let text = std::fs::read_to_string(path).expect("the process runs");
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB"));
        kilobytes
            .and_then(|number| number.parse::<u64>().ok())
            .expect("a number")
            * 1024
    }

    /// Returns the time that the process has computed, in hundredths of a second.
    #[cfg(target_os = "linux")]
    pub(crate) fn computed(&self) -> u64 {
        let path = format!("/proc/{}/stat", self.child.id());
        let text = std::fs::read_to_string(path).expect("the process runs");
        let (_, fields) = text.rsplit_once(") ").expect("a name in parentheses");
        let fields: Vec<&str> = fields.split(' ').collect();
        let number = |index: usize| fields[index].parse::<u64>().expect("a number");
        number(11) + number(12)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // A process that has ended cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
        if std::thread::panicking() {
            eprintln!(
                "messages of process {}:\n{}",
                self.child.id(),
                self.messages()
            );
        }
    }
}

/// An executor and its work folder.
#[derive(Debug)]
pub(crate) struct Executor {
    pub(crate) process: Process,
    pub(crate) work: TempDir,
}

impl Executor {
    /// Starts an executor with one core.
    pub(crate) fn start(scheduler: u16, memory: &str) -> Self {
        let work = tempfile::tempdir().expect("a temporary folder");
        Self::start_in(work, scheduler, memory)
    }

    /// Starts an executor with one core in a work folder.
    pub(crate) fn start_in(work: TempDir, scheduler: u16, memory: &str) -> Self {
        let mut executor = program();
        executor
            .args(["executor", "--scheduler", &format!("127.0.0.1:{scheduler}")])
            .args([
                "--port",
                &free_port().to_string(),
                "--task-port",
                &free_port().to_string(),
            ])
            .args(["--cores", "1", "--memory", memory, "--heartbeat", "2"])
            .arg("--work-dir")
            .arg(work.path());
        let process = Process::start(&mut executor);
        Self { process, work }
    }

    /// Returns the files that the executor has written, except the one that it has locked.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let mut files = Vec::new();
        collect(self.work.path(), &mut files);
        files.retain(|file| !file.ends_with("lock"));
        files
    }

    /// Asserts that the work folder is empty.
    pub(crate) fn assert_left_nothing(&self) {
        let entries = std::fs::read_dir(self.work.path()).expect("the folder");
        assert_eq!(entries.count(), 0, "{:?}", self.files());
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    // Executors remove files and folders at any time.
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// A scheduler and its executors.
#[derive(Debug)]
pub(crate) struct Cluster {
    pub(crate) port: u16,
    pub(crate) scheduler: Process,
    pub(crate) executors: Vec<Executor>,
}

impl Cluster {
    /// Starts a cluster, and waits until all executors are registered.
    pub(crate) fn start(executors: usize, memory: &str) -> Self {
        let port = free_port();
        let scheduler = scheduler(port);
        let executors = (0..executors)
            .map(|_| Executor::start(port, memory))
            .collect();
        let cluster = Self {
            port,
            scheduler,
            executors,
        };
        cluster.expect_executors(cluster.executors.len());
        cluster
    }

    pub(crate) fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Waits until the scheduler counts this number of executors.
    pub(crate) fn expect_executors(&self, count: usize) {
        let text = format!(": {count} executors registered");
        let text = if count == 0 {
            ": 0/1 executors registered".to_owned()
        } else {
            text
        };
        let is_there = within(PATIENCE, || {
            health(self.port).is_some_and(|health| health.contains(&text))
        });
        assert!(
            is_there,
            "{:?} instead of {count} executors",
            health(self.port)
        );
    }

    /// Runs a statement on the cluster.
    pub(crate) fn statement(&self, folder: &Path, arguments: &[&str]) -> Process {
        let mut statement = program();
        statement
            .current_dir(folder)
            .args(["--cluster", &self.address()])
            .args(arguments);
        Process::start(&mut statement)
    }

    /// Runs a statement on the cluster and returns its answer.
    pub(crate) fn answer(&self, folder: &Path, sql: &str) -> String {
        succeeded(self.statement(folder, &["--csv", sql]))
    }
}

/// Starts a scheduler, and waits until it answers.
pub(crate) fn scheduler(port: u16) -> Process {
    let mut scheduler = program();
    scheduler
        .args(["scheduler", "--port", &port.to_string()])
        .args(["--executor-timeout", &EXECUTOR_TIMEOUT.to_string()]);
    let process = Process::start(&mut scheduler);
    let answers = within(PATIENCE, || health(port).is_some());
    assert!(
        answers,
        "the scheduler does not answer: {}",
        process.messages()
    );
    process
}

/// Returns the answer of a scheduler at /readyz, or `None` if it does not answer.
pub(crate) fn health(port: u16) -> Option<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(5))).ok()?;
    stream.write_all(b"GET /readyz HTTP/1.0\r\n\r\n").ok()?;
    let mut text = String::new();
    stream.read_to_string(&mut text).ok()?;
    Some(text.rsplit("\r\n").next()?.to_owned())
}

/// Returns the standard output of a process that must succeed.
pub(crate) fn succeeded(process: Process) -> String {
    let output = process.output();
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{}: {messages}", output.status);
    assert_eq!(messages, "");
    String::from_utf8(output.stdout).expect("the answer is text")
}

/// Returns the message of a process that must fail with status 2, and write nothing to standard output.
pub(crate) fn failed(process: Process) -> String {
    let output = process.output();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{message}");
    message
}

/// Returns the answer of the engine of one process.
pub(crate) fn embedded(folder: &Path, sql: &str) -> String {
    succeeded(Process::start(
        program().current_dir(folder).args(["--csv", sql]),
    ))
}
