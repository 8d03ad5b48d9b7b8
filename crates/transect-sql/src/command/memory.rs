//! The memory that all steps of a statement share.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use datafusion::common::{Result, resources_err};
use datafusion::execution::memory_pool::{
    MemoryConsumer, MemoryLimit, MemoryPool, MemoryReservation,
};

/// A limited memory. Steps that can write their data to files share three quarters of it equally, or less if the other
/// steps hold more than a quarter.
///
/// The engine's `FairSpillPool` gives all of the memory to steps that sort. Then a sort fails if its threads fill the
/// memory before they have to write files, because the merge of their rows finds none.
#[derive(Debug)]
pub(super) struct Memory {
    bytes: usize,
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    /// The bytes of steps that can write their data to files, and the number of these steps.
    spillable: usize,
    spilling: usize,
    /// The bytes of all other steps.
    fixed: usize,
}

impl Memory {
    pub(super) fn new(bytes: usize) -> Self {
        Self {
            bytes,
            held: Mutex::default(),
        }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.bytes)
    }
}

impl MemoryPool for Memory {
    fn name(&self) -> &str {
        "memory"
    }

    fn register(&self, consumer: &MemoryConsumer) {
        self.held().spilling += usize::from(consumer.can_spill());
    }

    fn unregister(&self, consumer: &MemoryConsumer) {
        self.held().spilling -= usize::from(consumer.can_spill());
    }

    fn grow(&self, reservation: &MemoryReservation, additional: usize) {
        let mut held = self.held();
        if reservation.consumer().can_spill() {
            held.spillable += additional
        } else {
            held.fixed += additional
        }
    }

    fn shrink(&self, reservation: &MemoryReservation, less: usize) {
        let mut held = self.held();
        if reservation.consumer().can_spill() {
            held.spillable -= less
        } else {
            held.fixed -= less
        }
    }

    fn try_grow(&self, reservation: &MemoryReservation, additional: usize) -> Result<()> {
        let mut held = self.held();
        let can_spill = reservation.consumer().can_spill();
        let available = if can_spill {
            let shared = self.bytes.saturating_sub(held.fixed.max(self.bytes / 4));
            (shared / held.spilling.max(1)).saturating_sub(reservation.size())
        } else {
            self.bytes.saturating_sub(held.fixed + held.spillable)
        };
        if additional > available {
            let name = reservation.consumer().name();
            return resources_err!(
                "{name} needs {additional} more bytes, and {available} of {} are free",
                self.bytes
            );
        }
        if can_spill {
            held.spillable += additional
        } else {
            held.fixed += additional
        }
        Ok(())
    }

    fn reserved(&self) -> usize {
        let held = self.held();
        held.spillable + held.fixed
    }

    fn memory_limit(&self) -> MemoryLimit {
        MemoryLimit::Finite(self.bytes)
    }
}
