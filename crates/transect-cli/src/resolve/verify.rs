//! Resolves the arguments of `transect verify`.

use std::path::{Path, PathBuf};

use transect_mesh::PartPlace;
use transect_report::planes::CutPlanes;

use crate::arguments::VerifyArguments;
use crate::command::VerifyCommand;
use crate::display::DisplayOptions;
use crate::error::CommandError;
use crate::input::Models;
use crate::input::is_standard;
use crate::resolve::model_unit::ModelUnit;
use crate::resolve::planes::cut_planes;
use crate::resolve::units::{conversion, unit_of_call};

/// The largest number of parts that a hint lists.
const LISTED: usize = 8;

/// Resolves the files, the planes and the output options.
pub(crate) fn verify(arguments: VerifyArguments) -> Result<VerifyCommand, CommandError> {
    let conversion = conversion(&arguments.to_unit, arguments.unit.as_deref())?;
    let unit = unit_of_call(conversion.as_ref(), arguments.unit.clone());
    let models = Models::Paths(vec![arguments.input.clone()]);
    let models = ModelUnit::of(unit.as_deref(), &models);
    let planes = cut_planes(&arguments.plane, &arguments.region, &models)?;
    let parts = match named(&arguments.parts, &planes) {
        None if !planes.are_several() => halves(&arguments, &planes)?,
        named => by_name(&arguments, named, &planes)?,
    };
    let given = parts.iter().map(|(_, path)| path);
    let streams = given
        .chain([&arguments.input])
        .filter(|path| is_standard(path));
    if streams.count() > 1 {
        return Err(CommandError::with_hint(
            "-: standard input holds one file, not several",
            "name the other files",
        ));
    }
    Ok(VerifyCommand {
        input: arguments.input,
        planes,
        parts,
        tolerance: arguments.tolerance,
        weld: arguments.weld.weld,
        conversion,
        display: DisplayOptions {
            json: arguments.json,
            quiet: false,
            verbose: arguments.verbose,
        },
    })
}

/// Returns the parts and the files of arguments that all have the form `NAME=FILE`, with the name of a part. Otherwise
/// returns `None`.
fn named(arguments: &[PathBuf], planes: &CutPlanes) -> Option<Vec<(PartPlace, PathBuf)>> {
    let all = arguments.iter().map(|argument| with_name(argument, planes));
    all.collect()
}

/// Returns the part and the file of an argument `NAME=FILE` with the name of a part, or `None`.
fn with_name(argument: &Path, planes: &CutPlanes) -> Option<(PartPlace, PathBuf)> {
    let (name, file) = argument.to_str()?.split_once('=')?;
    Some((planes.place_named(name)?, PathBuf::from(file)))
}

/// Returns the halves by one plane, the front half first. An empty half is left out.
fn halves(
    arguments: &VerifyArguments,
    planes: &CutPlanes,
) -> Result<Vec<(PartPlace, PathBuf)>, CommandError> {
    let files = arguments.parts.as_slice();
    if let Some(empty) = files.iter().find(|path| path.as_os_str().is_empty()) {
        return Err(CommandError::with_hint(
            format!("{empty:?} is not the path of a half"),
            "use --no-front or --no-back for an empty half",
        ));
    }
    if let Some(named) = files.iter().find(|file| with_name(file, planes).is_some()) {
        return Err(CommandError::with_hint(
            format!(
                "{} says which half it is, and another file does not",
                named.display()
            ),
            "write NAME=FILE for all files, or for none",
        ));
    }
    let given: Vec<Option<&PathBuf>> = match (files, arguments.no_front, arguments.no_back) {
        ([front, back], false, false) => vec![Some(front), Some(back)],
        ([back], true, false) => vec![None, Some(back)],
        ([front], false, true) => vec![Some(front), None],
        ([_], false, false) => {
            return Err(CommandError::with_hint(
                "one half is missing: give the front half, then the back half",
                "use --no-front or --no-back for an empty half: transect cut writes no file for it",
            ));
        }
        ([_, _], no_front, _) => {
            let flag = if no_front { "--no-front" } else { "--no-back" };
            return Err(CommandError::with_hint(
                format!("{flag} means that one half is empty, but two halves are given"),
                format!("leave out {flag}, or one of the halves"),
            ));
        }
        _ => {
            return Err(CommandError::with_hint(
                format!(
                    "one plane cuts into two halves, but {} files are given",
                    files.len()
                ),
                "give the front half, then the back half; several planes are given by several --plane",
            ));
        }
    };
    let halves = planes.fixed_places().into_iter().zip(given);
    let halves = halves.filter_map(|(place, file)| Some((place, file?.clone())));
    Ok(halves.collect())
}

/// Returns the parts whose files say which parts they are: by `NAME=FILE`, or by the name of the file.
fn by_name(
    arguments: &VerifyArguments,
    named: Option<Vec<(PartPlace, PathBuf)>>,
    planes: &CutPlanes,
) -> Result<Vec<(PartPlace, PathBuf)>, CommandError> {
    let flags = [
        ("--no-front", arguments.no_front),
        ("--no-back", arguments.no_back),
    ];
    if let Some((flag, _)) = flags.iter().find(|(_, given)| *given) {
        return Err(CommandError::with_hint(
            format!("{flag} is about two files of halves, in their order"),
            format!("leave {flag} out: parts without a file are empty"),
        ));
    }
    let parts = match named {
        Some(named) => named,
        None => {
            // OBJ files have their materials beside them.
            let is_mesh = |path: &&PathBuf| path.extension().is_none_or(|own| own != "mtl");
            let parts = arguments.parts.iter().filter(is_mesh);
            let parts = parts.map(|argument| part(argument, planes));
            parts.collect::<Result<_, _>>()?
        }
    };
    for (index, (place, path)) in parts.iter().enumerate() {
        if path.as_os_str().is_empty() {
            return Err(CommandError::with_hint(
                format!("{}= has no file", planes.part_name(place)),
                "leave parts without a file out: they are empty",
            ));
        }
        if let Some((_, other)) = parts[..index].iter().find(|(own, _)| own == place) {
            return Err(CommandError::with_hint(
                format!(
                    "{} and {} are both given as the part {}",
                    other.display(),
                    path.display(),
                    planes.part_name(place)
                ),
                "give one file per part; NAME=FILE says which part a file holds",
            ));
        }
    }
    Ok(parts)
}

/// Returns the part that a file holds.
fn part(argument: &Path, planes: &CutPlanes) -> Result<(PartPlace, PathBuf), CommandError> {
    if let Some(named) = with_name(argument, planes) {
        return Ok(named);
    }
    let stem = argument.file_stem().and_then(|stem| stem.to_str());
    let place = stem.and_then(|stem| planes.place_named(stem));
    place.map(|place| (place, argument.to_path_buf())).ok_or_else(|| {
        let parts = planes.part_names();
        let listed: Vec<&str> = parts.iter().take(LISTED).map(String::as_str).collect();
        let such_as = if listed.len() < parts.len() { "such as " } else { "" };
        let example = listed.first().unwrap_or(&"NAME");
        // The name of a part that does not exist may stand before the file.
        let file = argument.display().to_string();
        let file = match file.split_once('=') {
            Some((_, file)) if !argument.exists() => file.to_string(),
            _ => file,
        };
        CommandError::with_hint(
            format!("{}: no part of this cut has this name", argument.display()),
            format!(
                "the parts are {such_as}{}; NAME=FILE says which part a file holds: {example}={file}",
                listed.join(", "),
            ),
        )
    })
}
