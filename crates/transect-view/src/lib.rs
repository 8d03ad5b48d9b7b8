//! The viewer: a server that answers for a model and a plane, exactly, and the page that asks it.
//!
//! [`Server::bind`] listens, [`Server::run`] reads the model and answers until a [`Stopper`] ends it. What can
//! be asked is in docs/viewer.md. All that the page shows comes from the library: sections by
//! [`SectionIndex`](transect::mesh::SectionIndex), certificates and files by the very functions of the command.

mod api;
mod blocks;
mod bounds;
mod certificate;
mod counts;
mod curve;
mod error;
mod export;
mod guard;
mod latest;
mod loading;
mod look;
mod model;
mod options;
mod page;
mod plane_request;
mod region;
mod reply;
mod routes;
mod scene;
mod section;
mod server;
mod snap;
mod state;
mod token;
mod whole_cut;
mod work;

pub use options::Options;
pub use server::{Server, StartError, Stopper};
