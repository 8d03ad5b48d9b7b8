//! Answers to the questions of the viewer: a [`Model`] and a [`Question`] in, bytes out.
//!
//! The crate opens no files and no sockets, starts no threads and reads no clock. So the server of `transect view` and a
//! page without a server answer by the same code, with the same bytes. A [`Phase`] is the state of the model while it is
//! being read; [`Beginning`] is the first view of the page.
//!
//! `question.rs` lists all questions, by the paths of docs/viewer.md. Each question has a file, and `model.rs` the objects
//! that they ask about. `look.rs` computes the section of one object, and first tests its bounding box. `blocks.rs` encodes
//! a section as JSON and typed arrays.

mod beginning;
mod blocks;
mod certificate;
mod counts;
mod curve;
mod error;
mod export;
mod faces;
mod identity;
mod layers;
mod levels;
mod look;
mod model;
mod overtaken;
mod phase;
mod plane_request;
mod question;
mod region;
mod rules;
mod scene;
mod section;
mod snap;
mod start;
mod whole_cut;
mod why;

pub use beginning::{Beginning, ModelFile};
pub use error::{AnswerError, Status};
pub use identity::{FileHash, Identity};
pub use model::Model;
pub use overtaken::Overtaken;
pub use phase::Phase;
pub use plane_request::as_requested;
pub use question::{Answer, Method, Question, Series};
