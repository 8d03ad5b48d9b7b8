//! Tests of the server over its socket, for browsers and other clients.

mod bounds;
mod client;
mod door;
mod example;
mod guard;
mod planes;
mod questions;
mod regions;
mod scene;
mod section;
mod states;
