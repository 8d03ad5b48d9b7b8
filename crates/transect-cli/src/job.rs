//! The skeleton of the subcommands that read models: it sets up outputs, progress and signals, lets the subcommand read
//! and work, and prints the notes and the outcome.

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

/// A subcommand that reads models, resolved from its arguments.
pub(crate) trait ModelCommand {
    /// Returns the properties of the run.
    fn job(&self) -> Job<'_>;

    /// Reads the models, does the work, and writes the files.
    fn outcome(&self, desk: Desk<'_>) -> Result<Outcome, CommandError>;

    /// Makes this the command for one of many files (`--each`): the outcome has its report as JSON, unless the report
    /// needs work that nothing else needs. The note about flags without effect is not repeated.
    fn be_one_of_many(&mut self);
}

/// The properties of a run of a subcommand on models.
#[derive(Default)]
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

/// The things that a subcommand needs beside its models.
pub(crate) struct Desk<'p> {
    /// The outputs, which protect the input files; `None` if nothing is written.
    pub(crate) outputs: Option<Outputs>,
    pub(crate) progress: &'p Progress,
    pub(crate) notes: &'p mut Notes,
}

/// Runs a subcommand.
///
/// Outputs and signals are set up before any input is read, since reading standard input may take long.
pub(crate) fn run(command: &impl ModelCommand) -> Result<Status, CommandError> {
    let job = command.job();
    let outputs = job.outputs()?;
    let progress = Progress::new(job.display);
    let cancellers = outputs.iter().map(Outputs::canceller);
    interrupt::listen(cancellers.collect(), progress.line());
    progress.begin("reading");
    let mut notes = Notes::default();
    let outcome = command.outcome(Desk {
        outputs,
        progress: &progress,
        notes: &mut notes,
    });
    match &outcome {
        Ok(_) => progress.log_end(),
        Err(failure) => failure.leave_to_signal(),
    }
    // The line of progress leaves the screen before anything is printed.
    drop(progress);
    notes.print(job.display.quiet);
    outcome?.print(job.display, job.is_strict)
}

impl Job<'_> {
    /// Returns the outputs, if the subcommand writes files.
    pub(crate) fn outputs(&self) -> Result<Option<Outputs>, CommandError> {
        Ok(self.folder.map(Folder::open).transpose()?)
    }

    /// Reads the meshes, and lets the subcommand work on them.
    pub(crate) fn read(
        &self,
        meshes: Meshes,
        mut desk: Desk<'_>,
        work: impl FnOnce(Document, Desk<'_>) -> Result<Outcome, CommandError>,
    ) -> Result<Outcome, CommandError> {
        if let Some(note) = self.in_vain {
            desk.notes.add(note);
        }
        let mut document = meshes.read(desk.progress)?;
        document.scene.weld = self.weld;
        if let Some(conversion) = self.conversion {
            desk.notes.add(conversion.apply(&mut document)?);
        }
        desk.notes.not_carried(&document);
        if let Some(outputs) = &mut desk.outputs {
            outputs.protect(document.files());
        }
        work(document, desk)
    }
}
