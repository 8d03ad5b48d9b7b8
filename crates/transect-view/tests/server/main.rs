//! The server as browsers and strangers meet it: over its socket.

mod bounds;
mod client;
mod example;
mod guard;
mod planes;
mod questions;
mod regions;
mod scene;
mod section;
mod states;
