//! The outputs, progress and signal handling of a run, set up before any input is read.

use transect_io::Outputs;
use transect_report::request::Folder;

use crate::display::DisplayOptions;
use crate::error::CommandError;
use crate::interrupt;
use crate::progress::Progress;

/// The outputs and the progress of a run. They are set up before any input is read.
///
/// As soon as this value exists, signals are handled and progress is shown: reading standard input may take long.
pub(crate) struct Start {
    pub(crate) outputs: Option<Outputs>,
    pub(crate) progress: Progress,
}

impl Start {
    pub(crate) fn of(
        folder: Option<&Folder>,
        display: DisplayOptions,
    ) -> Result<Self, CommandError> {
        let outputs = folder.map(Folder::open).transpose()?;
        let progress = Progress::new(display);
        let cancellers = outputs.iter().map(Outputs::canceller);
        interrupt::listen(cancellers.collect(), progress.line());
        progress.begin("reading");
        Ok(Self { outputs, progress })
    }
}
