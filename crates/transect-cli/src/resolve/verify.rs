//! The files that `transect verify` judges.

use std::path::PathBuf;

use crate::arguments::VerifyArguments;
use crate::command::VerifyCommand;
use crate::error::CommandError;
use crate::input::is_standard;
use crate::resolve::plane::plane;
use crate::telling::Telling;

/// Which files are judged by which plane.
pub(crate) fn verify(arguments: VerifyArguments) -> Result<VerifyCommand, CommandError> {
    let plane = plane(&arguments.plane)?;
    let [front, back] = halves(&arguments)?;
    let given = [Some(&arguments.input), front.as_ref(), back.as_ref()];
    let streams = given.into_iter().flatten().filter(|path| is_standard(path));
    if streams.count() > 1 {
        return Err(CommandError::with_hint(
            "-: standard input holds one file, not several",
            "name the other files",
        ));
    }
    Ok(VerifyCommand {
        input: arguments.input,
        front,
        back,
        plane,
        tolerance: arguments.tolerance,
        telling: Telling {
            json: arguments.json,
            quiet: false,
            verbose: arguments.verbose,
        },
    })
}

/// The files of the half in front and of the half behind; none for a half that is empty.
fn halves(arguments: &VerifyArguments) -> Result<[Option<PathBuf>; 2], CommandError> {
    let files = arguments.halves.as_slice();
    if let Some(empty) = files.iter().find(|path| path.as_os_str().is_empty()) {
        return Err(CommandError::with_hint(
            format!("{empty:?} is not the path of a half"),
            "say --no-front or --no-back for a half in which nothing is",
        ));
    }
    match (files, arguments.no_front, arguments.no_back) {
        ([front, back], false, false) => Ok([Some(front.clone()), Some(back.clone())]),
        ([back], true, false) => Ok([None, Some(back.clone())]),
        ([front], false, true) => Ok([Some(front.clone()), None]),
        ([_], false, false) => Err(CommandError::with_hint(
            "one half is missing: the half in front comes first, then the half behind",
            "say --no-front or --no-back where nothing lies there: transect cut writes no file for an empty half",
        )),
        (_, no_front, _) => {
            let flag = if no_front { "--no-front" } else { "--no-back" };
            Err(CommandError::with_hint(
                format!("{flag} says that one half is empty, and two halves are given"),
                format!("leave out {flag}, or the file"),
            ))
        }
    }
}
