//! A request to cut files. The command and the viewer both use it.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use transect::CuttingPlane;
use transect::scene::{Encoding, SceneCut, SceneSections, Stage};
use transect_draw::{Crs, Exaggeration, Paper, Size, Theme, Up, View};
use transect_io::{Document, Format, Outputs, WriteError};

use crate::on_plane::OnPlaneRule;
use crate::outputs::OutputSelection;
use crate::report::{ObjectCounts, PlaneReport, Report, SectionReport, SourceReport, counted_side};
use crate::selection::ObjectSelection;
use crate::totals::Totals;
use crate::unit::unit_of;
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
    /// The format of the halves; `None` means the format of the first file. The certificate verifies the coordinates as
    /// rounded to the number type of this format.
    pub format: Option<Format>,
    /// The rule for points on the plane. It selects one of the section's two one-sided limits: as the plane is
    /// approached from behind, or from the front.
    pub on_plane: OnPlaneRule,
    /// The unit of the coordinates. `None` means the unit that the files have.
    pub unit: Option<String>,
    /// The coordinate reference system of the section's coordinates, if the plane is level and the section is a map.
    pub crs: Option<Crs>,
    /// The appearance of the pictures.
    pub pictures: PictureOptions,
    /// The folder to write to and the files to write, if files are written.
    pub outputs: Option<CutOutputs>,
}

/// The outputs of a cut: a folder, and the files to write into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutOutputs {
    /// The folder to write to.
    pub folder: Folder,
    /// The files to write.
    pub files: OutputSelection,
}

/// The appearance of pictures.
#[derive(Clone, Debug)]
pub struct PictureOptions {
    /// The colours, hatches and lines.
    pub theme: Theme,
    /// The classes of objects that are not drawn. The class of an object is the part of its name before a slash.
    pub hidden: Vec<String>,
    /// The viewpoint of the preview.
    pub view: View,
    /// The axis that points up in the preview and in the drawing of the section.
    pub up: Up,
    /// The factor by which the preview stretches heights.
    pub exaggeration: Exaggeration,
    /// The size of the preview in pixels.
    pub size: Size,
    /// `true` if drawings have dimensions.
    pub has_dimensions: bool,
    /// The paper of the section as SVG, PNG and PDF. `None` means a page for screens, and A4 for PDF.
    pub paper: Option<Paper>,
}

impl Default for PictureOptions {
    fn default() -> Self {
        Self {
            theme: Theme::light(),
            hidden: Vec::new(),
            view: View::default(),
            up: Up::default(),
            exaggeration: Exaggeration::default(),
            size: Size::default(),
            has_dimensions: false,
            paper: None,
        }
    }
}

/// A folder to write to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    /// The path of the folder, which is created if it does not exist.
    pub path: PathBuf,
    /// `true` if existing files are replaced.
    pub replaces: bool,
    /// The input files, which are never replaced.
    pub inputs: Vec<PathBuf>,
}

impl Folder {
    /// Returns an [`Outputs`] for the folder. It writes either all files or none of them.
    ///
    /// # Errors
    /// Returns [`WriteError`] if the path is not a folder.
    pub fn open(&self) -> Result<Outputs, WriteError> {
        let mut outputs = Outputs::new(&self.path, self.replaces)?;
        outputs.protect(self.inputs.iter().cloned());
        Ok(outputs)
    }

    /// Returns the paths that files with these names have in the folder, as text for reports.
    #[must_use]
    pub fn places(&self, names: &[&str]) -> Vec<String> {
        let places = names.iter().map(|name| self.path.join(name));
        places.map(|place| place.display().to_string()).collect()
    }
}

/// A request to cut, with the objects that it selects in the files that were read.
pub struct CutTask<'r> {
    request: &'r CutRequest,
    format: Format,
    encoding: Encoding,
    wanted: Vec<bool>,
    totals: Totals,
    unit: Option<String>,
    stop: Arc<AtomicBool>,
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

