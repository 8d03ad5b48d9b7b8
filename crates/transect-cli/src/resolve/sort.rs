//! Resolves the arguments of `transect sort`.

use transect::Plane;
use transect_report::request::Folder;
use transect_report::selection::ObjectSelection;
use transect_report::unit::symbol_of;

use crate::arguments::SortArguments;
use crate::equation::pointed_at;
use crate::error::CommandError;
use crate::region_file::{frustum, planes};
use crate::sort::{SortCommand, SortRequest, Word};

/// Resolves the table, the plane or region, and the output options.
pub(crate) fn sort(arguments: SortArguments) -> Result<SortCommand, CommandError> {
    let query = query(&arguments)?;
    check_words(&arguments.only, &query)?;
    let files = [&arguments.region, &arguments.frustum, &arguments.index];
    let inputs = files.into_iter().flatten().chain([&arguments.table]);
    let inputs = inputs.cloned().collect();
    Ok(SortCommand {
        table: arguments.table,
        query,
        only: arguments.only,
        index: arguments.index,
        forces_in_vain: arguments.force && arguments.output.is_none(),
        outputs: arguments.output.map(|path| Folder {
            path,
            replaces: arguments.force,
            inputs,
        }),
        unit: symbol_of(arguments.unit.as_deref())?,
        why: ObjectSelection::of("--why", &arguments.why)?,
        display: arguments.display.into(),
    })
}

fn query(arguments: &SortArguments) -> Result<SortRequest, CommandError> {
    let conservative = arguments.conservative;
    if let Some(path) = &arguments.region {
        return Ok(SortRequest::Region(planes(path)?, conservative));
    }
    if let Some(path) = &arguments.frustum {
        return Ok(SortRequest::Frustum(
            path.clone(),
            Box::new(frustum(path)?),
            conservative,
        ));
    }
    match arguments.plane.as_slice() {
        [text] => {
            // Whether the table is 2D or 3D is not known yet. An equation that is invalid as a plane in 3D is also
            // invalid as a line in 2D.
            text.parse::<Plane>()
                .map_err(|error| pointed_at(text, &error))?;
            Ok(SortRequest::Plane(text.clone()))
        }
        planes => Err(CommandError::with_hint(
            format!("--plane is given {} times, not once", planes.len()),
            "several planes make a region: write them to a file, one equation per line, and give \
             it with --region; or run transect once per plane",
        )),
    }
}

/// Returns an error if a word of `--only` is not a possible answer to `query`. The answers are `front`, `on` and `back`
/// for a plane, and `outside`, `meets` and `inside` for a region.
fn check_words(only: &[Word], query: &SortRequest) -> Result<(), CommandError> {
    let kind = query.kind();
    let words = kind.words();
    let Some(strange) = only.iter().find(|word| !words.contains(word)) else {
        return Ok(());
    };
    let [first, second, third] = words.map(Word::name);
    Err(CommandError::with_hint(
        format!(
            "--only {} does not apply to a {}",
            strange.name(),
            kind.name()
        ),
        format!("use {first}, {second} or {third}"),
    ))
}
