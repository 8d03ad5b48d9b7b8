//! One pass over an STL file that would need too much memory: which files take it, and the pass itself.

use std::path::PathBuf;

use transect::Side;
use transect_io::{Document, Outputs, ReadError, ReadErrorKind, StlStream, StlWriter};
use transect_mesh::{Mesh, OnePass, Precision, Rest};
use transect_report::CutRequest;
use transect_report::outputs::CutOutput;
use transect_report::planes::CutKind;
use transect_report::request::CutAnswer;

use crate::command::CutCommand;
use crate::error::CommandError;
use crate::input::{Models, is_standard};
use crate::memory::MemorySize;
use crate::notes::Notes;
use crate::progress::Progress;

/// The bytes of memory that a cut takes per byte of an STL file: 91 bytes per triangle, of which a binary file has 50
/// bytes.
const PER_BYTE: u64 = 2;

/// The bytes of memory that the cut of the band takes per triangle of the band.
const PER_BAND_TRIANGLE: u64 = 700;

/// The memory that one pass takes whatever `--memory` says: buffers, fingerprints and tables.
const ALWAYS: u64 = 64 << 20;

/// An STL file that is read in one pass.
pub(crate) struct OnePassFile {
    stream: StlStream,
    path: [PathBuf; 1],
    memory: MemorySize,
    /// The memory that reading the file into memory takes.
    needed: MemorySize,
    /// `true` if preview.png is left out: it is one of the usual files, and was not named.
    lacks_preview: bool,
}

/// The results of one pass over a file.
pub(crate) struct Passed {
    /// The band of triangles that meet the plane, as the only object.
    pub(crate) document: Document,
    pub(crate) rest: Rest,
    pub(crate) halves: StreamedHalves,
}

/// The halves that one pass writes while it reads.
pub(crate) struct StreamedHalves {
    /// The files of the half behind the plane and of that in front of it, if they have triangles.
    files: [Option<StlWriter>; 2],
    /// `true` for the halves that are written.
    are_wanted: [bool; 2],
    /// The largest change of a coordinate of a whole triangle when it was rounded to 32 bits.
    rounding: f64,
}

/// A part that one pass has written.
pub(crate) struct StreamedPart {
    pub(crate) name: String,
    /// The content that the file cannot hold.
    pub(crate) losses: Vec<String>,
}

/// The names of the halves, behind and in front.
const NAMES: [&str; 2] = [Side::Back.name(), Side::Front.name()];

impl OnePassFile {
    /// Returns the file of a cut if it is read in one pass: if it would need more memory than `--memory` allows. If one
    /// pass cannot do the cut, returns an error if `--memory` is given, and adds a note otherwise.
    pub(crate) fn of_cut(
        command: &CutCommand,
        notes: &mut Notes,
    ) -> Result<Option<Self>, CommandError> {
        let paths = command.models.paths();
        let are_files = matches!(command.models, Models::Paths(_));
        let is_file = |path: &PathBuf| !is_standard(path) && path.is_file();
        if !are_files || !paths.iter().all(is_file) {
            return Ok(None);
        }
        let Some(memory) = command.memory.or_else(MemorySize::quarter) else {
            return Ok(None);
        };
        let bytes = |path: &PathBuf| std::fs::metadata(path).map_or(0, |found| found.len());
        let needed = MemorySize(PER_BYTE.saturating_mul(paths.iter().map(bytes).sum()));
        if needed <= memory {
            return Ok(None);
        }
        let (hindrance, stream) = match (hindrance(command), paths) {
            (Some(hindrance), _) => (Some(hindrance), None),
            (None, [path]) => match StlStream::open(path)? {
                Some(stream) => (None, Some(stream)),
                // Only files of other formats are read in memory without a note.
                None if command.memory.is_none() => return Ok(None),
                None => (
                    Some("only STL that is not compressed is read in one pass".into()),
                    None,
                ),
            },
            (None, _) => (Some("one pass reads one file".into()), None),
        };
        let about = match paths {
            [path] => path.display().to_string(),
            _ => "the model".into(),
        };
        if let Some(hindrance) = hindrance {
            let message = format!(
                "{about} needs about {needed} of memory, and may have {memory}; {hindrance}"
            );
            if command.memory.is_none() {
                notes.add(message);
                return Ok(None);
            }
            return Err(CommandError::with_hint(
                message,
                format!(
                    "--memory {needed} reads the file into memory; docs/one-pass.md says what one pass can do"
                ),
            ));
        }
        let lacks_preview = command.writes_usual && command.request.outputs.is_some();
        Ok(stream.map(|stream| Self {
            path: [stream.path().to_path_buf()],
            stream,
            memory,
            needed,
            lacks_preview,
        }))
    }

