//! Resolves the arguments of `transect classify`.

use transect::Plane;
use transect_report::request::Folder;
use transect_report::selection::ObjectSelection;
use transect_report::unit::symbol_of;

use crate::arguments::ClassifyArguments;
use crate::classify::{ClassifyCommand, ClassifyRequest, PlaneRequest, REPORT, SIDES, Word};
use crate::equation::pointed_at;
use crate::error::CommandError;
use crate::input::Models;
use crate::region_file::{frustum, planes};
use crate::resolve::files::check_plain_folder;
use crate::resolve::model_unit::ModelUnit;
use crate::resolve::plane::{numbers, vector};

/// Resolves the table, the plane or region, and the output options.
pub(crate) fn classify(arguments: ClassifyArguments) -> Result<ClassifyCommand, CommandError> {
    check_plain_folder(arguments.output.as_ref(), &[SIDES, REPORT])?;
    let query = query(&arguments)?;
    check_words(&arguments.side, &query)?;
    let files = [&arguments.region, &arguments.frustum, &arguments.index];
    let inputs = files.into_iter().flatten().chain([&arguments.table]);
    let inputs = inputs.cloned().collect();
    Ok(ClassifyCommand {
        table: arguments.table,
        query,
        only: ObjectSelection::of("--only", &arguments.only)?,
        sides: arguments.side,
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

fn query(arguments: &ClassifyArguments) -> Result<ClassifyRequest, CommandError> {
    let conservative = arguments.conservative;
    if let Some(path) = &arguments.region {
        return Ok(ClassifyRequest::Region(planes(path)?, conservative));
    }
    if let Some(path) = &arguments.frustum {
        return Ok(ClassifyRequest::Frustum(
            path.clone(),
            Box::new(frustum(path)?),
            conservative,
        ));
    }
    // A table has no unit of its own.
    let no_models = Models::Paths(Vec::new());
    let in_unit = ModelUnit::of(arguments.unit.as_deref(), &no_models);
    let plane = &in_unit.planes(&arguments.plane)?;
    if plane.point.len() > 1 || plane.normal.len() > 1 {
        return Err(CommandError::with_hint(
            "--point or --normal is given more than once",
            "give one point and one normal, or run transect once per plane",
        ));
    }
    if let (Some(point), Some(normal)) = (plane.point.first(), plane.normal.first()) {
        let point = coordinates("--point", point)?;
        let normal = coordinates("--normal", normal)?;
        return Ok(ClassifyRequest::Plane(PlaneRequest::PointAndNormal([
            point, normal,
        ])));
    }
    match plane.plane.as_slice() {
        [] => {
            let points = plane.through.iter();
            let points = points.map(|point| coordinates("--through", point));
            let points: Result<Vec<Vec<f64>>, CommandError> = points.collect();
            Ok(ClassifyRequest::Plane(PlaneRequest::Through(points?)))
        }
        [text] => {
            // Whether the table is 2D or 3D is not known yet. An equation that is invalid as a plane in 3D is also
            // invalid as a line in 2D.
            text.parse::<Plane>()
                .map_err(|error| pointed_at(text, &error))?;
            Ok(ClassifyRequest::Plane(PlaneRequest::Equation(text.clone())))
        }
        planes => Err(CommandError::with_hint(
            format!("--plane is given {} times, not once", planes.len()),
            "several planes make a region: write them to a file, one equation per line, and give \
             it with --region; or run transect once per plane",
        )),
    }
}

/// Parses the coordinates of a point or vector. They are two in a table without z columns, and three in other tables.
fn coordinates(flag: &str, text: &str) -> Result<Vec<f64>, CommandError> {
    match numbers::<2>(flag, text, "two numbers", "") {
        Ok(flat) => Ok(flat.to_vec()),
        Err(_) => Ok(vector(flag, text)?.to_vec()),
    }
}

/// Returns an error if a word of `--side` is not a possible answer to `query`. The answers are `front`, `on` and `back`
/// for a plane, and `outside`, `meets` and `inside` for a region.
fn check_words(sides: &[Word], query: &ClassifyRequest) -> Result<(), CommandError> {
    let kind = query.kind();
    let words = kind.words();
    let Some(strange) = sides.iter().find(|word| !words.contains(word)) else {
        return Ok(());
    };
    let [first, second, third] = words.map(Word::name);
    Err(CommandError::with_hint(
        format!(
            "--side {} does not apply to a {}",
            strange.name(),
            kind.name()
        ),
        format!("use {first}, {second} or {third}"),
    ))
}
