//! A request to cut files. The command and the viewer both use it.

use std::path::PathBuf;

use transect::CuttingPlane;
use transect::scene::{Encoding, SceneCut, Stage};
use transect_draw::{Size, Theme, Up, View};
use transect_io::{Document, Format, Outputs, WriteError};

use crate::on_plane::OnPlaneRule;
use crate::report::Report;
use crate::selection::ObjectSelection;
use crate::totals::Totals;
use crate::unit::common_unit;
use crate::user_error::UserError;

/// A request to cut: the plane, the objects, and the properties of the outputs.
///
/// ```
/// use transect_report::CutRequest;
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("wedge.obj");
/// # std::fs::write(&path, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n")?;
/// let document = transect_io::read(&[path])?;
/// let request = CutRequest::new("z = 0.5".parse()?);
/// let answer = request.begin(&document)?.cut(&document, |_| {})?;
/// assert!(answer.report.certificate.findings.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CutRequest {
    /// The plane to cut by.
    pub plane: CuttingPlane,
    /// The objects to cut.
    pub selection: ObjectSelection,
    /// The format of the halves; `None` means the format of the first file.
    /// The certificate verifies the coordinates as this format can hold them.
    pub format: Option<Format>,
    /// The rule for points on the plane: it selects one of the two limits of the section.
    pub on_plane: OnPlaneRule,
    /// The unit of the coordinates. `None`: the unit of the files.
    pub unit: Option<String>,
    /// The appearance of the pictures.
    pub pictures: PictureOptions,
    /// The folder to write to, if files are written.
    pub outputs: Option<Folder>,
}

/// The appearance of pictures.
#[derive(Clone, Debug)]
pub struct PictureOptions {
    /// The colours, hatches and lines.
    pub theme: Theme,
    /// The classes that are not drawn.
    pub hidden: Vec<String>,
    /// The viewpoint of the preview.
    pub view: View,
    /// The up direction of the preview.
    pub up: Up,
    /// The size of the preview.
    pub size: Size,
}

impl Default for PictureOptions {
    fn default() -> Self {
        Self {
            theme: Theme::light(),
            hidden: Vec::new(),
            view: View::default(),
            up: Up::default(),
            size: Size::default(),
        }
    }
}

/// A folder to write to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    /// The path of the folder, which need not exist yet.
    pub path: PathBuf,
    /// `true` if existing files are replaced.
    pub replaces: bool,
    /// The files that are read. They are never replaced.
    pub inputs: Vec<PathBuf>,
}

impl Folder {
    /// Returns the outputs of the folder. Either all files are written or no file.
    ///
    /// # Errors
    /// [`WriteError`] if the path is not a folder.
    pub fn open(&self) -> Result<Outputs, WriteError> {
        let mut outputs = Outputs::new(&self.path, self.replaces)?;
        outputs.protect(self.inputs.iter().cloned());
        Ok(outputs)
    }

    /// Returns the paths in the folder of files with these names, in the form that reports use.
    #[must_use]
    pub fn places(&self, names: &[&str]) -> Vec<String> {
        let places = names.iter().map(|name| self.path.join(name));
        places.map(|place| place.display().to_string()).collect()
    }
}

/// A request together with the objects to cut in files that have been read.
pub struct CutTask<'r> {
    request: &'r CutRequest,
    format: Format,
    encoding: Encoding,
    wanted: Vec<bool>,
    totals: Totals,
}

/// The result of a cut.
pub struct CutAnswer {
    /// The halves and the sections of each object that was cut.
    pub cut: SceneCut,
    /// The report on the cut.
    pub report: Report,
    /// The totals of the objects to cut.
    pub totals: Totals,
    /// The format of the halves.
    pub format: Format,
    /// The unit of all coordinates, if there is one.
    pub unit: Option<String>,
}

impl CutRequest {
    /// Returns a request to cut all objects with default properties: the formats and units of the files, no outputs.
    #[must_use]
    pub fn new(plane: CuttingPlane) -> Self {
        Self {
            plane,
            selection: ObjectSelection::default(),
            format: None,
            on_plane: OnPlaneRule::Front,
            unit: None,
            pictures: PictureOptions::default(),
            outputs: None,
        }
    }

    /// Returns the format of the halves of these files.
    #[must_use]
    pub fn format(&self, document: &Document) -> Format {
        let first = document.sources.first();
        let own = first.map_or(Format::Glb, |source| source.format);
        self.format.unwrap_or(own)
    }

    /// Selects the objects to cut.
    ///
    /// # Errors
    /// [`UserError`] if the patterns match no object, there are no triangles, or coordinates are too large.
    pub fn begin(&self, document: &Document) -> Result<CutTask<'_>, UserError> {
        let format = self.format(document);
        let encoding = encoding(format);
        let wanted = self.selection.nodes(&document.scene, |_| true)?;
        let totals = Totals::of(&document.scene, &wanted, encoding)?;
        Ok(CutTask {
            request: self,
            format,
            encoding,
            wanted,
            totals,
        })
    }
}

impl CutTask<'_> {
    /// Returns one value per node of the scene: `true` if the node is one of the objects to cut.
    #[must_use]
    pub fn wanted(&self) -> &[bool] {
        &self.wanted
    }

    /// Returns the totals of the objects to cut.
    #[must_use]
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// Cuts the objects, and calls `stage` after each stage of the work on an object.
    ///
    /// # Errors
    /// [`UserError`] if an object cannot be placed in the world.
    pub fn cut(
        self,
        document: &Document,
        stage: impl FnMut(Stage),
    ) -> Result<CutAnswer, UserError> {
        let Self {
            request,
            format,
            encoding,
            wanted,
            totals,
        } = self;
        let wanted = |node: usize| wanted[node];
        let cut = document
            .scene
            .cut(&request.plane, encoding, wanted, stage)?;
        let unit = request.unit.clone().or_else(|| common_unit(document));
        let on_plane = request.on_plane;
        let report = Report::of(&cut, document, on_plane, unit.as_deref(), format, encoding);
        Ok(CutAnswer {
            cut,
            report,
            totals,
            format,
            unit,
        })
    }
}

/// Returns the encoding of coordinates in a format. The certificate is about numbers in this encoding.
fn encoding(format: Format) -> Encoding {
    match format {
        Format::Stl => Encoding::Single,
        Format::Glb => Encoding::LocalSingle,
        _ => Encoding::Double,
    }
}
