//! The program `transect`. The library of this package does the work.

use std::process::ExitCode;

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    transect_cli::run(std::env::args_os().collect()).into()
}
