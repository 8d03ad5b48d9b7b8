//! Resolves the arguments of `transect view`.

use transect_view::Options;

use crate::arguments::ViewArguments;
use crate::command::ViewCommand;
use crate::error::CommandError;
use crate::resolve::files::are_there;
use crate::resolve::plane::plane_if_given;

/// Resolves the options of the viewer.
pub(crate) fn view(arguments: ViewArguments) -> Result<ViewCommand, CommandError> {
    let plane = plane_if_given(&arguments.plane)?;
    are_there(&arguments.models)?;
    Ok(ViewCommand {
        options: Options {
            models: arguments.models,
            plane,
            up: arguments.up,
            unit: arguments.unit,
            example: arguments.example,
            host: arguments.host.0,
            port: arguments.port,
            token: arguments.token,
        },
        opens: !arguments.no_open,
    })
}
