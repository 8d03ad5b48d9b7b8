//! The health of a scheduler: the number of its executors, which it tells at `/readyz`.

use std::time::Duration;

use http_body_util::{BodyExt, Empty};
use hyper::Request;
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;

use crate::cluster::address::Address;

/// The number of executors that are registered at a scheduler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Health {
    pub(super) executors: usize,
}

/// Asks a scheduler for its health. Returns the reason as text if there is no answer within the time, or if the process
/// is not a scheduler.
pub(super) async fn ask(address: &Address, time: Duration) -> Result<Health, String> {
    match tokio::time::timeout(time, answer(address)).await {
        Ok(answer) => answer,
        Err(_) => Err(format!("no answer within {} s", time.as_secs_f64())),
    }
}

async fn answer(address: &Address) -> Result<Health, String> {
    let stream = tokio::net::TcpStream::connect(address.to_string()).await;
    let stream = stream.map_err(|error| error.to_string())?;
    let no_scheduler = |_| "the process at this address is not a scheduler".to_owned();
    let connection = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await;
    let (mut sender, connection) = connection.map_err(no_scheduler)?;
    let driver = tokio::spawn(connection);
    let request = Request::get("/readyz")
        .header("host", address.to_string())
        .body(Empty::<Bytes>::new())
        .map_err(|error| error.to_string())?;
    let response = sender.send_request(request).await.map_err(no_scheduler)?;
    let body = response.into_body().collect().await.map_err(no_scheduler)?;
    driver.abort();
    executors(&String::from_utf8_lossy(&body.to_bytes())).ok_or_else(|| {
        "the process at this address answers, but is not a scheduler of transect-sql".to_owned()
    })
}

/// Returns the number of executors in an answer such as `ready: 2 executors registered` or `not ready: 0/1 executors
/// registered`.
fn executors(text: &str) -> Option<Health> {
    let (_, count) = text
        .trim()
        .strip_suffix(" executors registered")?
        .split_once(": ")?;
    let count = count.split('/').next()?;
    Some(Health {
        executors: count.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_have_a_number_of_executors() {
        let some = |executors| Some(Health { executors });
        assert_eq!(executors("ready: 12 executors registered\n"), some(12));
        assert_eq!(executors("not ready: 0/1 executors registered\n"), some(0));
        assert_eq!(executors("<html>404</html>"), None);
        assert_eq!(executors(""), None);
    }
}
