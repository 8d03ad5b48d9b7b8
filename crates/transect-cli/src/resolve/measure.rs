//! Resolves the arguments of `transect measure`.

use std::path::PathBuf;

use transect_report::measure::outputs::{MeasureOutput, MeasureSelection};
use transect_report::measure::request::{MeasureOutputs, MeasureRequest};
use transect_report::measure::volume::AskedVolume;
use transect_report::request::Folder;
use transect_report::selection::ObjectSelection;

use crate::arguments::{HeightArguments, MeasureArguments};
use crate::command::MeasureCommand;
use crate::error::CommandError;
use crate::input::Models;
use crate::resolve::files::check_folder;
use crate::resolve::files::names_to_write;
use crate::resolve::heights::{direction, heights};
use crate::resolve::model_unit::ModelUnit;
use crate::resolve::theme::theme;
use crate::resolve::units::{conversion, unit_of_call};

/// Resolves the models, the request and the output options.
pub(crate) fn measure(
    arguments: MeasureArguments,
    models: Models,
) -> Result<MeasureCommand, CommandError> {
    check_folder::<MeasureOutput>(arguments.output.as_ref())?;
    check(&arguments)?;
    let own = &arguments.heights;
    let has_direction = own.axis.is_some() || own.normal.is_some();
    let volumes: Result<Vec<AskedVolume>, _> =
        arguments.volume.iter().map(|text| text.parse()).collect();
    let in_vain = in_vain(&arguments)
        .map(|flag| format!("{flag} does nothing without -o DIR: nothing is written or drawn"));
    let conversion = conversion(&arguments.to_unit, arguments.unit.as_deref())?;
    let unit = unit_of_call(conversion.as_ref(), arguments.unit.clone());
    let in_unit = ModelUnit::of(unit.as_deref(), &models);
    let theme_file = arguments.theme.iter().map(PathBuf::from);
    let inputs = models.paths().iter().cloned().chain(theme_file).collect();
    let mut request = MeasureRequest {
        direction: has_direction.then(|| direction(own)).transpose()?,
        heights: has_heights(own)
            .then(|| heights(own, &in_unit))
            .transpose()?,
        inside: arguments.inside,
        volumes: volumes?,
        selection: ObjectSelection::of("--only", &arguments.only)?,
        unit: unit.clone(),
        theme: theme(arguments.theme.as_deref())?,
        outputs: None,
    };
    let available = request.available();
    let files = if arguments.write.is_empty() {
        MeasureSelection::all(available)
    } else {
        MeasureSelection::of_available(arguments.write.iter().map(String::as_str), available)?
    };
    request.outputs = arguments.output.map(|path| MeasureOutputs {
        folder: Folder {
            path,
            replaces: arguments.force,
            inputs,
        },
        files,
    });
    Ok(MeasureCommand {
        models,
        request,
        weld: arguments.weld.weld,
        conversion,
        display: arguments.display.into(),
        is_strict: arguments.strict,
        in_vain,
    })
}

/// Returns `true` if a flag gives the heights of a table.
fn has_heights(arguments: &HeightArguments) -> bool {
    arguments.step.is_some() || arguments.count.is_some() || !arguments.heights.is_empty()
}

/// Rejects flags that need another flag.
fn check(arguments: &MeasureArguments) -> Result<(), CommandError> {
    let own = &arguments.heights;
    let flags = [
        ("--step", own.step.is_some()),
        ("--count", own.count.is_some()),
        ("--heights", !own.heights.is_empty()),
        ("--from", own.from.is_some()),
        ("--to", own.to.is_some()),
        ("--volume", !arguments.volume.is_empty()),
    ];
    let given = flags.into_iter().find(|(_, is_given)| *is_given);
    if let Some((flag, _)) = given
        && own.axis.is_none()
        && own.normal.is_none()
    {
        return Err(CommandError::with_hint(
            format!("{flag}: heights need a direction"),
            "add --axis z, or another direction with --normal 1,0,1",
        ));
    }
    if (own.from.is_some() || own.to.is_some()) && own.step.is_none() && own.count.is_none() {
        let flag = if own.from.is_some() { "--from" } else { "--to" };
        return Err(CommandError::with_hint(
            format!("{flag}: neither --step nor --count is given"),
            "add --step 0.1 or --count 20",
        ));
    }
    names_to_write(&arguments.write, arguments.output.as_ref()).map(|_| ())
}

/// Returns the first given flag that has no effect without `-o`.
fn in_vain(arguments: &MeasureArguments) -> Option<&'static str> {
    if arguments.output.is_some() {
        return None;
    }
    let flags = [
        ("--force", arguments.force),
        ("--theme", arguments.theme.is_some()),
    ];
    flags
        .into_iter()
        .find(|(_, given)| *given)
        .map(|(flag, _)| flag)
}
