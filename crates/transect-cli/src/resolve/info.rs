//! Resolves the arguments of `transect info`.

use transect_report::selection::ObjectSelection;

use crate::arguments::InfoArguments;
use crate::command::InfoCommand;
use crate::error::CommandError;
use crate::input::Models;

/// Resolves the models, the selected objects and the output options.
pub(crate) fn info(arguments: InfoArguments, models: Models) -> Result<InfoCommand, CommandError> {
    Ok(InfoCommand {
        models,
        selection: ObjectSelection::of("--only", &arguments.only)?,
        display: arguments.display.into(),
    })
}
