//! What is typed, made a request: planes parsed, names read, what does not go together refused.

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
