//! Resolves the arguments of `transect cut`.

use std::path::PathBuf;

use transect_draw::{Size, View};
use transect_report::request::{Folder, PictureOptions};
use transect_report::selection::ObjectSelection;
use transect_report::{CutRequest, OnPlaneRule};

use crate::arguments::{CutArguments, Shown};
use crate::command::CutCommand;
use crate::error::CommandError;
use crate::resolve::files::are_there;
use crate::resolve::plane::plane;
use crate::resolve::theme::theme;

/// Resolves the models, the request and the output options.
pub(crate) fn cut(arguments: CutArguments) -> Result<CutCommand, CommandError> {
    if arguments.view == Shown::Viewer {
        are_there(&arguments.models)?;
    }
    let view = arguments.view.picture();
    if view != View::default() && arguments.output.is_none() {
        return Err(CommandError::with_hint(
            "--view: no preview.png is written without -o DIR",
            "add -o DIR; --view without a value opens the cut in the browser",
        ));
    }
    let for_meshes = for_meshes(&arguments);
    let draws_in_vain =
        arguments.output.is_none() && (!arguments.hide.is_empty() || arguments.theme.is_some());
    let theme_file = arguments.theme.iter().map(PathBuf::from);
    let inputs = arguments.models.iter().cloned().chain(theme_file).collect();
    let request = CutRequest {
        plane: plane(&arguments.plane)?,
        selection: ObjectSelection::of("--only", &arguments.only)?,
        format: arguments.format,
        on_plane: arguments.on_plane,
        unit: arguments.unit,
        pictures: PictureOptions {
            theme: theme(arguments.theme.as_deref())?,
            hidden: arguments.hide,
            view,
            up: arguments.up,
            size: arguments.size,
        },
        outputs: arguments.output.map(|path| Folder {
            path,
            replaces: arguments.force,
            inputs,
        }),
    };
    Ok(CutCommand {
        models: arguments.models,
        why: ObjectSelection::of("--why", &arguments.why)?,
        display: arguments.display.into(),
        is_strict: arguments.strict,
        opens_viewer: arguments.view == Shown::Viewer,
        forces_in_vain: arguments.force && request.outputs.is_none(),
        draws_in_vain,
        for_meshes,
        request,
    })
}

/// Returns the first given flag that applies only to meshes.
fn for_meshes(arguments: &CutArguments) -> Option<&'static str> {
    let flags = [
        ("--format", arguments.format.is_some()),
        ("--hide", !arguments.hide.is_empty()),
        ("--on-plane back", arguments.on_plane == OnPlaneRule::Back),
        ("--strict", arguments.strict),
        ("--theme", arguments.theme.is_some()),
        ("--view", arguments.view != Shown::default()),
        ("--size", arguments.size != Size::default()),
    ];
    let given = flags.into_iter().find(|(_, given)| *given);
    given.map(|(flag, _)| flag)
}
