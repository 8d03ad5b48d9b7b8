//! The input of a subcommand: meshes or a table of boxes, from files or standard input.

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use transect_io::{BoxTable, Document, FileKind, ReadError, ReadErrorKind, StlStream, TableKind};

use crate::error::CommandError;
use crate::progress::Progress;
use crate::steps;

/// The number of bytes read from the start of a file to distinguish a table from a mesh.
const START: u64 = 1 << 16;
/// The argument that means standard input, and the name of standard input in messages and reports.
const STANDARD: [&str; 2] = ["-", "stdin"];

/// The models that the arguments of a subcommand name.
#[derive(Clone)]
pub(crate) enum Models {
    /// The paths of the models, which are one scene.
    Paths(Vec<PathBuf>),
    /// One file whose bytes are in memory already.
    Contents(Contents),
    /// One file that is not read, to check the other arguments. Its unit is taken for metres: in metres, every length
    /// is a decimal number.
    Unread(PathBuf),
}

/// A function of the path and the bytes of a file.
pub(crate) type Seen = dyn Fn(&Path, Option<&[u8]>);

/// A file whose bytes are in memory.
#[derive(Clone)]
pub(crate) struct Contents {
    pub(crate) path: PathBuf,
    pub(crate) bytes: Arc<Vec<u8>>,
    /// The function that is called with the path and the bytes of each file that the file refers to, when it is read.
    pub(crate) seen: Arc<Seen>,
}

impl Models {
    /// Returns the paths of the models.
    pub(crate) fn paths(&self) -> &[PathBuf] {
        match self {
            Self::Paths(paths) => paths,
            Self::Contents(Contents { path, .. }) | Self::Unread(path) => {
                std::slice::from_ref(path)
            }
        }
    }

    /// Returns the unit of the models. Files that are not in memory are read for it. Standard input can be read only
    /// once, so it has no unit here.
    pub(crate) fn unit(&self) -> Result<Option<String>, ReadError> {
        let document = match self {
            Self::Unread(_) => return Ok(Some("m".into())),
            Self::Paths(paths)
                if paths.is_empty() || paths.iter().any(|path| is_standard(path)) =>
            {
                return Ok(None);
            }
            // STL has no unit, and the file may be larger than memory.
            Self::Paths(paths)
                if let [path] = &**paths
                    && StlStream::open(path)?.is_some() =>
            {
                return Ok(None);
            }
            Self::Paths(paths) => transect_io::read(paths)?,
            Self::Contents(contents) => contents.read()?,
        };
        Ok(document.unit().map(str::to_owned))
    }
}

impl Contents {
    /// Reads the file from its bytes, and the files that it refers to.
    pub(crate) fn read(&self) -> Result<Document, ReadError> {
        transect_io::read_contents(&self.path, &self.bytes, &*self.seen)
    }
}

/// The input files or the stream that the arguments of a subcommand name.
pub(crate) enum Input {
    /// A table of boxes or points.
    Table(Box<AnyTable>),
    /// Files that are read as meshes.
    Meshes(Meshes),
}

/// The input of a subcommand if it is not a table: files, or bytes that were read from a stream.
pub(crate) enum Meshes {
    Files(Vec<PathBuf>),
    /// The name and the bytes of standard input or a pipe that does not hold a table.
    Stream(PathBuf, Vec<u8>),
    /// A file whose bytes are in memory, and which is not a table.
    Contents(Contents),
}

impl Meshes {
    pub(crate) fn read(self, progress: &Progress) -> Result<Document, ReadError> {
        match self {
            Self::Files(paths) => steps::read(&paths, progress),
            Self::Stream(path, bytes) => {
                steps::read_one(|| transect_io::read_bytes(&path, &bytes), progress)
            }
            Self::Contents(contents) => steps::read_one(|| contents.read(), progress),
        }
    }
}

impl Input {
    /// Opens the input of a subcommand that reads meshes alone. The error for a table says what tables do not have.
    pub(crate) fn meshes(models: &Models, lacks: &str) -> Result<Meshes, CommandError> {
        match Self::of_models(models)? {
            Self::Meshes(meshes) => Ok(meshes),
            Self::Table(table) => Err(CommandError::with_hint(
                format!(
                    "{} is a table of boxes, which has no {lacks}",
                    table.path.display()
                ),
                "transect classify classifies the rows of a table",
            )),
        }
    }

    /// Opens the input of `transect cut`. The error for a table names the command line that classifies its rows.
    pub(crate) fn to_cut(models: &Models, for_table: &str) -> Result<Meshes, CommandError> {
        match Self::of_models(models)? {
            Self::Meshes(meshes) => Ok(meshes),
            Self::Table(table) => Err(CommandError::new(format!(
                "{} is a table, which has nothing to cut: run {for_table}",
                table.path.display()
            ))),
        }
    }

    /// Opens the models of a subcommand, like [`Input::of`].
    pub(crate) fn of_models(models: &Models) -> Result<Self, CommandError> {
        match models {
            Models::Contents(contents) => Ok(Self::of_contents(contents.clone())),
            _ => Self::of(models.paths()),
        }
    }

    fn of_contents(contents: Contents) -> Self {
        let Contents { path, bytes, .. } = &contents;
        let (start, rest) = bytes.split_at(bytes.len().min(START as usize));
        if is_table(path, start) {
            let rest = Box::new(Cursor::new(rest.to_vec()));
            let size = Some(bytes.len() as u64);
            Self::Table(Box::new(AnyTable::of(path, start.to_vec(), size, rest)))
        } else {
            Self::Meshes(Meshes::Contents(contents))
        }
    }

