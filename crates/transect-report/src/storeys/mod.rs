//! The storeys of a building: their floors, and the heights of their plans.

mod evidence;
pub mod find;
pub(crate) mod floors;
mod levels;
pub mod storey;
pub(crate) mod support;
