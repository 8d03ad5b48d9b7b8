//! The record of the finished files of `--each`: a file of JSON lines that `--resume` continues.
//!
//! The first line names the version of transect, the subcommand and the SHA-256 of its options. Each further line has
//! the SHA-256 of a file and of the files that it refers to, and its answer. A line is written as soon as the file is
//! finished, so a process that is killed loses only files that it has not finished. If the last line is cut off, it
//! does not count.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use transect_io::{Outputs, WriteError};

use crate::each::answer::Answer;
use crate::each::digest::sha256;
use crate::error::CommandError;

/// The name of the record in the folder of `-o`.
pub(super) const RECORD: &str = "each.jsonl";

/// The first line of a record.
#[derive(Debug, Deserialize, PartialEq, Eq, Serialize)]
struct Header {
    /// The version of the record's form.
    record: u32,
    transect: String,
    subcommand: String,
    options: String,
}

/// A line of a record.
#[derive(Deserialize, Serialize)]
struct Entry<A> {
    sha256: String,
    references: Vec<Reference>,
    outcome: A,
}

/// A file that another file refers to, and its SHA-256; `None` if it could not be read.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Reference {
    pub(super) path: String,
    pub(super) sha256: Option<String>,
}

/// The parts of an answer that decide if it is used again.
#[derive(Deserialize)]
struct Known {
    file: String,
    written: Vec<String>,
    answer: Option<IgnoredAny>,
}

/// An answer of the record, and the place of its line.
struct Mark {
    entry: Entry<Known>,
    start: u64,
    length: usize,
}

/// The record of a call.
pub(super) struct Record {
    pub(super) path: PathBuf,
    file: Mutex<File>,
    /// The answers of an earlier call with the same options, by file.
    marks: HashMap<String, Mark>,
    /// `true` if the record is that of an earlier call, whose outputs are replaced where it has no answer.
    pub(super) continues: bool,
}

/// The call whose record is opened.
pub(super) struct Call<'a> {
    pub(super) subcommand: &'a str,
    /// The SHA-256 of the options.
    pub(super) options: String,
    /// `true` if a record is continued (`--resume`).
    pub(super) resumes: bool,
    /// `true` if a record is replaced (`--force`).
    pub(super) replaces: bool,
    /// The input files, which a record never replaces.
    pub(super) inputs: &'a [PathBuf],
}

impl Record {
    /// Opens the record of a call: continues one of the same options, or begins a new one. The note says why a record
    /// that should be continued is not.
    pub(super) fn open(
        path: &Path,
        call: &Call<'_>,
    ) -> Result<(Self, Option<String>), CommandError> {
        let header = Header {
            record: 1,
            transect: env!("CARGO_PKG_VERSION").into(),
            subcommand: call.subcommand.into(),
            options: call.options.clone(),
        };
        let exists = path.symlink_metadata().is_ok();
        if exists && !call.resumes && !call.replaces {
            return Err(CommandError::with_hint(
                format!(
                    "{} exists: it is the record of an earlier call",
                    path.display()
                ),
                "--resume continues it, and --force begins anew",
            ));
        }
        if !exists || !call.resumes {
            let record = Self::begin(path, &header, call.replaces, call.inputs)?;
            return Ok((record, None));
        }
        let (found, record) = Self::continued(path)?;
        if found == header {
            return Ok((record, None));
        }
        let what = if found.transect == header.transect {
            "with other flags".to_string()
        } else {
            format!("of transect {}", found.transect)
        };
        // The lock of the earlier record ends here.
        drop(record);
        let record = Self::begin(path, &header, true, call.inputs)?;
        let note = format!(
            "{} is the record of a call {what}: all files begin anew",
            path.display()
        );
        let continues = true;
        Ok((
            Self {
                continues,
                ..record
            },
            Some(note),
        ))
    }

    /// Creates a record that has only its first line. It appears as a whole or not at all.
    fn begin(
        path: &Path,
        header: &Header,
        replaces: bool,
        inputs: &[PathBuf],
    ) -> Result<Self, CommandError> {
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.ok_or_else(|| {
            CommandError::with_hint(
                format!(
                    "--record {}: this is not the name of a file",
                    path.display()
                ),
                "name a file, such as each.jsonl",
            )
        })?;
        let mut outputs = Outputs::new(path.parent().unwrap_or(Path::new("")), replaces)?;
        outputs.protect(inputs.iter().cloned());
        outputs.check(&[name])?;
        let line = line(header);
        let written = outputs.create(name)?.write_all(line.as_bytes());
        written.map_err(|error| unwritten(path, error))?;
        outputs.commit()?;
        let file = opened(path)?;
        Ok(Self {
            path: path.to_path_buf(),
            file: Mutex::new(file),
            marks: HashMap::new(),
            continues: false,
        })
    }

