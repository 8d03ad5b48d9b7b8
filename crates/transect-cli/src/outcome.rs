//! The result of `transect slice` and of `transect measure`, as both print it.

use transect_report::numbers::counted;

use crate::display::DisplayOptions;
use crate::error::{CommandError, warn};
use crate::status::Status;
use crate::stdout::print_beside;

/// The report of a subcommand, the files that it wrote, and the number of open objects.
pub(crate) struct Outcome {
    /// The report as JSON, for `--json`.
    pub(crate) json: Option<String>,
    /// The table for people.
    pub(crate) table: String,
    pub(crate) written: Vec<String>,
    pub(crate) open: usize,
}

impl Outcome {
    /// Prints the report or the table. With `--strict`, open objects give an error on standard error and status 1.
    pub(crate) fn print(
        &self,
        display: DisplayOptions,
        is_strict: bool,
    ) -> Result<Status, CommandError> {
        if let Some(json) = &self.json {
            print_beside(&format!("{json}\n"), &self.written)?;
        } else if !display.quiet {
            print_beside(&self.table, &self.written)?;
        }
        if !is_strict || self.open == 0 {
            return Ok(Status::SUCCESS);
        }
        let verb = if self.open == 1 { "is" } else { "are" };
        let open = counted(self.open, "object");
        warn(&format!("error: {open} {verb} open (--strict)"));
        Ok(Status::FAILED)
    }
}
