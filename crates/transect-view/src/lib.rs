//! The viewer: a server with exact answers about a model and a plane, and the page that shows them.
//!
//! [`Server::bind`] starts to listen on an address. [`Server::run`] reads the model and answers requests until a
//! [`Stopper`] stops the server. docs/viewer.md lists the endpoints. All results on the page come from the library
//! `transect-answers`, which opens no sockets and no files.
//!
//! # From a request to an answer
//!
//! `server.rs` listens and prints the address. Meanwhile `loading.rs` reads the model and hashes its files, and `state.rs`
//! keeps the progress. When the model is ready, a tree over the triangles of each object is built.
//!
//! A request passes `visitors.rs` (the number of connections), `routes.rs` (`guard.rs`: token, host, origin),
//! `shown.rs` (the identity of the model and the revision of the question), `api.rs`, `bounds.rs` (its size) and
//! `latest.rs` (is there a newer request?). It then waits in `work.rs` for a thread. The crate `transect-answers` answers
//! it.
//!
//! In the page, `asker.ts` sends the questions of one part and repeats lost requests. `truth.ts` is a pure function
//! from the questions, answers and losses to what may be shown. The panels draw from it, and `panels/mark.ts` marks the
//! values that do not belong to the present question.

mod api;
mod bounds;
mod error;
mod guard;
mod invitation;
mod latest;
mod loading;
mod options;
mod page;
mod page_file;
mod reply;
mod routes;
mod server;
mod shown;
mod stamps;
mod state;
mod token;
mod visitors;
mod work;

pub use options::Options;
pub use page::has_page;
pub use page_file::{PageFile, PageFileOptions};
pub use server::{Server, StartError, Stopper};
pub use token::TokenError;
