//! The command as a user of a cluster: submits a plan, waits for its end, and reads the answer from the executors.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ballista_core::client::BallistaClient;
use ballista_core::extension::BallistaConfigGrpcEndpoint;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::serde::protobuf::{
    CancelJobParams, CleanJobDataParams, ExecuteQueryParams, GetJobStatusParams, PartitionLocation,
    RemoveSessionParams, execute_query_params, execute_query_result, job_status,
};
use ballista_core::utils::{GrpcClientConfig, create_grpc_client_endpoint};
use ballista_core::version;
use datafusion::arrow::array::RecordBatch;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::prelude::SessionConfig;
use futures::{Stream, StreamExt, TryStreamExt, stream};
use tonic::Code;
use tonic::transport::Channel;

use crate::cluster::address::Address;
use crate::cluster::reason::Reason;
use crate::cluster::{LARGEST_MESSAGE, health, plan, reason};

/// The time between two questions for the state of a job: it grows from the first to the second.
const PAUSES: [Duration; 2] = [Duration::from_millis(10), Duration::from_millis(200)];

/// The time that a scheduler has to cancel a job. Users do not wait longer after Ctrl-C.
const TIME_TO_CANCEL: Duration = Duration::from_secs(2);

/// A cluster, as the command sees it.
#[derive(Clone, Debug)]
pub(crate) struct Cluster {
    scheduler: Address,
    timeout: Duration,
    client: SchedulerGrpcClient<Channel>,
}

/// A statement that a cluster runs.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    cluster: Cluster,
    id: String,
    session: String,
}

/// Returns a connection to a scheduler, or the reason as text if it does not answer within the time.
pub(super) async fn connect(
    scheduler: &Address,
    timeout: Duration,
) -> Result<SchedulerGrpcClient<Channel>, String> {
    let seconds = timeout.as_secs().max(1);
    let config = GrpcClientConfig {
        connect_timeout_seconds: seconds,
        timeout_seconds: seconds,
        ..GrpcClientConfig::default()
    };
    let endpoint = create_grpc_client_endpoint(format!("http://{scheduler}"), Some(&config));
    let endpoint = endpoint.map_err(|error| error.to_string())?;
    let channel = endpoint.connect().await;
    let channel = channel.map_err(|error| error.to_string())?;
    Ok(SchedulerGrpcClient::new(channel)
        .max_encoding_message_size(LARGEST_MESSAGE)
        .max_decoding_message_size(LARGEST_MESSAGE))
}

/// Returns the status of a job, or `None` if the scheduler does not know the job.
pub(super) async fn status(
    client: &SchedulerGrpcClient<Channel>,
    job: &str,
) -> Result<Option<job_status::Status>, tonic::Status> {
    let parameters = GetJobStatusParams {
        job_id: job.to_owned(),
    };
    let response = client.clone().get_job_status(parameters).await?;
    Ok(response
        .into_inner()
        .status
        .and_then(|status| status.status))
}

impl Cluster {
    /// Connects to the scheduler.
    ///
    /// # Errors
    /// Returns a message if there is no scheduler within the time, or if it has no executors.
    pub(crate) async fn connect(scheduler: &Address, timeout: Duration) -> Result<Self, String> {
        let none = |reason: String| {
            format!(
                "no scheduler at {scheduler}: {reason}\nhint: start one with `transect-sql scheduler`"
            )
        };
        let health = health::ask(scheduler, timeout).await.map_err(none)?;
        if health.executors == 0 {
            return Err(format!(
                "the scheduler at {scheduler} has no executors\n\
                hint: start one with `transect-sql executor --scheduler {scheduler}`"
            ));
        }
        Ok(Self {
            scheduler: scheduler.clone(),
            timeout,
            client: connect(scheduler, timeout).await.map_err(none)?,
        })
    }

    /// Starts a plan.
    pub(crate) async fn start(
        &self,
        plan: Arc<dyn ExecutionPlan>,
        config: &SessionConfig,
        session: &str,
    ) -> Result<Job, String> {
        let plan = plan::bytes(plan).map_err(|error| {
            format!(
                "a step of the statement cannot run on a cluster: {}",
                crate::message::message(&error)
            )
        })?;
        let mut request = tonic::Request::new(ExecuteQueryParams {
            session_id: session.to_owned(),
            settings: plan::settings(config),
            operation_id: session.to_owned(),
            query: Some(execute_query_params::Query::PhysicalPlan(plan)),
        });
        version::insert_version_header(request.metadata_mut());
        let response = self.client.clone().execute_query(request).await;
        let response = response.map_err(|status| self.refused(&status))?;
        let version = version::version_from_metadata(response.metadata()).map(str::to_owned);
        match response.into_inner().result {
            Some(execute_query_result::Result::Success(success)) => {
                let job = Job {
                    cluster: self.clone(),
                    id: success.job_id,
                    session: success.session_id,
                };
                let ours = Some(ballista_core::BALLISTA_VERSION);
                if let Err(reason) = version::check_compatibility(ours, version.as_deref()) {
                    job.cancel().await;
                    return Err(reason);
                }
                Ok(job)
            }
            _ => Err(format!(
                "the scheduler at {} did not accept the statement\nhint: the messages of the scheduler say why",
                self.scheduler
            )),
        }
    }

    /// Returns the message for a request that has failed.
    fn refused(&self, status: &tonic::Status) -> String {
        match status.code() {
            Code::Unavailable | Code::DeadlineExceeded | Code::Unknown | Code::Cancelled => {
                self.lost(status.message())
            }
            _ => format!("the scheduler at {}: {}", self.scheduler, status.message()),
        }
    }

