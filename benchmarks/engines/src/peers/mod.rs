//! Transect, the peers and the loop that only reads: one file per engine.

pub(crate) mod bevy;
pub(crate) mod bvh;
pub(crate) mod columns;
pub(crate) mod grown;
pub(crate) mod obvhs;
pub(crate) mod ours;
pub(crate) mod parry;
pub(crate) mod plain;
pub(crate) mod read;
