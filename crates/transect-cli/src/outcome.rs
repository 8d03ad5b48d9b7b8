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
    /// The cells of the row of `--each`, in the order of the columns of the subcommand.
    pub(crate) row: Vec<String>,
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
        let (status, reasons) = self.verdict(is_strict);
        for reason in reasons {
            warn(&reason);
        }
        Ok(status)
    }

    /// Returns the status, and the lines that say why it is not that of success: errors, each with its hint below it.
    pub(crate) fn verdict(&self, is_strict: bool) -> (Status, Vec<String>) {
        if let Some((wrong, parts)) = &self.wrong {
            let reason = format!(
                "error: the certificate found errors in the {parts} of {}: {}",
                counted(wrong.len(), "object"),
                names(wrong)
            );
            let hint = "  hint: this is an error of transect, not of the file; please report it with the file";
            return (Status::FAILED, vec![reason, hint.to_string()]);
        }
        let mut reasons = Vec::new();
        if !is_strict {
            return (Status::SUCCESS, reasons);
        }
        if self.bad_layers > 0 {
            let layers = counted(self.bad_layers, "layer");
            reasons.push(format!(
                "error: {layers} blank or with open outlines (--strict)"
            ));
        }
        if self.is_missed {
            reasons.push("error: nothing is cut (--strict)".into());
        }
        if self.is_sparse {
            reasons.push("error: the floors cover little of the building (--strict)".into());
        }
        if !self.open.is_empty() {
            let verb = if self.open.len() == 1 { "is" } else { "are" };
            let open = counted(self.open.len(), "object");
            reasons.push(format!(
                "error: {open} {verb} open (--strict): {}",
                names(&self.open)
            ));
        }
        if reasons.is_empty() {
            (Status::SUCCESS, reasons)
        } else {
            (Status::FAILED, reasons)
        }
    }
}
