//! `transect-sql executor`: runs tasks of a scheduler.

use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ballista_core::error::BallistaError;
use ballista_core::utils::default_config_producer;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_executor::health::ExecutorHealth;

use crate::cluster::address::{Address, Endpoint};
use crate::cluster::leftovers::{self, Tasks};
use crate::cluster::scheduler::SECURITY;
use crate::cluster::stopping::Stopping;
use crate::cluster::work_folder::WorkFolder;
use crate::cluster::{LARGEST_MESSAGE, functions, health};
use crate::signals;
#[cfg(unix)]
use crate::signals::Signal;
use crate::tables;

/// Start an executor of a cluster, which runs tasks of statements
///
/// An executor reads the files of statements by the same paths as the user's command: all machines need the same shared
/// folder. Answers between the steps of a statement are files in the work folder.
///
/// The executor ends with status 2 if it loses its scheduler, so that systemd or a container can start it again.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = SECURITY)]
pub(crate) struct Executor {
    /// The address of the scheduler
    #[arg(long, value_name = "HOST:PORT", default_value = "localhost:50050")]
    scheduler: Address,
    #[command(flatten)]
    endpoint: Endpoint,
    /// The port from which users and other executors read answers
    #[arg(long, value_name = "PORT", default_value_t = 50051, value_parser = clap::value_parser!(u16).range(1..))]
    port: u16,
    /// The port at which the scheduler gives tasks
    #[arg(long, value_name = "PORT", default_value_t = 50052, value_parser = clap::value_parser!(u16).range(1..))]
    task_port: u16,
    /// The number of cores, which is the number of tasks at a time [default: all cores of the machine]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    cores: Option<u16>,
    /// The memory for sorting, grouping and joining, for all tasks together, such as 8G; larger data go to temporary
    /// files [default: 70 % of the memory of the machine or of its container]
    #[arg(long, value_name = "SIZE", value_parser = crate::size::bytes)]
    memory: Option<usize>,
    /// The folder for a temporary folder, which is removed at the end. Folders that killed executors have left there are
    /// removed at the start [default: the system's folder for temporary files]
    #[arg(long, value_name = "FOLDER")]
    work_dir: Option<PathBuf>,
    /// The seconds between two signs of life. After five that the scheduler does not answer, the executor ends
    #[arg(long, value_name = "SECONDS", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=600))]
    heartbeat: u16,
    /// The seconds to wait for the scheduler at the start
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..=3600))]
    timeout: u16,
}