    /// Reads an earlier record, and cuts off a last line that is not whole.
    fn continued(path: &Path) -> Result<(Header, Self), CommandError> {
        let file = opened(path)?;
        let failure = |error| unwritten(path, error);
        let mut reader = BufReader::new(&file);
        let mut bytes = Vec::new();
        reader.read_until(b'\n', &mut bytes).map_err(failure)?;
        let header: Header = serde_json::from_slice(&bytes).map_err(|_| {
            CommandError::with_hint(
                format!("{}: this is not a record of transect", path.display()),
                "name another file with --record",
            )
        })?;
        let mut start = bytes.len() as u64;
        let mut marks = HashMap::new();
        loop {
            bytes.clear();
            let length = reader.read_until(b'\n', &mut bytes).map_err(failure)?;
            if !bytes.ends_with(b"\n") {
                break;
            }
            // A line that is not an answer does not count, so that its file is treated again.
            if let Ok(entry) = serde_json::from_slice::<Entry<Known>>(&bytes) {
                let mark = Mark {
                    start,
                    length,
                    entry,
                };
                marks.insert(mark.entry.outcome.file.clone(), mark);
            }
            start += length as u64;
        }
        file.set_len(start).map_err(failure)?;
        let record = Self {
            path: path.to_path_buf(),
            file: Mutex::new(file),
            marks,
            continues: true,
        };
        Ok((header, record))
    }

    /// Returns the recorded answer for a file with this SHA-256, if it holds: the files that it refers to are the same,
    /// the files that were written exist in `folder`, and it has the report if `--json` needs it. The folder of a file
    /// depends on all files of a call, and another call may have others.
    pub(super) fn known(
        &self,
        file: &str,
        sha256: &str,
        folder: Option<&Path>,
        needs_json: bool,
    ) -> Option<Answer> {
        let is_there = |path: &String| {
            let path = Path::new(path);
            folder.is_some_and(|folder| path.starts_with(folder)) && path.exists()
        };
        let mark = self.marks.get(file)?;
        let entry = &mark.entry;
        let holds = entry.sha256 == sha256
            && (entry.outcome.answer.is_some() || !needs_json)
            && entry.outcome.written.iter().all(is_there)
            && entry.references.iter().all(Reference::holds);
        if !holds {
            return None;
        }
        let mut bytes = vec![0; mark.length];
        let mut file = self.lock();
        file.seek(SeekFrom::Start(mark.start)).ok()?;
        file.read_exact(&mut bytes).ok()?;
        let entry: Entry<Answer> = serde_json::from_slice(&bytes).ok()?;
        Some(entry.outcome)
    }

    /// Adds the answer for a file.
    pub(super) fn add(
        &self,
        sha256: String,
        references: Vec<Reference>,
        answer: &Answer,
    ) -> Result<(), CommandError> {
        let line = line(&Entry {
            sha256,
            references,
            outcome: answer,
        });
        let written = self.lock().write_all(line.as_bytes());
        written.map_err(|error| unwritten(&self.path, error))
    }

    /// Locks the record. While it is locked, no line is written.
    pub(super) fn lock(&self) -> MutexGuard<'_, File> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reference {
    pub(super) fn of(path: &Path, bytes: Option<&[u8]>) -> Self {
        Self {
            path: path.display().to_string(),
            sha256: bytes.map(sha256),
        }
    }

    /// Returns `true` if the file still has these contents, or still cannot be read.
    fn holds(&self) -> bool {
        let bytes = std::fs::read(&self.path).ok();
        bytes.as_deref().map(sha256) == self.sha256
    }
}

/// Opens a record, and locks it. All writes go to its end.
fn opened(path: &Path) -> Result<File, CommandError> {
    let mut options = OpenOptions::new();
    let file = options.read(true).append(true).open(path);
    let file = file.map_err(|error| unwritten(path, error))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(CommandError::with_hint(
            format!(
                "{}: another call of transect writes this record",
                path.display()
            ),
            "wait for its end, or name another file with --record",
        )),
        // A file system without locks has no other error for it.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

fn line(value: &impl Serialize) -> String {
    // The values are only strings, numbers and valid JSON, so serialization cannot fail.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// Returns the error of a record that cannot be read or written.
fn unwritten(path: &Path, source: std::io::Error) -> CommandError {
    let error = WriteError::Io {
        path: path.to_path_buf(),
        source,
    };
    CommandError::with_hint(
        error,
        "the files before it are in the record; --resume continues when the record can be written",
    )
}