    /// Returns the path of the file, as a list.
    pub(crate) fn path(&self) -> &[PathBuf; 1] {
        &self.path
    }

    /// Returns a document without content, which has this file as its source.
    pub(crate) fn head(&self) -> Document {
        Document {
            sources: vec![self.stream.source()],
            ..Document::default()
        }
    }

    /// Adds a note that the file is read in one pass. Takes the preview off the files to write.
    pub(crate) fn leave_out_preview(&self, request: &mut CutRequest, notes: &mut Notes) {
        let lacks = match (self.lacks_preview, &mut request.outputs) {
            (true, Some(outputs)) => {
                outputs.files = outputs.files.without(CutOutput::Preview);
                "; preview.png is left out"
            }
            _ => "",
        };
        notes.add(format!(
            "{} is read in one pass, because it would need more than {} of memory: numbers of vertices, bodies and volumes of the \
             points inside are not known, and edges are not divided at vertices that lie on them{lacks}",
            self.path[0].display(),
            self.memory
        ));
    }

    /// Reads the file, and writes the whole triangles of the halves.
    pub(crate) fn run(
        self,
        request: &CutRequest,
        mut outputs: Option<&mut Outputs>,
        progress: &Progress,
    ) -> Result<Passed, CommandError> {
        let Self {
            mut stream,
            memory,
            needed: in_memory,
            ..
        } = self;
        let plane = &request.planes.planes[0].plane;
        let mut pass = OnePass::new(plane, Precision::Single, random_key()?);
        let writes = request.outputs.as_ref();
        let writes = writes.is_some_and(|outputs| outputs.files.contains(CutOutput::Parts));
        let mut halves = StreamedHalves {
            files: [None, None],
            are_wanted: NAMES.map(|name| writes && request.keeps(name)),
            rounding: 0.0,
        };
        let most = memory.0.max(ALWAYS);
        let total = mebibytes(stream.bytes());
        progress.begin("reading, in MiB,");
        let needed = |pass: &OnePass| PER_BAND_TRIANGLE * pass.band_triangles() as u64;
        let mut fits = true;
        let unread = |error: ReadError| match error.kind {
            ReadErrorKind::Unsupported(_) => CommandError::with_hint(
                error.to_string(),
                format!("--memory {in_memory} reads the file into memory"),
            ),
            _ => error.into(),
        };
        while let Some(triangles) = stream.next().map_err(unread)? {
            let whole = pass.add(triangles).map_err(failed)?;
            if let Some(outputs) = outputs.as_deref_mut().filter(|_| fits) {
                for (half, triangles) in whole.into_iter().enumerate() {
                    halves.push(half, triangles, outputs)?;
                }
            }
            if fits && needed(&pass) > most {
                // The rest of the file says how much memory would do.
                fits = false;
                pass.drop_band();
            }
            progress.count(mebibytes(stream.bytes_read()?), total);
        }
        if !fits {
            return Err(too_large(&stream, needed(&pass), most));
        }
        let (band, rest) = pass.finish();
        halves.rounding = rest.largest_rounding();
        Ok(Passed {
            document: stream.finish(band)?,
            rest,
            halves,
        })
    }
}

impl StreamedHalves {
    fn push(
        &mut self,
        half: usize,
        triangles: &[[[f64; 3]; 3]],
        outputs: &mut Outputs,
    ) -> Result<(), CommandError> {
        if !self.are_wanted[half] || triangles.is_empty() {
            return Ok(());
        }
        let file = match &mut self.files[half] {
            Some(file) => file,
            none => none.insert(StlWriter::create(outputs, NAMES[half])?),
        };
        Ok(file.push(triangles)?)
    }

