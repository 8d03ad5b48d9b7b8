//! Tests of the book in `docs/`: its examples show the real output of the command, and its links have targets.

mod links;
mod markdown;
#[cfg(unix)]
mod mistakes;
mod readme;
mod replay;
