//! What `transect info` looks at.

use transect_report::selection::Selection;

use crate::arguments::InfoArguments;
use crate::command::InfoCommand;
use crate::failure::Failure;
use crate::telling::Telling;

/// What is looked at, and how it is told.
pub(crate) fn info(arguments: InfoArguments) -> Result<InfoCommand, Failure> {
    Ok(InfoCommand {
        models: arguments.models,
        selection: Selection::of("--only", &arguments.only)?,
        telling: Telling {
            json: arguments.json,
            quiet: false,
            verbose: arguments.verbose,
        },
    })
}