    fn lost(&self, reason: &str) -> String {
        format!(
            "the scheduler at {} does not answer any more: {reason}\nhint: run the statement again when it does",
            self.scheduler
        )
    }
}

impl Job {
    /// Waits until the job has ended. Returns the places of its answer.
    ///
    /// # Errors
    /// Returns a message if the job has failed, or if the scheduler has not answered for the time-out.
    pub(crate) async fn end(&self) -> Result<Answer, Reason> {
        let cluster = &self.cluster;
        let mut last_answer = Instant::now();
        let mut was_known = false;
        let mut pause = PAUSES[0];
        loop {
            match status(&cluster.client, &self.id).await {
                Ok(status) => {
                    last_answer = Instant::now();
                    match status {
                        Some(job_status::Status::Successful(job)) => {
                            return Ok(Answer {
                                partitions: job.partition_location,
                                timeout: cluster.timeout,
                            });
                        }
                        Some(job_status::Status::Failed(job)) => {
                            return Err(reason::of(&job.error));
                        }
                        Some(_) => was_known = true,
                        // A job is unknown right after its start, and after a restart of the scheduler.
                        None if was_known => {
                            return Err(format!(
                                "the scheduler at {} was started again and does not know the statement\n\
                                hint: run the statement again",
                                cluster.scheduler
                            )
.into());
                        }
                        None => {}
                    }
                }
                Err(status) if last_answer.elapsed() + pause >= cluster.timeout => {
                    return Err(cluster.lost(status.message()).into());
                }
                // The connection may come back within the time-out.
                Err(_) => {}
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(PAUSES[1]);
        }
    }

    /// Tells the executors to stop the tasks of the job and to remove its files. Errors are ignored, because nothing is
    /// left to be done.
    pub(crate) async fn cancel(&self) {
        let mut client = self.cluster.client.clone();
        let parameters = CancelJobParams {
            job_id: self.id.clone(),
        };
        let cancel = async {
            let _ = client.cancel_job(parameters).await;
            // The scheduler cancels in the background. If the files are removed before, it forgets the job, and the
            // tasks run on.
            while self.is_running().await {
                tokio::time::sleep(PAUSES[0]).await;
            }
            self.clean().await;
        };
        let _ = tokio::time::timeout(TIME_TO_CANCEL, cancel).await;
    }

    /// Returns `true` if the scheduler says that the job has not ended yet.
    async fn is_running(&self) -> bool {
        use job_status::Status::{Queued, Running};
        let status = status(&self.cluster.client, &self.id).await;
        matches!(status, Ok(Some(Queued(_) | Running(_))))
    }

    /// Tells the cluster to remove the files of the job. Errors are ignored: the scheduler removes them later.
    pub(crate) async fn clean(&self) {
        let mut client = self.cluster.client.clone();
        let parameters = CleanJobDataParams {
            job_id: self.id.clone(),
            remove_stage_ids: Vec::new(),
        };
        let _ = client.clean_job_data(parameters).await;
        let parameters = RemoveSessionParams {
            session_id: self.session.clone(),
        };
        let _ = client.remove_session(parameters).await;
    }
}

/// The parts of an answer, which executors hold.
#[derive(Debug)]
pub(crate) struct Answer {
    partitions: Vec<PartitionLocation>,
    timeout: Duration,
}

impl Answer {
    /// Reads the rows of all parts, in their order.
    pub(crate) fn rows(self) -> impl Stream<Item = Result<RecordBatch, String>> + Send {
        let timeout = self.timeout;
        stream::iter(self.partitions)
            .map(Ok)
            .and_then(move |partition| part(partition, timeout))
            .try_flatten()
    }
}

/// Opens a part of an answer.
async fn part(
    partition: PartitionLocation,
    timeout: Duration,
) -> Result<impl Stream<Item = Result<RecordBatch, String>> + Send, String> {
    let layout = partition.layout();
    let (Some(executor), Some(id)) = (partition.executor_meta, partition.partition_id) else {
        return Err("the scheduler did not tell which executor has the answer".to_owned());
    };
    let port = u16::try_from(executor.port).map_err(|error| error.to_string())?;
    let place = format!("{}:{port}", executor.host);
    let lost = move |reason: &str| {
        format!(
            "the executor at {place} has a part of the answer and does not send it: {reason}\nhint: run the statement again"
        )
    };
    let customize = BallistaConfigGrpcEndpoint::new(Arc::new(move |endpoint| {
        Ok(endpoint.connect_timeout(timeout))
    }));
    let open = async {
        let client = BallistaClient::try_new(
            &executor.host,
            port,
            LARGEST_MESSAGE,
            false,
            Some(Arc::new(customize)),
            2,
            500,
            0,
            0,
        );
        let mut client = client.await?;
        let id = id.into();
        client
            .fetch_partition(&executor.id, &id, partition.file_id, layout, true)
            .await
    };
    let rows = tokio::time::timeout(timeout, open).await;
    let rows = rows
        .map_err(|_| lost("no answer in time"))?
        .map_err(|error| lost(&error.to_string()))?;
    Ok(stream::try_unfold(
        (rows, lost),
        move |(mut rows, lost)| async move {
            match tokio::time::timeout(timeout, rows.next()).await {
                Err(_) => Err(lost("no answer in time")),
                Ok(None) => Ok(None),
                Ok(Some(Err(error))) => Err(lost(&error.to_string())),
                Ok(Some(Ok(batch))) => Ok(Some((batch, (rows, lost)))),
            }
        },
    ))
}
