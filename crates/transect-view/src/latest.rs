//! Finds outdated requests: while a user drags the plane, only the latest request of a client matters.
//!
//! The answer to an outdated request is status 409. It may be given before the request gets a thread, or between two
//! objects of its section. So a drag with many requests costs little more than its last section.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use transect_answers::Series;

use crate::error::RequestError;

/// The number of pairs of a client and a kind of request whose newest request is remembered. The least recently active
/// pair is forgotten first.
const CLIENTS: usize = 256;
/// The greatest length of a client's name, in bytes.
const LONGEST_NAME: usize = 64;

/// The sequence number of the newest request of each client, separately for each kind of request.
#[derive(Default)]
pub(crate) struct Latest(Mutex<Clients>);

#[derive(Default)]
struct Clients {
    newest: HashMap<(&'static str, String), (Arc<AtomicU64>, u64)>,
    /// The number of requests so far, to find the least recently active pair of a client and a kind of request.
    clock: u64,
}

/// The sequence number of a request, with a shared counter that holds the newest number of the same client. The ticket
/// holds `None` for a request without a sequence number.
#[derive(Clone, Default)]
pub(crate) struct Ticket(Option<(Arc<AtomicU64>, u64)>);

impl Ticket {
    /// Returns `true` if a newer request of the same client has arrived.
    pub(crate) fn is_overtaken(&self) -> bool {
        let Some((newest, own)) = &self.0 else {
            return false;
        };
        newest.load(Ordering::Relaxed) > *own
    }
}

impl Latest {
    /// Registers a request of a client. A request without a series is never outdated.
    pub(crate) fn ticket(&self, series: Option<Series<'_>>) -> Result<Ticket, RequestError> {
        let Some(Series {
            kind,
            client,
            sequence,
            ..
        }) = series
        else {
            return Ok(Ticket::default());
        };
        if client.len() > LONGEST_NAME {
            let message = format!("client: a name has at most {LONGEST_NAME} bytes");
            return Err(RequestError::bad(message));
        }
        let mut clients = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        clients.clock += 1;
        let now = clients.clock;
        let entry = clients.newest.entry((kind, client.to_string()));
        let (newest, request) = entry.or_default();
        *request = now;
        newest.fetch_max(sequence, Ordering::Relaxed);
        let ticket = Ticket(Some((Arc::clone(newest), sequence)));
        if clients.newest.len() > CLIENTS {
            let oldest = clients
                .newest
                .iter()
                .min_by_key(|(_, (_, request))| *request);
            if let Some(oldest) = oldest.map(|(key, _)| key.clone()) {
                clients.newest.remove(&oldest);
            }
        }
        Ok(ticket)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series<'q>(
        kind: &'static str,
        client: Option<&'q str>,
        sequence: Option<u64>,
    ) -> Option<Series<'q>> {
        Some(Series {
            kind,
            client: client?,
            sequence: sequence?,
        })
    }

    #[test]
    fn newer_requests_of_a_client_overtake_its_own_alone() {
        let latest = Latest::default();
        let ticket = |client, sequence| {
            let series = series("section", client, sequence);
            latest.ticket(series).expect("a short name")
        };
        let first = ticket(Some("a"), Some(1));
        let other = ticket(Some("b"), Some(1));
        let unnamed = ticket(None, None);
        assert!(!first.is_overtaken());
        let second = ticket(Some("a"), Some(2));
        assert!(first.is_overtaken() && !second.is_overtaken());
        assert!(!other.is_overtaken() && !unnamed.is_overtaken());
        let late = ticket(Some("a"), Some(1));
        assert!(late.is_overtaken(), "it arrived behind a newer one");
        assert!(
            latest
                .ticket(series("curve", Some("a"), Some(1)))
                .is_ok_and(|it| !it.is_overtaken())
        );
    }

    #[test]
    fn clients_are_forgotten_and_names_bounded() {
        let latest = Latest::default();
        for client in 0..3 * CLIENTS {
            let client = client.to_string();
            let ticket = latest.ticket(series("section", Some(&client), Some(1)));
            assert!(!ticket.expect("a short name").is_overtaken());
        }
        let clients = latest.0.lock().expect("nobody panicked");
        assert_eq!(clients.newest.len(), CLIENTS);
        drop(clients);
        let long = "x".repeat(LONGEST_NAME + 1);
        let of_long = series("section", Some(&long), Some(1));
        assert!(latest.ticket(of_long).is_err());
    }
}
