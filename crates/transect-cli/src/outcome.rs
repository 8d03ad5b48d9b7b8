//! The result of a subcommand, as it is printed: the report or the table, and the reasons for its status.

use transect_report::listing::names;
use transect_report::numbers::counted;

use crate::display::DisplayOptions;
use crate::error::{CommandError, warn};
use crate::status::Status;
use crate::stdout::print_beside;

/// The report of a subcommand, the files that it wrote, and the objects that decide its status.
#[derive(Default)]
pub(crate) struct Outcome {
    /// The report as JSON, for `--json`.
    pub(crate) json: Option<String>,
    /// The table for people.
    pub(crate) table: String,
    pub(crate) written: Vec<String>,
    /// `true` if all planes miss the model.
    pub(crate) is_missed: bool,
    /// `true` if the floors that were found cover little of the building.
    pub(crate) is_sparse: bool,
    /// The names of the objects that are open (not closed).
    pub(crate) open: Vec<String>,
    /// The number of layers that are blank or whose outlines are open, although the plane meets the model.
    pub(crate) bad_layers: usize,
    /// The names of the objects in whose parts the certificate found errors, and the noun for these parts.
    pub(crate) wrong: Option<(Vec<String>, &'static str)>,
}

impl Outcome {
    /// Prints the report or the table. Errors of the certificate give an error on standard error and status 1. So do, with
    /// `--strict`, open objects, planes that all miss the model, and floors that cover little of the building.
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
        if let Some((wrong, parts)) = &self.wrong {
            warn(&format!(
                "error: the certificate found errors in the {parts} of {}: {}",
                counted(wrong.len(), "object"),
                names(wrong)
            ));
            warn(
                "  hint: this is an error of transect, not of the file; please report it with the file",
            );
            return Ok(Status::FAILED);
        }
        let is_fine = self.open.is_empty() && self.bad_layers == 0;
        if !is_strict || (is_fine && !self.is_missed && !self.is_sparse) {
            return Ok(Status::SUCCESS);
        }
        if self.bad_layers > 0 {
            let layers = counted(self.bad_layers, "layer");
            warn(&format!(
                "error: {layers} blank or with open outlines (--strict)"
            ));
        }
        if self.is_missed {
            warn("error: nothing is cut (--strict)");
        }
        if self.is_sparse {
            warn("error: the floors cover little of the building (--strict)");
        }
        if self.open.is_empty() {
            return Ok(Status::FAILED);
        }
        let verb = if self.open.len() == 1 { "is" } else { "are" };
        let open = counted(self.open.len(), "object");
        warn(&format!(
            "error: {open} {verb} open (--strict): {}",
            names(&self.open)
        ));
        Ok(Status::FAILED)
    }
}
