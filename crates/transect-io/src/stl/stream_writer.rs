//! Writing binary STL triangle by triangle, when the number of triangles is not known yet.

use std::io::Write;

use transect_mesh::scene::Scene;

use crate::document::Document;
use crate::error::WriteError;
use crate::losses::losses;
use crate::outputs::{OutputFile, Outputs};
use crate::stl::record::{COUNT_AT, RECORD, header, put};
use crate::stl::write::{HOLDS, rounded};

/// A binary STL file that is written triangle by triangle. The number of triangles in its header is written at the end.
///
/// ```
/// use std::path::Path;
/// use transect_io::{MemoryFiles, Outputs, StlWriter};
/// let files = MemoryFiles::default();
/// let mut outputs = Outputs::in_memory(&files);
/// let mut half = StlWriter::create(&mut outputs, "front")?;
/// half.push(&[[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]])?;
/// half.finish()?;
/// outputs.commit()?;
/// let bytes = files.take(Path::new("front.stl")).expect("a file");
/// assert_eq!(transect_io::read_bytes(Path::new("front.stl"), &bytes)?.scene.meshes[0].mesh.area(), 0.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct StlWriter {
    file: OutputFile,
    count: u64,
}

impl StlWriter {
    /// Begins the file `stem.stl`.
    ///
    /// # Errors
    /// Returns the errors of [`Outputs::open`], and [`WriteError::Io`] if the file cannot be written.
    pub fn create(outputs: &mut Outputs, stem: &str) -> Result<Self, WriteError> {
        let mut file = outputs.open(&format!("{stem}.stl"))?;
        let written = file.write_all(&header(0));
        written.map_err(|error| file.failure(error))?;
        Ok(Self { file, count: 0 })
    }

    /// Writes triangles. Their coordinates must be 32-bit floats, as [`OnePass::add`](transect_mesh::OnePass::add)
    /// returns them for this precision.
    ///
    /// # Errors
    /// Returns [`WriteError::Io`] if the file cannot be written, for example to a full disk.
    pub fn push(&mut self, triangles: &[[[f64; 3]; 3]]) -> Result<(), WriteError> {
        let mut record = [0; RECORD];
        for triangle in triangles {
            put(
                &mut record,
                &triangle.map(|corner| corner.map(|c| c as f32)),
            );
            let written = self.file.write_all(&record);
            written.map_err(|error| self.file.failure(error))?;
        }
        self.count += triangles.len() as u64;
        Ok(())
    }

    /// Returns the number of triangles written so far.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Writes the number of triangles into the header.
    ///
    /// # Errors
    /// Returns [`WriteError::Unsupported`] if there are more triangles than the header can count, and
    /// [`WriteError::Io`] if the file cannot be written.
    pub fn finish(mut self) -> Result<(), WriteError> {
        let count = u32::try_from(self.count).map_err(|_| {
            WriteError::Unsupported(format!("STL cannot hold {} triangles", self.count))
        })?;
        self.file.overwrite(COUNT_AT, &count.to_le_bytes())?;
        self.file.finish()
    }

    /// Returns descriptions of the content of a scene that STL does not hold. `origin` is the document that was read,
    /// `stem` the name of the file without its extension, and `rounding` the largest change of a coordinate.
    #[must_use]
    pub fn losses(scene: &Scene, origin: &Document, stem: &str, rounding: f64) -> Vec<String> {
        let mut lost = losses(scene, origin, HOLDS, stem);
        lost.extend(rounded(rounding));
        lost
    }
}
