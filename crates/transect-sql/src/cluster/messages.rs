//! The messages of Ballista on standard error: errors, and more if the variable RUST_LOG names a lower level.

use log::{LevelFilter, Log, Metadata, Record};

struct Messages;

impl Log for Messages {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() <= log::max_level()
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            eprintln!("{} {}: {}", record.level(), record.target(), record.args());
        }
    }

    fn flush(&self) {}
}

/// Writes messages from now on. If RUST_LOG is not a level such as `info`, only errors are written.
pub(crate) fn write_messages() {
    // Another call before this one has done the same.
    let _ = log::set_logger(&Messages);
    let level = std::env::var("RUST_LOG").ok();
    let level = level.and_then(|level| level.parse().ok());
    log::set_max_level(level.unwrap_or(LevelFilter::Error));
}
