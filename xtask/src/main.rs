//! What a contributor or CI runs: `cargo xtask --help`.

use clap::{Parser, Subcommand};

/// Tasks around the project; each says what it needs.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

/// One variant a task, one file a task.
#[derive(Subcommand)]
enum Task {}

fn main() {
    match Arguments::parse().task {}
}
