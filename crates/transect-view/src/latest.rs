//! Requests that newer ones have overtaken: who drags a plane wants the last answer alone.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::RequestError;

/// How many clients are remembered; the ones asked by longest ago are forgotten.
const CLIENTS: usize = 256;
/// How long the name of a client may be, in bytes.
const LONGEST_NAME: usize = 64;

/// The newest request of each client, for each kind of question.
#[derive(Default)]
pub(crate) struct Latest(Mutex<Clients>);

#[derive(Default)]
struct Clients {
    newest: HashMap<(&'static str, String), (Arc<AtomicU64>, u64)>,
    /// Counts requests, to tell who has not asked for long.
    clock: u64,
}

/// The place of a request among those of its client.
#[derive(Clone, Default)]
pub(crate) struct Ticket(Option<(Arc<AtomicU64>, u64)>);

impl Ticket {
    /// Whether a newer request has come in.
    pub(crate) fn is_overtaken(&self) -> bool {
        let Some((newest, own)) = &self.0 else {
            return false;
        };
        newest.load(Ordering::Relaxed) > *own
    }

    /// Refuses to go on for a request that has been overtaken.
    pub(crate) fn check(&self) -> Result<(), RequestError> {
        match self.is_overtaken() {
            true => Err(RequestError::overtaken()),
            false => Ok(()),
        }
    }
}

impl Latest {
    /// Takes a request in. One without client or sequence is never overtaken.
    pub(crate) fn ticket(
        &self,
        kind: &'static str,
        client: Option<&str>,
        sequence: Option<u64>,
    ) -> Result<Ticket, RequestError> {
        let (Some(client), Some(sequence)) = (client, sequence) else {
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
        let (newest, asked) = entry.or_default();
        *asked = now;
        newest.fetch_max(sequence, Ordering::Relaxed);
        let ticket = Ticket(Some((Arc::clone(newest), sequence)));
        if clients.newest.len() > CLIENTS {
            let oldest = clients.newest.iter().min_by_key(|(_, (_, asked))| *asked);
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

    #[test]
    fn newer_requests_of_a_client_overtake_its_own_alone() {
        let latest = Latest::default();
        let ticket = |client, sequence| {
            let ticket = latest.ticket("section", client, sequence);
            ticket.expect("a short name")
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
                .ticket("curve", Some("a"), Some(1))
                .is_ok_and(|it| !it.is_overtaken())
        );
    }

    #[test]
    fn clients_are_forgotten_and_names_bounded() {
        let latest = Latest::default();
        for client in 0..3 * CLIENTS {
            let ticket = latest.ticket("section", Some(&client.to_string()), Some(1));
            assert!(!ticket.expect("a short name").is_overtaken());
        }
        let clients = latest.0.lock().expect("nobody panicked");
        assert_eq!(clients.newest.len(), CLIENTS);
        drop(clients);
        let long = "x".repeat(LONGEST_NAME + 1);
        assert!(latest.ticket("section", Some(&long), Some(1)).is_err());
    }
}
