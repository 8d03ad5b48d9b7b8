//! Resolves arguments into requests: parses planes, reads patterns, and rejects flags that exclude each other.

mod classify;
mod cut;
mod files;
mod font;
mod heights;
mod info;
mod measure;
mod model_unit;
mod paper;
mod plane;
mod planes;
mod slice;
mod table;
mod theme;
mod units;
mod verify;
mod view;

pub(crate) use self::classify::classify;
pub(crate) use self::cut::cut;
pub(crate) use self::info::info;
pub(crate) use self::measure::measure;
pub(crate) use self::slice::slice;
pub(crate) use self::verify::verify;
pub(crate) use self::view::view;