    /// Removes the files that were begun: a cut that cuts nothing writes no copy of the model, unless it is asked to.
    pub(crate) fn discard(
        self,
        outputs: Option<&mut Outputs>,
    ) -> Result<Vec<StreamedPart>, CommandError> {
        if let Some(outputs) = outputs {
            for (name, file) in NAMES.into_iter().zip(self.files) {
                if file.is_some() {
                    drop(file);
                    outputs.discard(&format!("{name}.stl"))?;
                }
            }
        }
        Ok(Vec::new())
    }

    /// Adds the pieces of the band, and ends the files.
    pub(crate) fn finish(
        mut self,
        answer: &CutAnswer,
        document: &Document,
        outputs: Option<&mut Outputs>,
    ) -> Result<Vec<StreamedPart>, CommandError> {
        let Some(outputs) = outputs else {
            return Ok(Vec::new());
        };
        // The parts of an object that is cut are rounded before they are certified and written, as in memory.
        let is_whole = answer
            .cut
            .objects
            .iter()
            .all(|object| object.details.is_none());
        let rounding = if is_whole { self.rounding } else { 0.0 };
        let mut written = Vec::new();
        for (part, name) in answer.cut.parts.iter().zip(&answer.part_names) {
            let Some(half) = NAMES.iter().position(|own| own == name) else {
                continue;
            };
            for mesh in &part.scene.meshes {
                self.push(half, &corners(&mesh.mesh), outputs)?;
            }
            if let Some(file) = self.files[half].take() {
                file.finish()?;
                written.push(StreamedPart {
                    name: name.clone(),
                    losses: StlWriter::losses(&part.scene, document, name, rounding),
                });
            }
        }
        Ok(written)
    }
}

fn corners(mesh: &Mesh) -> Vec<[[f64; 3]; 3]> {
    let triangles = 0..mesh.triangles().len();
    triangles.map(|triangle| mesh.corners(triangle)).collect()
}

/// Returns what one pass cannot do of a cut, if there is something.
fn hindrance(command: &CutCommand) -> Option<String> {
    let CutCommand {
        request,
        writes_usual,
        ..
    } = command;
    let outputs = request.outputs.as_ref();
    let writes = |output| outputs.is_some_and(|own| own.files.contains(output));
    let format = request.format.unwrap_or(transect_io::Format::Stl);
    let cannot = [
        (
            request.planes.kind != CutKind::Plane,
            "a cut by several planes or by a region",
        ),
        (
            // The format decides how the pieces are rounded, also where no half is written.
            format != transect_io::Format::Stl,
            "halves in another format than STL",
        ),
        (!writes_usual && writes(CutOutput::Preview), "preview.png"),
        (command.weld.is_some(), "what --weld asks for"),
        (command.conversion.is_some(), "what --to-unit asks for"),
        (command.snaps, "what --snap asks for"),
        (!command.why.is_all(), "what --why asks for"),
        (command.opens_viewer, "what --view asks for"),
    ];
    let cannot = cannot.into_iter().find(|(is_asked, _)| *is_asked);
    cannot.map(|(_, what)| format!("one pass over it cannot give {what}"))
}

/// Returns the error for a band that needs more memory than it may have.
fn too_large(stream: &StlStream, needed: u64, most: u64) -> CommandError {
    let [needed, most] = [needed, most].map(MemorySize);
    CommandError::with_hint(
        format!(
            "{}: the triangles that meet the plane need about {needed} of memory, and may have {most}",
            stream.path().display()
        ),
        format!("--memory {needed} would do"),
    )
}

/// Returns a random key for fingerprints.
fn random_key() -> Result<[u64; 2], CommandError> {
    let number = || getrandom::u64();
    let key = number().and_then(|first| Ok([first, number()?]));
    key.map_err(|error| CommandError::new(format!("the system gives no random numbers: {error}")))
}

fn failed(error: transect_mesh::MeshError) -> CommandError {
    CommandError::new(error)
}

fn mebibytes(bytes: u64) -> usize {
    usize::try_from(bytes >> 20).unwrap_or(usize::MAX)
}
