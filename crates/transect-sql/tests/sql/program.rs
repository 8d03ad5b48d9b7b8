//! The built command, for tests of signals.

use std::process::Command;

/// Returns the built command. It hears SIGHUP, also if the tests were started by `nohup`, whose processes inherit that
/// SIGHUP is ignored.
pub(crate) fn program() -> Command {
    let path = env!("CARGO_BIN_EXE_transect-sql");
    if cfg!(target_os = "linux") {
        let mut command = Command::new("env");
        command.args(["--default-signal=HUP", path]);
        return command;
    }
    Command::new(path)
}
