//! The storeys of a building: their floors, and the heights of their plans.

mod evidence;
pub mod find;
mod floors;
mod levels;
pub mod storey;
