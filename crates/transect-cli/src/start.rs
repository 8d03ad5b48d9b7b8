//! Before anything is read: the plane, where to write, who is told.

use transect_io::Outputs;

use crate::arguments::CutArguments;
use crate::failure::Failure;
use crate::interrupt;
use crate::plane::{Asked, plane};
use crate::progress::{Progress, Talk};

/// What is known before anything is read. From here on signals are listened to, and progress is
/// shown: to read a pipe may take long.
pub(crate) struct Start {
    pub(crate) plane: Asked,
    pub(crate) outputs: Option<Outputs>,
    pub(crate) progress: Progress,
}

impl Start {
    pub(crate) fn of(arguments: &CutArguments) -> Result<Self, Failure> {
        let plane = plane(&arguments.plane)?;
        let outputs = match &arguments.output {
            Some(folder) => Some(Outputs::new(folder, arguments.force)?),
            None => None,
        };
        let progress = Progress::new(Talk::of(arguments.quiet, arguments.verbose));
        let cancellers = outputs.iter().map(Outputs::canceller);
        interrupt::listen(cancellers.collect(), progress.line());
        progress.begin("reading");
        Ok(Self {
            plane,
            outputs,
            progress,
        })
    }
}
