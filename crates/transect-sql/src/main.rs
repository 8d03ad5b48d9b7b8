//! The command `transect-sql`.

use std::process::ExitCode;

fn main() -> ExitCode {
    transect_sql::command::run(std::env::args_os())
}
