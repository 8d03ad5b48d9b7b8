//! Resolves the arguments of `transect view`.

use transect_view::{Options, PageFileOptions};

use crate::arguments::ViewArguments;
use crate::command::ViewCommand;
use crate::error::CommandError;
use crate::input::Models;
use crate::resolve::files::are_there;
use crate::resolve::model_unit::ModelUnit;
use crate::resolve::plane::{plane_if_given, planes};

/// Resolves `transect view`: the options of the viewer, or of the file of `--export`.
pub(crate) fn view(arguments: ViewArguments) -> Result<ViewCommand, CommandError> {
    let models = Models::Paths(arguments.models.clone());
    let models = ModelUnit::of(arguments.unit.as_deref(), &models);
    let in_unit = || models.planes(&arguments.plane);
    if let Some(file) = arguments.export.clone() {
        are_there(&arguments.models)?;
        let planes = planes(&in_unit()?)?.into_iter();
        return Ok(ViewCommand::Export {
            options: PageFileOptions {
                models: arguments.models,
                planes: planes.map(|(_, plane)| plane).collect(),
                up: arguments.up,
                unit: arguments.unit,
                weld: arguments.weld.weld,
                inside: arguments.inside,
            },
            file,
            replaces: arguments.force,
        });
    }
    are_there(&arguments.models)?;
    let plane = plane_if_given(&in_unit()?)?;
    let token = token(&arguments)?;
    Ok(ViewCommand::Serve {
        options: Options {
            models: arguments.models,
            plane,
            up: arguments.up,
            unit: arguments.unit,
            weld: arguments.weld.weld,
            inside: arguments.inside,
            example: arguments.example,
            host: arguments.host.0,
            port: arguments.port,
            token,
        },
        opens: !arguments.no_open,
    })
}

/// The environment variable with the token of the address.
const TOKEN: &str = "TRANSECT_TOKEN";

/// Returns the token from the arguments, from a file or from the environment. The arguments take precedence.
fn token(arguments: &ViewArguments) -> Result<Option<String>, CommandError> {
    if let Some(path) = &arguments.token_file {
        let text = std::fs::read_to_string(path).map_err(|error| {
            CommandError::with_hint(
                format!("--token-file {}: {error}", path.display()),
                "name a text file whose first line is the token",
            )
        })?;
        return Ok(Some(text.lines().next().unwrap_or_default().trim().into()));
    }
    let of_environment = || std::env::var(TOKEN).ok().filter(|text| !text.is_empty());
    Ok(arguments.token.clone().or_else(of_environment))
}