/// Runs the executor until it is stopped, or until it has lost its scheduler.
pub(crate) async fn run(arguments: &Executor) -> Result<(), String> {
    let is_stopped = Arc::new(AtomicBool::new(false));
    let stop = tokio::spawn({
        let is_stopped = Arc::clone(&is_stopped);
        async move {
            let result = signals::end().await;
            is_stopped.store(true, Ordering::Release);
            #[cfg(unix)]
            if let Ok(Signal::HangUp) = result {
                // Ballista stops at Ctrl-C and SIGTERM only. The signal is caught, because `end` catches it.
                signal_hook::low_level::raise(signal_hook::consts::SIGTERM)?;
            }
            result
        }
    });
    let host = arguments.endpoint.reached_by()?;
    let parent = arguments.work_dir.clone();
    let folder = WorkFolder::new(&parent.unwrap_or_else(std::env::temp_dir));
    let folder = folder.map_err(|error| format!("work folder: {error}"))?;
    let work_dir = folder.path().to_str();
    let work_dir =
        work_dir.ok_or_else(|| format!("{}: the path is not text", folder.path().display()))?;
    let temporary = folder.path().to_owned();
    for port in [arguments.port, arguments.task_port] {
        // Ballista listens in the background, where an error is not seen.
        let at = arguments.endpoint.socket(port);
        let listener = std::net::TcpListener::bind(at);
        listener.map_err(|error| format!("cannot listen at {at}: {error}"))?;
    }
    tokio::select! {
        result = wait_for_scheduler(arguments) => result?,
        result = stop => {
            let result = result.map_err(|error| error.to_string())?;
            return result.map(drop).map_err(|error| format!("cannot catch signals: {error}"));
        }
    }
    let health = ExecutorHealth::new();
    let tasks = Arc::new(Tasks::default());
    let heartbeat = Duration::from_secs(u64::from(arguments.heartbeat));
    let config = ExecutorProcessConfig {
        bind_host: arguments.endpoint.bind_text(),
        external_host: Some(host),
        port: arguments.port,
        grpc_port: arguments.task_port,
        scheduler_host: arguments.scheduler.host.clone(),
        scheduler_port: arguments.scheduler.port,
        vcores: arguments.cores.map_or(0, usize::from),
        work_dir: Some(work_dir.to_owned()),
        grpc_max_decoding_message_size: LARGEST_MESSAGE as u32,
        grpc_max_encoding_message_size: LARGEST_MESSAGE as u32,
        executor_heartbeat_interval_seconds: heartbeat.as_secs(),
        memory_pool_size: arguments.memory.map(|bytes| bytes as u64),
        override_function_registry: Some(Arc::new(
            functions::registry().map_err(|error| error.to_string())?,
        )),
        override_runtime_producer: Some(Arc::new(move |_| {
            tables::runtime()
                .with_temp_file_path(&temporary)
                .build_arc()
        })),
        override_execution_engine: Some(Arc::new(Stopping::new(Arc::clone(&tasks)))),
        override_config_producer: Some(Arc::new(default_config_producer)),
        health: health.clone(),
        ..ExecutorProcessConfig::default()
    };
    let result = tokio::select! {
        result = start_executor_process(Arc::new(config)) => result.map_err(|error| match error {
            BallistaError::IoError(error) if error.kind() == ErrorKind::AddrInUse => {
                let [answers, tasks] = [arguments.port, arguments.task_port].map(|port| arguments.endpoint.socket(port));
                format!("cannot listen at {answers} or {tasks}: {error}")
            }
            error => error.to_string(),
        }),
        () = report(&arguments.scheduler, &health, &is_stopped, patience(arguments)) => Ok(()),
        never = leftovers::remove(&tasks, folder.path(), &arguments.scheduler, heartbeat) => match never {},
    };
    if is_stopped.load(Ordering::Acquire) {
        eprintln!("the executor stops");
        return Ok(());
    }
    result?;
    Err(format!(
        "the executor has lost the scheduler at {}: one of the two did not answer for too long\n\
        hint: start the executor again, or let systemd or a container do so",
        arguments.scheduler
    ))
}

/// Waits until the scheduler answers.
async fn wait_for_scheduler(arguments: &Executor) -> Result<(), String> {
    let time = Duration::from_secs(u64::from(arguments.timeout));
    let start = Instant::now();
    loop {
        let left = time.saturating_sub(start.elapsed());
        match health::ask(&arguments.scheduler, left).await {
            Ok(_) => return Ok(()),
            Err(reason) if start.elapsed() >= time => {
                return Err(format!(
                    "no scheduler at {} within {} s: {reason}\nhint: start one with `transect-sql scheduler`",
                    arguments.scheduler,
                    time.as_secs()
                ));
            }
            Err(_) => tokio::time::sleep(Duration::from_millis(200)).await,
        }
    }
}

/// Returns the time without an answer of the scheduler after which the executor ends in any case. Ballista gives the
/// scheduler up after five signs of life without an answer; each may take longer than the time between two of them.
fn patience(arguments: &Executor) -> Duration {
    Duration::from_secs(10 * u64::from(arguments.heartbeat) + 5)
}

/// Writes a line when the executor is registered, and when the scheduler does not answer any more. Returns if the executor
/// is stopped while it is not registered: then it has no tasks, and Ballista may not listen to signals yet. Also returns if
/// the scheduler does not answer for longer than `patience`: Ballista then waits for the running tasks, whose answers nobody
/// will ask for.
async fn report(
    scheduler: &Address,
    health: &ExecutorHealth,
    is_stopped: &AtomicBool,
    patience: Duration,
) {
    let mut ready_before: Option<Instant> = None;
    let mut was_ready = false;
    let mut clock = tokio::time::interval(Duration::from_millis(100));
    loop {
        clock.tick().await;
        let is_ready = health.is_ready();
        if !is_ready && is_stopped.load(Ordering::Acquire) {
            return;
        }
        if is_ready {
            ready_before = Some(Instant::now());
        } else if ready_before.is_some_and(|last| last.elapsed() > patience) {
            return;
        }
        if is_ready != was_ready {
            if is_ready {
                eprintln!("the executor is registered at the scheduler {scheduler}");
            } else {
                eprintln!("the scheduler {scheduler} does not answer");
            }
            was_ready = is_ready;
        }
    }
}
