//! The engines that are measured, one file each: transect, the other libraries (peers), and a loop that only reads.

pub(crate) mod bevy;
pub(crate) mod bvh;
pub(crate) mod columns;
pub(crate) mod earcut;
pub(crate) mod grown;
pub(crate) mod obvhs;
pub(crate) mod ours;
pub(crate) mod parry;
pub(crate) mod plain;
pub(crate) mod read;
pub(crate) mod spade;
