//! The skeleton of `transect cut`, `slice` and `measure`: it sets up outputs, progress and signals, reads the meshes,
//! lets the subcommand work, and prints the notes and the outcome.

use transect_io::{Document, Outputs};
use transect_mesh::WeldDistance;
use transect_report::request::Folder;
use transect_report::unit::UnitConversion;

use crate::display::DisplayOptions;
use crate::error::CommandError;
use crate::input::Meshes;
use crate::interrupt;
use crate::notes::Notes;
use crate::outcome::Outcome;
use crate::progress::Progress;
use crate::status::Status;

/// A run of a subcommand on meshes.
pub(crate) struct Job<'a> {
    /// The folder to write to.
    pub(crate) folder: Option<&'a Folder>,
    /// The distance within which gaps are closed (`--weld`).
    pub(crate) weld: Option<WeldDistance>,
    /// The conversion to another unit (`--to-unit`).
    pub(crate) conversion: Option<&'a UnitConversion>,
    pub(crate) display: DisplayOptions,
    /// `true` if an open object gives status 1 (`--strict`).
    pub(crate) is_strict: bool,
    /// A note about given flags that have no effect.
    pub(crate) in_vain: Option<&'a str>,
}

/// The things that the work of a job needs beside the meshes.
pub(crate) struct Desk<'p> {
    /// The outputs, which protect the input files; `None` if nothing is written.
    pub(crate) outputs: Option<Outputs>,
    pub(crate) progress: &'p Progress,
    pub(crate) notes: &'p mut Notes,
}

impl Job<'_> {
    /// Runs the job. `open` opens the input, and `work` does the work on the meshes.
    ///
    /// Outputs and signals are set up before any input is read, since reading standard input may take long.
    pub(crate) fn run(
        &self,
        open: impl FnOnce() -> Result<Meshes, CommandError>,
        work: impl FnOnce(Document, Desk<'_>) -> Result<Outcome, CommandError>,
    ) -> Result<Status, CommandError> {
        let mut outputs = self.folder.map(Folder::open).transpose()?;
        let progress = Progress::new(self.display);
        let cancellers = outputs.iter().map(Outputs::canceller);
        interrupt::listen(cancellers.collect(), progress.line());
        progress.begin("reading");
        let meshes = open()?;
        let mut notes = Notes::default();
        if let Some(note) = self.in_vain {
            notes.add(note);
        }
        let document = meshes.read(&progress).map_err(CommandError::from);
        let outcome = document.and_then(|mut document| {
            document.scene.weld = self.weld;
            if let Some(conversion) = self.conversion {
                notes.add(conversion.apply(&mut document)?);
            }
            notes.not_carried(&document);
            if let Some(outputs) = &mut outputs {
                outputs.protect(document.files());
            }
            let desk = Desk {
                outputs,
                progress: &progress,
                notes: &mut notes,
            };
            work(document, desk)
        });
        match &outcome {
            Ok(_) => progress.log_end(),
            Err(failure) => failure.leave_to_signal(),
        }
        // The line of progress leaves the screen before anything is printed.
        drop(progress);
        notes.print(self.display.quiet);
        outcome?.print(self.display, self.is_strict)
    }
}
