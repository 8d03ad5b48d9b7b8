//! Resolves arguments into requests: parses planes, reads patterns, and rejects flags that exclude each other.

mod cut;
mod files;
mod info;
mod plane;
mod sort;
mod theme;
mod verify;
mod view;

pub(crate) use self::cut::cut;
pub(crate) use self::info::info;
pub(crate) use self::sort::sort;
pub(crate) use self::verify::verify;
pub(crate) use self::view::view;
