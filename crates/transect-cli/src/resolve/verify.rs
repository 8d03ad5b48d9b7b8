//! Resolves the arguments of `transect verify`.

use std::path::PathBuf;

use crate::arguments::VerifyArguments;
use crate::command::VerifyCommand;
use crate::display::DisplayOptions;
use crate::error::CommandError;
use crate::input::is_standard;
use crate::resolve::plane::plane;

/// Resolves the files, the plane and the output options.
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
        display: DisplayOptions {
            json: arguments.json,
            quiet: false,
            verbose: arguments.verbose,
        },
    })
}

/// Returns the files of the front and the back half, `None` for an empty half.
fn halves(arguments: &VerifyArguments) -> Result<[Option<PathBuf>; 2], CommandError> {
    let files = arguments.halves.as_slice();
    if let Some(empty) = files.iter().find(|path| path.as_os_str().is_empty()) {
        return Err(CommandError::with_hint(
            format!("{empty:?} is not the path of a half"),
            "use --no-front or --no-back for an empty half",
        ));
    }
    match (files, arguments.no_front, arguments.no_back) {
        ([front, back], false, false) => Ok([Some(front.clone()), Some(back.clone())]),
        ([back], true, false) => Ok([None, Some(back.clone())]),
        ([front], false, true) => Ok([Some(front.clone()), None]),
        ([_], false, false) => Err(CommandError::with_hint(
            "one half is missing: give the front half, then the back half",
            "use --no-front or --no-back for an empty half: transect cut writes no file for it",
        )),
        (_, no_front, _) => {
            let flag = if no_front { "--no-front" } else { "--no-back" };
            Err(CommandError::with_hint(
                format!("{flag} means that one half is empty, but two halves are given"),
                format!("leave out {flag}, or one of the halves"),
            ))
        }
    }
}
