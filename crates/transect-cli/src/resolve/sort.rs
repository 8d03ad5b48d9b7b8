//! What `transect sort` asks of a table.

use transect::Plane;
use transect_report::request::Folder;
use transect_report::selection::ObjectSelection;

use crate::arguments::SortArguments;
use crate::equation::pointed_at;
use crate::error::CommandError;
use crate::sort::{PlaneFile, SortCommand, SortRequest, Word, camera};

/// The table, the question, and how the answers are told.
pub(crate) fn sort(arguments: SortArguments) -> Result<SortCommand, CommandError> {
    let asked = asked(&arguments)?;
    check_words(&arguments.only, &asked)?;
    let files = [&arguments.region, &arguments.frustum, &arguments.index];
    let inputs = files.into_iter().flatten().chain([&arguments.table]);
    let inputs = inputs.cloned().collect();
    Ok(SortCommand {
        table: arguments.table,
        asked,
        only: arguments.only,
        index: arguments.index,
        forces_in_vain: arguments.force && arguments.output.is_none(),
        outputs: arguments.output.map(|path| Folder {
            path,
            replaces: arguments.force,
            inputs,
        }),
        unit: arguments.unit,
        why: ObjectSelection::of("--why", &arguments.why)?,
        telling: arguments.telling.into(),
    })
}

fn asked(arguments: &SortArguments) -> Result<SortRequest, CommandError> {
    let conservative = arguments.conservative;
    if let Some(path) = &arguments.region {
        return Ok(SortRequest::Region(PlaneFile::read(path)?, conservative));
    }
    if let Some(path) = &arguments.frustum {
        return Ok(SortRequest::Frustum(
            path.clone(),
            camera(path)?,
            conservative,
        ));
    }
    match arguments.plane.as_slice() {
        [text] => {
            // Whatever is no plane in space is no line in the plane.
            text.parse::<Plane>()
                .map_err(|error| pointed_at(text, &error))?;
            Ok(SortRequest::Plane(text.clone()))
        }
        planes => Err(CommandError::with_hint(
            format!("--plane is given {} times, not once", planes.len()),
            "several planes make a region: put them into a file, an equation a line, and name it \
             with --region; or call transect once for each",
        )),
    }
}

/// Refuses words that are no answer to the question.
fn check_words(only: &[Word], asked: &SortRequest) -> Result<(), CommandError> {
    let kind = asked.kind();
    let words = kind.words();
    let Some(strange) = only.iter().find(|word| !words.contains(word)) else {
        return Ok(());
    };
    let [first, second, third] = words.map(Word::name);
    Err(CommandError::with_hint(
        format!(
            "--only {} is no answer about a {}",
            strange.name(),
            kind.name()
        ),
        format!("the answers are {first}, {second} and {third}"),
    ))
}
