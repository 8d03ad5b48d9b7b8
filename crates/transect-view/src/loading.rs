//! Reads the model's files, while the server already answers requests.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use transect_answers::{FileHash, Identity, Model, Phase};
use transect_io::{Document, ReadError};
use transect_mesh::WeldDistance;
use transect_report::file_name::file_name;
use transect_report::numbers::grouped;
use transect_report::{ErrorKind, UserError};

use crate::stamps::Stamps;
use crate::state::State;

/// The memory that reading and showing a model takes, as a multiple of its file size.
const TIMES: u64 = 8;

/// Reads the model on a thread of its own. A panic during reading becomes an error of the model.
pub(crate) async fn run(state: Arc<State>) {
    let own = Arc::clone(&state);
    let done = tokio::task::spawn_blocking(move || load(&own));
    if done.await.is_err() {
        state.set(internal_error());
    }
}

/// Reads the model, reports the progress, and builds the trees that speed up sections. If a file has an error, the page
/// shows the error.
fn load(state: &State) {
    if state.models.is_empty() {
        return;
    }
    let unit = state.beginning.unit.as_deref();
    match read(&state.models, unit, state.weld, state) {
        Ok(model) => {
            let model = Arc::new(model);
            state.set(Phase::Ready(Arc::clone(&model)));
            model.build_trees(|| state.ending.load(Ordering::Relaxed));
        }
        Err(error) => state.set(Phase::Error(error)),
    }
}

/// Returns the phase that the page shows after a panic during reading.
fn internal_error() -> Phase {
    Phase::Error(
        UserError::with_hint(
            "an internal error of transect: the model could not be read",
            "see the terminal of `transect view`; please report the error with the file",
        )
        .of_kind(ErrorKind::Internal),
    )
}

/// The number of times that files are read, if they change while they are read.
const ATTEMPTS: usize = 3;

/// Takes the progress of reading.
pub(crate) trait Watch {
    /// Takes the description of the present step, and the share of the files that are read if it is known.
    fn step(&self, text: String, fraction: Option<f64>);

    /// Takes the sizes and times of the files, as they were when reading began.
    fn stamped(&self, stamps: Stamps);

    /// Converts the error of a file that cannot be read.
    fn of_reader(&self, error: ReadError) -> UserError {
        error.into()
    }
}

impl Watch for State {
    fn step(&self, text: String, fraction: Option<f64>) {
        self.set(Phase::Loading { text, fraction });
    }

    fn stamped(&self, stamps: Stamps) {
        self.set_stamps(stamps);
    }

    /// Answers name files without their folders.
    fn of_reader(&self, error: ReadError) -> UserError {
        let kind = ErrorKind::of_reading(&error);
        let path = file_name(&error.path.display().to_string()).into();
        let error = ReadError { path, ..error };
        match kind {
            ErrorKind::MissingFile => {
                UserError::with_hint(error, "put the file back, and read it again").of_kind(kind)
            }
            _ => error.into(),
        }
    }
}

/// Reads the files and hashes them. If a file changes meanwhile, all files are read again, so that the identity is that
/// of the contents that were read. `unit` is the unit of the coordinates if it was chosen, and `weld` the distance
/// within which gaps are closed.
///
/// # Errors
/// Returns a [`UserError`] if the files cannot be read or shown, or are too large for the free memory.
pub(crate) fn read(
    models: &[PathBuf],
    unit: Option<&str>,
    weld: Option<WeldDistance>,
    watch: &impl Watch,
) -> Result<Model, UserError> {
    check_sizes(models)?;
    for _ in 0..ATTEMPTS {
        let before = Stamps::of(models);
        watch.stamped(before.clone());
        let (document, own) = std::thread::scope(|scope| {
            let own = scope.spawn(|| hashes(models));
            (read_files(models, watch), own.join())
        });
        let mut document = document?;
        let own = own.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let references: Vec<PathBuf> = document.references().collect();
        let all = [models, &references].concat();
        let stamps = Stamps::of(&all);
        let of_references = hashes(&references);
        let (Ok(mut files), Ok(others)) = (own, of_references) else {
            continue;
        };
        if before.have_changed() || stamps.have_changed() {
            continue;
        }
        files.extend(others);
        watch.stamped(stamps);
        watch.step("placing the objects".into(), None);
        document.scene.weld = weld;
        let identity = Identity::of(&files, unit, weld);
        return Model::of(document, identity, unit);
    }
    Err(UserError::with_hint(
        "the files changed while they were read",
        "wait until they are complete, and read them again",
    )
    .of_kind(ErrorKind::InputFile))
}

fn hashes(paths: &[PathBuf]) -> io::Result<Vec<FileHash>> {
    let hash = |path: &PathBuf| {
        let name = file_name(&path.display().to_string());
        FileHash::read(&name, std::fs::File::open(path)?)
    };
    paths.iter().map(hash).collect()
}

/// Reads the files, and reports the progress.
fn read_files(models: &[PathBuf], watch: &impl Watch) -> Result<Document, UserError> {
    let count = models.len();
    let tell = |done: usize| {
        let Some(path) = models.get(done) else {
            return;
        };
        let bytes = std::fs::metadata(path).map_or(0, |file| file.len());
        let text = format!(
            "reading {}, {} bytes",
            file_name(&path.display().to_string()),
            grouped(usize::try_from(bytes).unwrap_or(usize::MAX))
        );
        let fraction = (count > 1).then(|| done as f64 / count as f64);
        watch.step(text, fraction);
    };
    tell(0);
    let mut done = 0;
    let read = transect_io::read_each(models, |_| {
        done += 1;
        tell(done);
    });
    read.map_err(|error| watch.of_reader(error))
}

/// Rejects files that are larger than the free memory allows, if the free memory is known. Otherwise the system would
/// end the process without a message.
fn check_sizes(paths: &[PathBuf]) -> Result<(), UserError> {
    let Some(available) = available_memory() else {
        return Ok(());
    };
    let sizes = paths.iter().map(std::fs::metadata);
    let bytes = sizes
        .flatten()
        .fold(0_u64, |sum, file| sum.saturating_add(file.len()));
    if bytes.saturating_mul(TIMES) <= available {
        return Ok(());
    }
    let mebibytes = |bytes: u64| grouped(usize::try_from(bytes >> 20).unwrap_or(usize::MAX));
    Err(UserError::with_hint(
        format!(
            "the model is too large for this machine: {} MiB of files, and {} MiB of memory are free",
            mebibytes(bytes),
            mebibytes(available)
        ),
        format!(
            "a model takes up to {TIMES} times the size of its file in memory; show only a part of it"
        ),
    )
    .of_kind(ErrorKind::TooLarge))
}

/// Returns the bytes of free memory, if the system reports them.
fn available_memory() -> Option<u64> {
    let answer = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = answer
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}
