//! The bodies of a mesh: how its connected surfaces lie in each other.
//!
//! | topic | file |
//! |---|---|
//! | Bodies, and what they are | `body.rs` |
//! | A connected surface | `shell.rs` |
//! | Triangles that are connected over edges | `../shells.rs` |
//! | How often a surface winds around a point outside of another one | `winding.rs` |
//! | Surfaces that lie apart or in each other | `relation.rs` |
//! | Moves of a surface into its own inside | `inward.rs` |
//! | The points inside, as a mesh | `inside.rs` |
//! | Edges that pass through triangles of another surface | `crossing.rs` |

mod body;
mod crossing;
mod inside;
mod inward;
mod relation;
mod shell;
mod winding;

pub use body::{Bodies, Body, BodyKind};