    /// Opens the input. The content decides whether it is a table or meshes.
    pub(crate) fn of(paths: &[PathBuf]) -> Result<Self, CommandError> {
        if let [path] = paths {
            return Self::of_one(path);
        }
        if paths.iter().any(|path| is_standard(path)) {
            return Err(CommandError::with_hint(
                "-: standard input cannot be one of several inputs",
                "name files instead, or give - alone",
            ));
        }
        let mut tables = Vec::new();
        for path in paths.iter().filter(|path| path.is_file()) {
            // A file that cannot be opened is not an error here: the reader reports it later.
            if File::open(path).is_ok_and(|file| begins_a_table(path, file)) {
                tables.push(path);
            }
        }
        match tables.as_slice() {
            [] => Ok(Self::Meshes(Meshes::Files(paths.to_vec()))),
            [_, second, ..] if tables.len() == paths.len() => Err(CommandError::with_hint(
                format!("{}: one table of boxes at a time", second.display()),
                "run transect once per table, or join their rows under one header",
            )),
            [table, ..] => Err(CommandError::with_hint(
                format!(
                    "{} is a table of boxes: boxes and meshes do not mix in one call",
                    table.display()
                ),
                "run transect once for the table, and once for the meshes",
            )),
        }
    }

    fn of_one(path: &Path) -> Result<Self, CommandError> {
        if is_standard(path) {
            return Self::of_stream(Path::new(STANDARD[1]), Box::new(std::io::stdin()));
        }
        let Ok(file) = File::open(path) else {
            return Ok(Self::file(path));
        };
        // A pipe can be read only once, so the same stream is checked and then read.
        if !path.is_file() && !path.is_dir() {
            return Self::of_stream(path, Box::new(file));
        }
        if !begins_a_table(path, &file) {
            return Ok(Self::file(path));
        }
        match File::open(path) {
            Ok(_) => Ok(Self::Table(Box::new(AnyTable::open(path)?))),
            Err(_) => Ok(Self::file(path)),
        }
    }

    fn of_stream(path: &Path, mut stream: Box<dyn Read>) -> Result<Self, CommandError> {
        let failure = |error| CommandError::new(format!("{}: {error}", path.display()));
        let mut start = Vec::new();
        stream
            .by_ref()
            .take(START)
            .read_to_end(&mut start)
            .map_err(failure)?;
        if BoxTable::<&[u8]>::announced(path, &start) {
            let table = AnyTable::of(path, start, None, stream);
            return Ok(Self::Table(Box::new(table)));
        }
        stream.read_to_end(&mut start).map_err(failure)?;
        Ok(Self::Meshes(Meshes::Stream(path.to_path_buf(), start)))
    }

    fn file(path: &Path) -> Self {
        Self::Meshes(Meshes::Files(vec![path.to_path_buf()]))
    }
}

/// A table of boxes or points in two or three dimensions, whose header is not read yet.
pub(crate) struct AnyTable {
    pub(crate) path: PathBuf,
    pub(crate) kind: TableKind,
    /// The kind of the file if its first bytes show that it is not a table.
    pub(crate) other: Option<FileKind>,
    /// The size of the table in bytes, if it is known.
    pub(crate) bytes: Option<u64>,
    pub(crate) reader: Box<dyn BufRead>,
}

impl AnyTable {
    pub(crate) fn open(path: &Path) -> Result<Self, ReadError> {
        let name = if is_standard(path) {
            Path::new(STANDARD[1])
        } else {
            path
        };
        let failure = |error| unreadable(name, error);
        let mut bytes = None;
        let mut stream: Box<dyn Read> = if is_standard(path) {
            Box::new(std::io::stdin())
        } else {
            let file = File::open(path).map_err(failure)?;
            let found = file.metadata().map_err(failure)?;
            bytes = found.is_file().then_some(found.len());
            Box::new(file)
        };
        let mut start = Vec::new();
        let mut beginning = stream.by_ref().take(START);
        beginning.read_to_end(&mut start).map_err(failure)?;
        Ok(Self::of(name, start, bytes, stream))
    }

    /// Returns a table from its first bytes, `start`, and the stream of all later bytes, `rest`.
    fn of(path: &Path, start: Vec<u8>, bytes: Option<u64>, rest: Box<dyn Read>) -> Self {
        Self {
            path: path.to_path_buf(),
            kind: TableKind::of(&start),
            other: FileKind::of(path, &start, bytes),
            bytes,
            reader: Box::new(BufReader::with_capacity(
                1 << 16,
                Cursor::new(start).chain(rest),
            )),
        }
    }
}

/// Returns the error for a file that cannot be opened or read.
pub(crate) fn unreadable(path: &Path, error: std::io::Error) -> ReadError {
    ReadError {
        path: path.to_path_buf(),
        place: None,
        kind: ReadErrorKind::Io(error),
    }
}

/// Returns `true` if the path means standard input.
pub(crate) fn is_standard(path: &Path) -> bool {
    path == Path::new(STANDARD[0])
}

fn begins_a_table(path: &Path, file: impl Read) -> bool {
    let mut start = Vec::new();
    file.take(START).read_to_end(&mut start).is_ok() && is_table(path, &start)
}

/// Returns the first bytes of a file, which distinguish a table from a mesh.
pub(crate) fn start_of(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut start = Vec::new();
    File::open(path)?.take(START).read_to_end(&mut start)?;
    Ok(start)
}

/// Returns `true` if the first bytes are those of a table of boxes or points.
pub(crate) fn is_table(path: &Path, start: &[u8]) -> bool {
    BoxTable::<&[u8]>::announced(path, start)
}
