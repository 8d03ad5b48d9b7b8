//! `--each`: a subcommand that reads models treats each file apart. arguments.rs: the flags and the resolution for one
//! file; places.rs: the folders of the outputs; record.rs: the finished files, for `--resume`; run.rs: one file;
//! printed.rs: the lines, the errors at the end and the status.
//!
//! Answers are printed in the order of the files, each as soon as all before it are printed. So the printed lines do
//! not depend on the number of files that are treated at the same time, nor on a break.

mod answer;
mod arguments;
mod contents;
mod digest;
mod places;
mod printed;
mod record;
mod run;
mod signals;
mod table;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use transect_report::numbers::{counted, grouped};

use crate::at_once::{Pace, in_order, processors};
use crate::display::DisplayOptions;
use crate::each::arguments::ModelArguments;
use crate::each::digest::of_options;
use crate::each::places::places;
use crate::each::printed::Printed;
use crate::each::record::{Call, RECORD, Record};
use crate::each::run::{FolderOfEach, Run};
use crate::each::signals::Shared;
use crate::error::{CommandError, warn};
use crate::input::{Models, is_standard};
use crate::job::ModelCommand;
use crate::patterns::{Listed, expanded, listed, path_of};
use crate::progress::Progress;
use crate::status::Status;

/// The number of files of one scene above which a note names `--each`.
const MANY: usize = 20;
/// The number of files, per thread, by which a thread may be ahead of the first file that is not done. Their answers
/// are in memory until they are printed.
const AHEAD: usize = 32;

/// Runs a subcommand that reads models: for all of them as one scene, or for each of them with `--each`.
pub(crate) fn run<A: ModelArguments>(mut arguments: A) -> Result<Status, CommandError> {
    let common = arguments.common();
    if common.each.each {
        return run_each(arguments);
    }
    let models = expanded(std::mem::take(common.models))?;
    if models.len() > MANY && !common.display.quiet {
        let files = grouped(models.len());
        warn(&format!("note: the {files} files are one scene"));
        warn("  hint: --each treats each file apart");
    }
    A::run(arguments.resolve(Models::Paths(models))?)
}

/// The flags of a call that are not those of its files.
struct Given {
    output: Option<PathBuf>,
    record: Option<PathBuf>,
    forces: bool,
    resumes: bool,
    threads: usize,
    display: DisplayOptions,
}

fn run_each<A: ModelArguments>(mut arguments: A) -> Result<Status, CommandError> {
    let (files, given) = taken(&mut arguments)?;
    let paths: Vec<PathBuf> = files.iter().map(path_of).collect();
    check(&arguments, &paths[0], &given)?;
    if let Some(folder) = &given.output {
        check_inputs(folder, &paths)?;
    }
    let mut call = Call {
        subcommand: A::NAME,
        options: of_options(&format!("{arguments:?}"), &arguments.named_files()),
        resumes: given.resumes,
        replaces: given.forces,
        inputs: &paths,
    };
    let record = given
        .record
        .as_deref()
        .map(|path| Record::open(path, &call));
    let (record, note) = record.transpose()?.unzip();
    if let Some(note) = note.flatten().filter(|_| !given.display.quiet) {
        warn(&format!("note: {note}"));
    }
    call.replaces |= record.as_ref().is_some_and(|record| record.continues);
    let folder = given.output.clone();
    let folder = folder.map(|path| FolderOfEach::new(path, places(&paths, RECORD), call.replaces));
    let folder = folder.transpose()?;
    let progress = Progress::new(DisplayOptions {
        verbose: false,
        ..given.display
    });
    progress.begin("treating files");
    progress.count(0, files.len());
    let run = Run {
        arguments,
        files,
        folder,
        shared: Arc::new(Shared::new(record, paths.len())),
        needs_json: given.display.json,
    };
    run.shared.listen(progress.line());
    let mut printed = Printed::new(&run, given.display, progress.line(), &paths);
    printed.head()?;
    let pace = Pace {
        threads: given.threads,
        window: AHEAD.saturating_mul(given.threads),
    };
    let take = |done| printed.take(done);
    in_order(paths.len(), pace, |place| run.file(place), take);
    drop(progress);
    if let Some(folder) = &run.folder {
        folder.remove_empty();
    }
    printed.end()
}

/// Takes the files and the flags of a call out of its arguments. What remains is the same for all files, and decides
/// their answers.
fn taken<A: ModelArguments>(arguments: &mut A) -> Result<(Vec<Listed>, Given), CommandError> {
    let common = arguments.common();
    let models = std::mem::take(common.models);
    if models.iter().any(|path| is_standard(path)) {
        return Err(CommandError::with_hint(
            "-: standard input is one file, and --each treats many",
            "name files, or leave --each out",
        ));
    }
    let output = common.output.and_then(|output| output.clone());
    let each = std::mem::take(common.each);
    let in_folder = output.as_ref().map(|folder| folder.join(RECORD));
    let given = Given {
        record: each.record.or(in_folder),
        forces: std::mem::take(common.force),
        resumes: each.resume,
        threads: each.jobs.map_or_else(processors, usize::from),
        display: std::mem::take(common.display).into(),
        output,
    };
    if given.resumes && given.record.is_none() {
        return Err(CommandError::with_hint(
            "--resume: there is no record to continue",
            "name one with --record FILE; with -o DIR, it is DIR/each.jsonl",
        ));
    }
    let files = listed(&models, given.output.as_deref())?;
    Ok((files, given))
}

/// Checks the flags before any file is read, and prints the note about those that have no effect.
fn check<A: ModelArguments>(
    arguments: &A,
    first: &Path,
    given: &Given,
) -> Result<(), CommandError> {
    let mut all = arguments.clone();
    *all.common().force = given.forces && given.record.is_none();
    let command = all.resolve(Models::Unread(first.to_path_buf()))?;
    if let Some(note) = command.job().in_vain.filter(|_| !given.display.quiet) {
        warn(&format!("note: {note}"));
    }
    Ok(())
}

/// Returns an error if a file lies in the folder of the outputs, since an output could replace it.
fn check_inputs(folder: &Path, files: &[PathBuf]) -> Result<(), CommandError> {
    let Ok(folder) = folder.canonicalize() else {
        return Ok(());
    };
    let is_inside = |file: &&PathBuf| {
        file.canonicalize()
            .is_ok_and(|file| file.starts_with(&folder))
    };
    let inside: Vec<&PathBuf> = files.iter().filter(is_inside).collect();
    match inside.first() {
        None => Ok(()),
        Some(first) => Err(CommandError::with_hint(
            format!(
                "{} of {}, such as {}, lies in the folder of -o",
                grouped(inside.len()),
                counted(files.len(), "file"),
                first.display()
            ),
            "name another folder with -o",
        )),
    }
}
