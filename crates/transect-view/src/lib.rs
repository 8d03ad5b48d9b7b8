//! The viewer: a server with exact answers about a model and a plane, and the page that shows them.
//!
//! [`Server::bind`] starts to listen on an address. [`Server::run`] reads the model and answers requests until a
//! [`Stopper`] stops the server. docs/viewer.md lists the endpoints. All results on the page come from the library.
//! Sections come from [`SectionIndex`](transect_mesh::SectionIndex). Certificates and files come from the same
//! functions that the command `transect` uses.

mod api;
mod beginning;
mod blocks;
mod bounds;
mod certificate;
mod counts;
mod curve;
mod error;
mod export;
mod faces;
mod guard;
mod identity;
mod invitation;
mod latest;
mod layers;
mod levels;
mod loading;
mod look;
mod model;
mod options;
mod page;
mod page_file;
mod plane_request;
mod region;
mod reply;
mod routes;
mod scene;
mod section;
mod server;
mod shown;
mod snap;
mod start;
mod state;
mod token;
mod visitors;
mod whole_cut;
mod why;
mod work;

pub use options::Options;
pub use page::has_page;
pub use page_file::{PageFile, PageFileOptions};
pub use server::{Server, StartError, Stopper};
pub use token::TokenError;
