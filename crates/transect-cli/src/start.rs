//! Before anything is read: where to write, who is told.

use transect_io::Outputs;
use transect_report::request::Folder;

use crate::error::CommandError;
use crate::interrupt;
use crate::progress::Progress;
use crate::telling::Telling;

/// What is known before anything is read. From here on signals are listened to, and progress is
/// shown: to read a pipe may take long.
pub(crate) struct Start {
    pub(crate) outputs: Option<Outputs>,
    pub(crate) progress: Progress,
}

impl Start {
    pub(crate) fn of(folder: Option<&Folder>, telling: Telling) -> Result<Self, CommandError> {
        let outputs = folder.map(Folder::open).transpose()?;
        let progress = Progress::new(telling);
        let cancellers = outputs.iter().map(Outputs::canceller);
        interrupt::listen(cancellers.collect(), progress.line());
        progress.begin("reading");
        Ok(Self { outputs, progress })
    }
}
