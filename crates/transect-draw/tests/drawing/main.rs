//! Drawings as pages and as pictures.

mod looks;
mod odd;
mod page;
mod pictures;
mod structure;
mod themes;
mod words;