/// The section of a cut, computed without halves, caps and certificate.
pub struct SectionAnswer {
    /// The side of each object, and the sections of each object that the plane cuts.
    pub cut: SceneSections,
    /// The input files.
    pub source: Vec<SourceReport>,
    /// The plane.
    pub plane: PlaneReport,
    /// The numbers of objects by their sides.
    pub objects: ObjectCounts,
    /// The sums over all sections.
    pub section: SectionReport,
    /// The totals of the objects to cut.
    pub totals: Totals,
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
            crs: None,
            pictures: PictureOptions::default(),
            outputs: None,
        }
    }

    /// Returns the format in which halves of this document are written.
    #[must_use]
    pub fn format(&self, document: &Document) -> Format {
        format_of(self.format, document)
    }

    /// Selects the objects to cut.
    ///
    /// # Errors
    /// Returns [`UserError`] if the patterns match no object, there are no triangles, coordinates are too large, the
    /// name of the unit contradicts a file, or the file name of a half has the extension of another format.
    pub fn begin(&self, document: &Document) -> Result<CutTask<'_>, UserError> {
        let format = self.format(document);
        let encoding = encoding(format);
        let unit = unit_of(document, self.unit.as_deref())?;
        if let Some(outputs) = &self.outputs {
            outputs.files.check_format(format)?;
        }
        let wanted = self.selection.nodes(&document.scene, |_| true)?;
        let totals = Totals::of(&document.scene, &wanted, encoding)?;
        Ok(CutTask {
            request: self,
            format,
            encoding,
            wanted,
            totals,
            unit,
            stop: Arc::default(),
        })
    }
}

impl CutTask<'_> {
    /// Returns the same task with a flag that stops it. Once the flag is set, the task skips all further objects, so its
    /// answer is incomplete and only good to be dropped. An object that is being cut is finished first.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::sync::atomic::AtomicBool;
    /// use transect_report::CutRequest;
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("wedge.obj");
    /// # std::fs::write(&path, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n")?;
    /// let document = transect_io::read(&[path])?;
    /// let request = CutRequest::new("z = 0.5".parse()?);
    /// let stop = Arc::new(AtomicBool::new(true));
    /// let answer = request.begin(&document)?.stopped_by(stop).cut(&document, |_| {})?;
    /// assert!(answer.cut.objects.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop, ..self }
    }

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

    /// Computes the section of the objects, without halves. Calls `stage` after each [`Stage`] of the work on an
    /// object, such as its placement in the world.
    ///
    /// ```
    /// use transect_report::CutRequest;
    /// use transect_report::drawing::{drawing, drawing_of_section};
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("wedge.obj");
    /// # std::fs::write(&path, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n")?;
    /// let document = transect_io::read(&[path])?;
    /// let request = CutRequest::new("z = 0.5".parse()?);
    /// let section = request.begin(&document)?.section(&document, |_| {})?;
    /// let whole = request.begin(&document)?.cut(&document, |_| {})?;
    /// assert_eq!(section.section.area, 0.125);
    /// assert_eq!(drawing_of_section(&request, &section), drawing(&request, &whole));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`UserError`] if an object cannot be placed in the world.
    pub fn section(
        self,
        document: &Document,
        stage: impl FnMut(Stage),
    ) -> Result<SectionAnswer, UserError> {
        let Self {
            request,
            wanted,
            totals,
            unit,
            stop,
            ..
        } = self;
        let wanted = |node: usize| wanted[node] && !stop.load(Ordering::Relaxed);
        let cut = document.scene.sections(&request.plane, wanted, stage)?;
        let sources = document.sources.iter();
        let met = || {
            let met = cut.objects.iter();
            met.filter_map(|object| object.met.as_ref())
        };
        Ok(SectionAnswer {
            source: sources
                .map(|source| SourceReport::of(source, unit.as_deref()))
                .collect(),
            plane: PlaneReport::of(&cut.plane),
            objects: ObjectCounts::of(
                cut.objects.iter().map(|object| counted_side(object.side)),
                met().map(|(_, contact)| contact),
            ),
            section: SectionReport::of(met().map(|(sections, _)| sections), request.on_plane),
            cut,
            totals,
            unit,
        })
    }

    /// Cuts the objects. Calls `stage` after each [`Stage`] of the work on an object, such as its placement in the
    /// world.
    ///
    /// # Errors
    /// Returns [`UserError`] if an object cannot be placed in the world.
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
            unit,
            stop,
        } = self;
        let wanted = |node: usize| wanted[node] && !stop.load(Ordering::Relaxed);
        let cut = document
            .scene
            .cut(&request.plane, encoding, wanted, stage)?;
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

/// Returns the format in which parts of a document are written: the requested one, or that of the first file.
pub(crate) fn format_of(requested: Option<Format>, document: &Document) -> Format {
    let first = document.sources.first();
    let own = first.map_or(Format::Glb, |source| source.format);
    requested.unwrap_or(own)
}

/// Returns the encoding (number type and origin) of coordinates in files of a format. The certificate verifies
/// coordinates in this encoding.
pub(crate) fn encoding(format: Format) -> Encoding {
    match format {
        Format::Stl => Encoding::Single,
        Format::Glb => Encoding::LocalSingle,
        _ => Encoding::Double,
    }
}
