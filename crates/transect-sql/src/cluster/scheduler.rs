//! `transect-sql scheduler`: takes plans, and gives their tasks to executors.

use std::sync::Arc;
use std::time::Duration;

use ballista_core::utils::default_config_producer;
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service_with_listener};
use ballista_scheduler::scheduler_server::SchedulerServer;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};

use crate::cluster::address::Endpoint;
use crate::cluster::{LARGEST_MESSAGE, functions};
use crate::signals;

/// Start the scheduler of a cluster, which gives the tasks of statements to executors
///
/// One scheduler serves all executors and all users. It keeps its state in memory: after a restart, executors register
/// again by themselves, and statements that were running have failed.
///
/// The state of the scheduler is at http://HOST:PORT/readyz: the number of executors, with the HTTP status 200 if there
/// is at least one, and 503 otherwise.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = SECURITY)]
pub(crate) struct Scheduler {
    #[command(flatten)]
    endpoint: Endpoint,
    /// The port for executors, users and /readyz
    #[arg(long, value_name = "PORT", default_value_t = 50050, value_parser = clap::value_parser!(u16).range(1..))]
    port: u16,
    /// The seconds without a sign of life after which an executor counts as lost, and its tasks go to others
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u32).range(2..=3600))]
    executor_timeout: u32,
}

pub(super) const SECURITY: &str =
    "There are no passwords and no encryption: who reaches a port can run statements and read \
    the files that executors can read. Listen to trusted networks only.

Stops at Ctrl-C, SIGTERM and SIGHUP, with status 0. RUST_LOG=info writes more to standard error.";

/// The time that running statements have to stop when the scheduler is stopped.
const TIME_TO_STOP: Duration = Duration::from_secs(3);

/// Runs the scheduler until it is stopped.
pub(crate) async fn run(arguments: &Scheduler) -> Result<(), String> {
    let stop = signals::end();
    let host = arguments.endpoint.reached_by()?;
    let at = arguments.endpoint.socket(arguments.port);
    let timeout = u64::from(arguments.executor_timeout);
    let config = SchedulerConfig {
        external_host: host.clone(),
        bind_host: arguments.endpoint.bind_text(),
        bind_port: arguments.port,
        executor_timeout_seconds: timeout,
        expire_dead_executor_interval_seconds: (timeout / 4).max(1),
        no_executors_grace_period_seconds: timeout,
        grpc_server_max_decoding_message_size: LARGEST_MESSAGE as u32,
        grpc_server_max_encoding_message_size: LARGEST_MESSAGE as u32,
        grpc_client_max_message_size: LARGEST_MESSAGE as u32,
        // The command removes the data of a statement when it has read the answer. This is for commands that were lost.
        finished_job_data_clean_up_interval_seconds: 600,
        finished_job_state_clean_up_interval_seconds: 600,
        override_session_builder: Some(Arc::new(functions::state)),
        override_config_producer: Some(Arc::new(default_config_producer)),
        ..SchedulerConfig::default()
    };
    let listener = tokio::net::TcpListener::bind(at).await;
    let listener = listener.map_err(|error| format!("cannot listen at {at}: {error}"))?;
    let failed = |error: ballista_core::error::BallistaError| error.to_string();
    let cluster = BallistaCluster::new_from_config(&config)
        .await
        .map_err(failed)?;
    let scheduler =
        create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, Arc::new(config));
    let scheduler = scheduler.await.map_err(failed)?;
    eprintln!(
        "the scheduler listens at {at}; executors and users reach it at {host}:{}",
        arguments.port
    );
    tokio::select! {
        result = start_grpc_service_with_listener(listener, scheduler.clone()) => result.map_err(failed),
        result = stop => {
            result.map_err(|error| format!("cannot catch signals: {error}"))?;
            stop_statements(&scheduler).await;
            eprintln!("the scheduler stops");
            Ok(())
        }
        () = report(&scheduler) => Ok(()),
    }
}

/// Writes a line when the number of executors changes.
async fn report(scheduler: &SchedulerServer<LogicalPlanNode, PhysicalPlanNode>) {
    let mut before = 0;
    let mut clock = tokio::time::interval(Duration::from_millis(500));
    loop {
        clock.tick().await;
        let executors = scheduler.state.executor_manager.get_executors_state().await;
        let executors = executors.map_or(before, |executors| executors.len());
        if executors != before {
            let noun = if executors == 1 {
                "executor is"
            } else {
                "executors are"
            };
            eprintln!("{executors} {noun} registered");
            before = executors;
        }
    }
}

/// Cancels the running statements, so that executors stop their tasks and users get an error.
async fn stop_statements(scheduler: &SchedulerServer<LogicalPlanNode, PhysicalPlanNode>) {
    let running = || scheduler.state.task_manager.get_running_job_cache();
    for job in running().keys() {
        // Without an answer, the executors notice that the scheduler is gone.
        let _ = scheduler.cancel_job(job.clone()).await;
    }
    let done = async {
        while !running().is_empty() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        // Users ask for the state of their statement again.
        tokio::time::sleep(Duration::from_millis(500)).await;
    };
    let _ = tokio::time::timeout(TIME_TO_STOP, done).await;
}
