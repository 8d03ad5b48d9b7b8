//! One file of many: reads it, and lets the subcommand answer, unless the record has the answer.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use transect_io::WriteError;

use crate::display::DisplayOptions;
use crate::each::answer::{Answer, Problem};
use crate::each::arguments::ModelArguments;
use crate::each::contents::contents;
use crate::each::digest::sha256;
use crate::each::record::Reference;
use crate::each::signals::Shared;
use crate::error::CommandError;
use crate::input::{Contents, Models};
use crate::job::{Desk, ModelCommand};
use crate::notes::Notes;
use crate::patterns::Listed;
use crate::progress::Progress;
use crate::status::Status;

/// A run of a subcommand for many files.
pub(super) struct Run<A> {
    /// The arguments that all files have in common.
    pub(super) arguments: A,
    pub(super) files: Vec<Listed>,
    /// The folder of the outputs, if files are written.
    pub(super) folder: Option<FolderOfEach>,
    pub(super) shared: Arc<Shared>,
    /// `true` if the printed lines have the report as JSON (`--json`).
    pub(super) needs_json: bool,
}

/// The folder of all outputs, with a folder for each file.
pub(super) struct FolderOfEach {
    path: PathBuf,
    /// The folder of each file, relative to the path.
    places: Vec<PathBuf>,
    /// `true` if existing outputs are replaced.
    replaces: bool,
    /// The folders around the folders of files that did not exist before, the outer ones first.
    made: Vec<PathBuf>,
}

/// A file that is done.
pub(super) struct Done {
    pub(super) answer: Answer,
    pub(super) took: Duration,
    /// `true` if the answer is from the record.
    pub(super) is_known: bool,
}

impl FolderOfEach {
    /// Creates the folders around the folders of files. If each file made those that it needs, one that fails could
    /// remove a folder that another one is about to use.
    pub(super) fn new(
        path: PathBuf,
        places: Vec<PathBuf>,
        replaces: bool,
    ) -> Result<Self, CommandError> {
        let mut around: Vec<&Path> = places
            .iter()
            .flat_map(|place| place.ancestors().skip(1))
            .collect();
        around.sort();
        around.dedup();
        let mut made = Vec::new();
        for folder in around.into_iter().map(|folder| path.join(folder)) {
            if !folder.is_dir() {
                fs::create_dir_all(&folder).map_err(|source| WriteError::Io {
                    path: folder.clone(),
                    source,
                })?;
                made.push(folder);
            }
        }
        Ok(Self {
            path,
            places,
            replaces,
            made,
        })
    }

    /// Removes the folders that were created for files and are empty, because all of them failed.
    pub(super) fn remove_empty(&self) {
        for folder in self.made.iter().rev() {
            // A folder that is not empty stays.
            let _ = fs::remove_dir(folder);
        }
    }
}

impl<A: ModelArguments> Run<A> {
    /// Returns the answer for a file. The error is one of the record, which ends the run.
    pub(super) fn file(&self, place: usize) -> Result<Done, CommandError> {
        let since = Instant::now();
        let known_or_new = match &self.files[place] {
            Ok(path) => {
                let answer = || self.answer(place, path);
                let answered = catch_unwind(AssertUnwindSafe(answer));
                answered.unwrap_or_else(|_| Ok((defect(path), false)))?
            }
            Err(error) => {
                let problem = Problem {
                    message: error.to_string(),
                    hint: None,
                    place: None,
                };
                let file = error.path.display().to_string();
                (Answer::failed(file, Status::ERROR, problem), false)
            }
        };
        let (answer, is_known) = known_or_new;
        self.shared.end(place);
        self.shared.count();
        Ok(Done {
            answer,
            took: since.elapsed(),
            is_known,
        })
    }

    /// Returns the answer for a file, and `true` if it is from the record.
    fn answer(&self, place: usize, path: &Path) -> Result<(Answer, bool), CommandError> {
        let file = path.display().to_string();
        let failed = |problem| (Answer::failed(file.clone(), Status::ERROR, problem), false);
        let bytes = match contents(path) {
            Ok(bytes) => bytes,
            Err(problem) => return Ok(failed(problem)),
        };
        let record = self
            .shared
            .record
            .as_ref()
            .map(|record| (record, sha256(&bytes)));
        if let Some((record, hash)) = &record
            && let Some(answer) = record.known(
                &file,
                hash,
                self.folder_of(place).as_deref(),
                self.needs_json,
            )
        {
            return Ok((answer, true));
        }
        let references = Arc::new(Mutex::new(Vec::new()));
        let seen = references.clone();
        let is_recorded = record.is_some();
        let contents = Contents {
            path: path.to_path_buf(),
            bytes: Arc::new(bytes),
            seen: Arc::new(move |path, bytes| {
                if is_recorded {
                    let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
                    seen.push(Reference::of(path, bytes));
                }
            }),
        };
        let answer = match self.outcome(place, contents) {
            Ok(answer) => answer,
            Err(error) => {
                error.leave_to_signal();
                return Ok(failed(error.into()));
            }
        };
        if let Some((record, hash)) = record {
            let mut references = references.lock().unwrap_or_else(PoisonError::into_inner);
            record.add(hash, std::mem::take(&mut *references), &answer)?;
        }
        Ok((answer, false))
    }

    /// Returns the folder of the outputs of a file, if files are written. The separator at the end says that the path is
    /// that of a folder, also if it has an extension.
    fn folder_of(&self, place: usize) -> Option<PathBuf> {
        let folder = self.folder.as_ref()?;
        Some(folder.path.join(&folder.places[place]).join(""))
    }

    /// Runs the subcommand for a file.
    fn outcome(&self, place: usize, contents: Contents) -> Result<Answer, CommandError> {
        let file = contents.path.display().to_string();
        let mut arguments = self.arguments.clone();
        arguments.common().display.json = self.needs_json;
        if let Some(folder) = &self.folder {
            let common = arguments.common();
            *common.force = folder.replaces;
            if let Some(output) = common.output {
                *output = self.folder_of(place);
            }
        }
        let mut command = arguments.resolve(Models::Contents(contents))?;
        command.be_one_of_many();
        let job = command.job();
        let outputs = job.outputs()?;
        if let Some(outputs) = &outputs {
            self.shared.begin(place, outputs);
        }
        let progress = Progress::new(DisplayOptions {
            quiet: true,
            ..DisplayOptions::default()
        });
        let mut notes = Notes::default();
        let outcome = command.outcome(Desk {
            outputs,
            progress: &progress,
            notes: &mut notes,
        })?;
        Ok(Answer::of(file, outcome, job.is_strict, notes))
    }
}

/// Returns the answer for a file at which transect panicked. The message of the panic is on standard error.
fn defect(path: &Path) -> Answer {
    let problem = Problem::new(
        format!("{}: an internal error of transect", path.display()),
        "please report it where you got transect, with the command and the file if you may share it",
    );
    Answer::failed(path.display().to_string(), Status::DEFECT, problem)
}
