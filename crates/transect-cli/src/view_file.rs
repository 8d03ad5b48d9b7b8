//! `transect view --export FILE`: writes the page, a model and the answers for chosen planes into one file.

use std::io::Write;
use std::path::Path;

use transect_io::{Outputs, WriteError};
use transect_report::numbers::{counted, grouped};
use transect_view::{PageFile, PageFileOptions};

use crate::display::DisplayOptions;
use crate::error::CommandError;
use crate::interrupt;
use crate::progress::Progress;
use crate::status::Status;
use crate::stdout::print_beside;

/// Computes the answers and writes the file: the whole file, or nothing.
pub(crate) fn write(
    options: &PageFileOptions,
    file: &Path,
    replaces: bool,
) -> Result<Status, CommandError> {
    let outcome = written(options, file, replaces);
    if let Err(failure) = &outcome {
        failure.leave_to_signal();
    }
    print_beside(&outcome?, &[file.display().to_string()])?;
    Ok(Status::SUCCESS)
}

/// Writes the file, and returns a line that describes it.
fn written(options: &PageFileOptions, file: &Path, replaces: bool) -> Result<String, CommandError> {
    let (folder, name) = place(file)?;
    let mut outputs = Outputs::new(folder, replaces).map_err(of_file)?;
    outputs.protect(options.models.iter().cloned());
    outputs.check(&[name]).map_err(of_file)?;
    let progress = Progress::new(DisplayOptions::default());
    interrupt::listen(vec![outputs.canceller()], progress.line());
    let page = PageFile::new(options, |step| progress.begin(step))?;
    outputs.protect(page.references.iter().cloned());
    progress.begin("writing the file");
    let mut target = outputs.open(name).map_err(of_file)?;
    target
        .write_all(&page.html)
        .map_err(|error| of_file(target.failure(error)))?;
    target.finish().map_err(of_file)?;
    outputs.commit().map_err(of_file)?;
    progress.log_end();
    let planes: Vec<String> = page
        .planes
        .iter()
        .map(|plane| plane.plane().to_string())
        .collect();
    Ok(format!(
        "wrote {}: {} bytes, {} ({})\n",
        file.display(),
        grouped(page.html.len()),
        counted(planes.len(), "plane"),
        planes.join(", ")
    ))
}

/// Returns the error for a file that cannot be written. Its hint names the flag of this file.
fn of_file(error: WriteError) -> CommandError {
    let hint = match &error {
        WriteError::NotAFolder { .. } | WriteError::IsAnInput { .. } => {
            "name another file with --export"
        }
        WriteError::Io { .. } => "nothing was written; --export names the file to write",
        _ => return error.into(),
    };
    CommandError::with_hint(error, hint)
}

/// Returns the folder and the name of the file.
fn place(file: &Path) -> Result<(&Path, &str), CommandError> {
    let wrong = |reason: &str| {
        CommandError::with_hint(
            format!("--export {}: {reason}", file.display()),
            "name a file, such as page.html",
        )
    };
    let name = file
        .file_name()
        .ok_or_else(|| wrong("this is not the name of a file"))?;
    let name = name
        .to_str()
        .ok_or_else(|| wrong("the name is not UTF-8"))?;
    if file == Path::new("-") {
        return Err(wrong("the page is not written to standard output"));
    }
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    Ok((folder.unwrap_or(Path::new("")), name))
}
