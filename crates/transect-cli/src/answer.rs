//! The result of `transect cut` on meshes, as the command prints it.

use transect_report::checks::names;
use transect_report::numbers::counted;
use transect_report::request::{CutAnswer, SectionAnswer};

use crate::error::warn;
use crate::screen::Screen;
use crate::status::Status;
use crate::summary::{section_summary, summary};

/// A whole cut, or only its section.
pub(crate) enum Answer {
    Whole(Box<CutAnswer>),
    /// The section alone, and the files that were written.
    Section(Box<SectionAnswer>, Vec<String>),
}

impl Answer {
    /// Returns the table for people.
    pub(crate) fn table(&self, screen: &Screen) -> String {
        match self {
            Self::Whole(answer) => summary(answer, screen),
            Self::Section(answer, written) => section_summary(answer, written, screen),
        }
    }

    /// Returns the report as JSON. It is `None` for a section alone; with `--json`, the whole cut is always computed.
    pub(crate) fn json(&self) -> Option<String> {
        match self {
            Self::Whole(answer) => Some(answer.report.to_json() + "\n"),
            Self::Section(..) => None,
        }
    }

    /// Returns the paths of the written files.
    pub(crate) fn written(&self) -> &[String] {
        match self {
            Self::Whole(answer) => &answer.report.written,
            Self::Section(_, written) => written,
        }
    }

    /// Returns the names of the objects that are open (not closed).
    fn open(&self) -> Vec<&str> {
        match self {
            Self::Whole(answer) => {
                let objects = answer.report.objects_list.iter();
                let open = objects.filter(|object| !object.closed);
                open.map(|object| object.name.as_str()).collect()
            }
            Self::Section(answer, _) => {
                let open = answer.cut.objects.iter().filter(|object| !object.is_closed);
                open.map(|object| object.name.as_str()).collect()
            }
        }
    }

    /// Returns the exit status of the cut, and prints the reason for it on stderr.
    pub(crate) fn status(&self, is_strict: bool) -> Status {
        let with_errors = match self {
            Self::Whole(answer) => answer.report.objects_with_errors(),
            Self::Section(..) => Vec::new(),
        };
        if !with_errors.is_empty() {
            warn(&format!(
                "error: the certificate found errors in the halves of {}: {}",
                counted(with_errors.len(), "object"),
                names(&with_errors)
            ));
            warn(
                "  hint: this is an error of transect, not of the file; please report it with the file",
            );
            return Status::FAILED;
        }
        let open = self.open();
        if is_strict && !open.is_empty() {
            let verb = if open.len() == 1 { "is" } else { "are" };
            let open_objects = counted(open.len(), "object");
            warn(&format!(
                "error: {open_objects} {verb} open (--strict): {}",
                names(&open)
            ));
            return Status::FAILED;
        }
        Status::SUCCESS
    }
}
