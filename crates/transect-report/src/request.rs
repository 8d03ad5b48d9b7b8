//! A request to cut files. The command and the viewer both use it.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use transect::{CuttingPlane, Region};
use transect_draw::{
    CollinearPoints, Crs, DrawnClasses, Exaggeration, Fonts, Paper, Size, Theme, Up, View,
};
use transect_io::{Document, Format, Outputs, WriteError};
use transect_mesh::Rest;
use transect_mesh::scene::{Encoding, Scene, SceneCut, SceneSections, Stage};

use crate::outputs::{CutOutput, OutputSelection};
use crate::plane_report::PlaneOfCut;
use crate::planes::{CutKind, CutPlanes};
use crate::report::{Context, Report, SourceReport};
use crate::section_rule::SectionRule;
use crate::selection::ObjectSelection;
use crate::totals::Totals;
use crate::unit::unit_of;
use crate::user_error::UserError;

/// The parts of a region that are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// The part inside.
    Inside,
    /// The part outside.
    Outside,
    /// Both parts.
    #[default]
    Both,
}

impl Keep {
    /// The values of `--keep`, each as one word.
    pub const NAMES: [(&'static str, Self); 3] = [
        (Self::Inside.name(), Self::Inside),
        (Self::Outside.name(), Self::Outside),
        (Self::Both.name(), Self::Both),
    ];

    /// Returns the value of `--keep` as one word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inside => "inside",
            Self::Outside => "outside",
            Self::Both => "both",
        }
    }
}

/// A request to cut: the planes, the objects, and the properties of the outputs.
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
    /// The planes to cut by.
    pub planes: CutPlanes,
    /// The parts of a region that are written. Other cuts write all parts.
    pub keep: Keep,
    /// The objects to cut.
    pub selection: ObjectSelection,
    /// The format of the parts; `None` means the format of the first file. The certificate verifies the coordinates as
    /// rounded to the number type of this format.
    pub format: Option<Format>,
    /// The rules by which sections are taken. That for points on the plane selects one of the section's two one-sided
    /// limits: as the plane is approached from behind, or from the front.
    pub rule: SectionRule,
    /// The unit of the coordinates. `None` means the unit that the files have.
    pub unit: Option<String>,
    /// The coordinate reference system of the coordinates of sections, if the planes are level and the sections are
    /// maps.
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
    /// The fonts for characters that the built-in font lacks.
    pub fonts: Fonts,
    /// The treatment of collinear points in drawings and files of the section.
    pub collinear: CollinearPoints,
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
            fonts: Fonts::default(),
            collinear: CollinearPoints::LeftOut,
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
    /// The facts about all triangles beside the band, if the file was read in one pass.
    rest: Option<&'r Rest>,
}

/// The result of a cut.
pub struct CutAnswer {
    /// The planes, the parts, and the results for each object.
    pub cut: SceneCut,
    /// The names of the parts.
    pub part_names: Vec<String>,
    /// For a region whose sections are drawn, the section within the region in each plane that cuts.
    pub sections_in_region: Vec<Option<SceneSections>>,
    /// The report on the cut.
    pub report: Report,
    /// With several planes, the classes of all objects, from which the styles of classes in all drawings are chosen.
    pub classes: Option<DrawnClasses>,
    /// The totals of the objects to cut.
    pub totals: Totals,
    /// The format of the parts.
    pub format: Format,
    /// The unit of all coordinates, if there is one.
    pub unit: Option<String>,
}

/// The sections of a cut, computed without parts, caps and certificate.
pub struct SectionAnswer {
    /// For each plane, the side of each object, and the sections of each object that the plane cuts.
    pub sections: Vec<SceneSections>,
    /// The input files.
    pub source: Vec<SourceReport>,
    /// The planes, the objects that they cut and the sums over their sections.
    pub planes: Vec<PlaneOfCut>,
    /// With several planes, the classes of all objects, from which the styles of classes in all drawings are chosen.
    pub classes: Option<DrawnClasses>,
    /// The totals of the objects to cut.
    pub totals: Totals,
    /// The unit of all coordinates, if there is one.
    pub unit: Option<String>,
}

impl CutRequest {
    /// Returns a request to cut all objects by a plane with default properties: the formats and units of the files, no
    /// outputs.
    #[must_use]
    pub fn new(plane: CuttingPlane) -> Self {
        Self::by(plane.into())
    }

    /// Returns a request to cut all objects by any planes with default properties, like [`CutRequest::new`].
    ///
    /// ```
    /// use transect_report::CutRequest;
    /// use transect_report::planes::CutPlanes;
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("wedge.obj");
    /// # std::fs::write(&path, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n")?;
    /// let document = transect_io::read(&[path])?;
    /// let request = CutRequest::by(CutPlanes::of_slab("z = 0.25..0.5")?);
    /// let answer = request.begin(&document)?.cut(&document, |_| {})?;
    /// assert_eq!(answer.part_names, ["inside", "outside"]);
    /// assert_eq!(answer.report.planes[0].cap_area, Some(0.28125));
    /// assert!(answer.report.objects_with_errors().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn by(planes: CutPlanes) -> Self {
        Self {
            planes,
            keep: Keep::default(),
            selection: ObjectSelection::default(),
            format: None,
            rule: SectionRule::default(),
            unit: None,
            crs: None,
            pictures: PictureOptions::default(),
            outputs: None,
        }
    }

    /// Returns the format in which parts of this document are written.
    #[must_use]
    pub fn format(&self, document: &Document) -> Format {
        let first = document.sources.first();
        let own = first.map_or(Format::Glb, |source| source.format);
        self.format.unwrap_or(own)
    }

    /// Returns `true` if the part of this name is shown: of a region, only those that [`CutRequest::keep`] selects.
    #[must_use]
    pub fn shows(&self, part: &str) -> bool {
        !self.planes.kind.is_region() || self.keep == Keep::Both || part == self.keep.name()
    }

    /// Returns `true` if a part of this name is written. A part without objects is not written.
    #[must_use]
    pub fn keeps(&self, part: &str) -> bool {
        let outputs = self.outputs.as_ref();
        self.shows(part) && outputs.is_none_or(|outputs| outputs.files.contains_part(part))
    }

    /// Returns `true` if an output shows sections.
    #[must_use]
    pub fn draws_sections(&self) -> bool {
        let outputs = self.outputs.as_ref();
        outputs.is_some_and(|outputs| {
            let files = &outputs.files;
            files.contains_any(&CutOutput::SECTION) || files.contains(CutOutput::Page)
        })
    }

    /// Returns the names of all files that may be written.
    #[must_use]
    pub fn files(&self, document: &Document) -> Vec<String> {
        let Some(outputs) = &self.outputs else {
            return Vec::new();
        };
        let parts = self.planes.part_names().into_iter();
        let parts: Vec<String> = parts.filter(|part| self.keeps(part)).collect();
        outputs
            .files
            .files(&self.planes, &parts, self.format(document))
    }

    /// Selects the objects to cut.
    ///
    /// # Errors
    /// Returns [`UserError`] if the patterns match no object, there are no triangles, coordinates are too large, the
    /// name of the unit contradicts a file, or an output is a part that the cut does not have, or of another format.
    pub fn begin(&self, document: &Document) -> Result<CutTask<'_>, UserError> {
        let task = self.begin_any(document)?;
        let totals = task.totals.some()?;
        Ok(CutTask { totals, ..task })
    }

    /// Selects the objects to cut, like [`CutRequest::begin`]. There may be no triangles: then nothing lies in the
    /// parts.
    ///
    /// ```
    /// use transect_io::Document;
    /// use transect_report::CutRequest;
    /// let request = CutRequest::new("z = 0.5".parse()?);
    /// let nothing = Document::default();
    /// assert!(request.begin(&nothing).is_err());
    /// let answer = request.begin_any(&nothing)?.cut(&nothing, |_| {})?;
    /// assert_eq!(answer.part_names, ["front", "back"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`CutRequest::begin`], but not that of a scene without triangles.
    pub fn begin_any(&self, document: &Document) -> Result<CutTask<'_>, UserError> {
        let format = self.format(document);
        let encoding = encoding(format);
        let unit = unit_of(document, self.unit.as_deref())?;
        if let Some(outputs) = &self.outputs {
            outputs.files.check(&self.planes, format)?;
        }
        let wanted = self.selection.nodes(&document.scene, |_| true)?;
        let totals = Totals::of_any(&document.scene, &wanted, encoding)?;
        Ok(CutTask {
            request: self,
            format,
            encoding,
            wanted,
            totals,
            unit,
            stop: Arc::default(),
            rest: None,
        })
    }

    /// Begins the cut of a file that was read in one pass. `document` has the band of triangles that meet the plane,
    /// and `rest` is what is known of all others ([`transect_mesh::OnePass`]). The request has one plane, and writes
    /// halves as STL or not at all.
    ///
    /// # Errors
    /// Returns the errors of [`CutRequest::begin`].
    pub fn begin_band<'r>(
        &'r self,
        document: &Document,
        rest: &'r Rest,
    ) -> Result<CutTask<'r>, UserError> {
        let task = self.begin_any(document)?;
        let totals = Totals::of_one_pass(&document.scene, rest, task.encoding)?.some()?;
        Ok(CutTask {
            totals,
            rest: Some(rest),
            ..task
        })
    }
}

impl CutTask<'_> {
    /// Returns the same task with a flag that stops it. Once the flag is set, the task skips all further objects, so
    /// its answer is incomplete and only good to be dropped. An object that is being cut is finished first.
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

    /// Computes the sections of the objects, without parts. Calls `stage` after each [`Stage`] of the work on an
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
    /// let sections = request.begin(&document)?.sections(&document, |_| {})?;
    /// let whole = request.begin(&document)?.cut(&document, |_| {})?;
    /// assert_eq!(sections.planes[0].section.as_ref().map(|section| section.area), Some(0.125));
    /// assert_eq!(drawing_of_section(&request, &sections, 0), drawing(&request, &whole, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`UserError`] if an object cannot be placed in the world.
    pub fn sections(
        &self,
        document: &Document,
        mut stage: impl FnMut(Stage),
    ) -> Result<SectionAnswer, UserError> {
        let count = self.request.planes.planes.len();
        let mut sections = Vec::with_capacity(count);
        for plane in 0..count {
            sections.push(self.section(&document.scene, plane, &mut stage)?);
        }
        let planes = &self.request.planes;
        let rule = self.request.rule;
        let theme = &self.request.pictures.theme;
        let report = |(index, own)| PlaneOfCut::of_sections(planes, index, own, rule, theme);
        let objects = sections.first().into_iter().flat_map(|own| &own.objects);
        let classes = self.classes(objects.map(|own| (&*own.name, own.color)));
        Ok(SectionAnswer {
            classes,
            source: SourceReport::all(document, self.unit.as_deref()),
            planes: sections.iter().enumerate().map(report).collect(),
            sections,
            totals: self.totals.clone(),
            unit: self.unit.clone(),
        })
    }

    /// Returns the section in a plane. For a region, the section lies within the region: it shows the cut faces of this
    /// plane. Otherwise it is the section of the whole model.
    fn section(
        &self,
        scene: &Scene,
        plane: usize,
        stage: impl FnMut(Stage),
    ) -> Result<SceneSections, UserError> {
        let planes = &self.request.planes;
        let wanted = |node: usize| self.wanted[node] && !self.stop.load(Ordering::Relaxed);
        Ok(if planes.kind.is_region() {
            scene.sections_in_region(Region::new(&planes.plain()), plane, wanted)?
        } else {
            scene.sections(&planes.planes[plane].plane, wanted, stage)?
        })
    }

    /// Returns the classes of the objects if there may be several drawings.
    fn classes<'a>(
        &self,
        objects: impl Iterator<Item = (&'a str, Option<[f64; 4]>)>,
    ) -> Option<DrawnClasses> {
        let request = self.request;
        let hidden = &request.pictures.hidden;
        let are_several = request.planes.are_several();
        are_several.then(|| DrawnClasses::of(objects, hidden))
    }

    /// Cuts the objects. Calls `stage` after each [`Stage`] of the work on an object, such as its placement in the
    /// world.
    ///
    /// # Errors
    /// Returns [`UserError`] if an object cannot be placed in the world.
    pub fn cut(
        &self,
        document: &Document,
        stage: impl FnMut(Stage),
    ) -> Result<CutAnswer, UserError> {
        let request = self.request;
        let planes = &request.planes;
        let wanted = |node: usize| self.wanted[node] && !self.stop.load(Ordering::Relaxed);
        let (scene, encoding) = (&document.scene, self.encoding);
        let cutters = planes.cutters();
        let cut = match (planes.kind, &*cutters) {
            (CutKind::Plane, [plane]) if let Some(rest) = self.rest => {
                scene.cut_band(plane, encoding, rest, stage)?
            }
            (CutKind::Plane, [plane]) => scene.cut(plane, encoding, wanted, stage)?,
            (kind, _) if kind.is_region() => {
                scene.cut_by_planes(&cutters, encoding, wanted, stage)?
            }
            _ => scene.divide(&cutters, encoding, wanted, stage)?,
        };
        let parts = cut.parts.iter();
        let part_names: Vec<String> = parts.map(|part| planes.part_name(&part.place)).collect();
        let context = Context {
            planes,
            keep: planes.kind.is_region().then(|| request.keep.name()),
            document,
            rule: request.rule,
            theme: &request.pictures.theme,
            unit: self.unit.as_deref(),
            format: self.format,
            encoding,
            rest: self.rest,
        };
        let inside = match self.rest {
            Some(_) => vec![None; cut.objects.len()],
            None => scene.volumes_inside(&cut, request.rule.inside)?,
        };
        let report = Report::of(&cut, &part_names, &inside, &context);
        // A cut by a region computes cut faces, but no sections. Drawings need them.
        let mut sections_in_region = Vec::new();
        if planes.kind.is_region() && request.draws_sections() {
            for (index, plane) in report.planes.iter().enumerate() {
                let section = (plane.objects.cut > 0).then(|| self.section(scene, index, |_| ()));
                sections_in_region.push(section.transpose()?);
            }
        }
        let objects = cut.objects.iter();
        Ok(CutAnswer {
            classes: self.classes(objects.map(|own| (&*own.name, own.color))),
            report,
            cut,
            sections_in_region,
            part_names,
            totals: self.totals.clone(),
            format: self.format,
            unit: self.unit.clone(),
        })
    }
}

/// Returns the encoding (number type and origin) of coordinates in files of a format. The certificate verifies
/// coordinates in this encoding.
fn encoding(format: Format) -> Encoding {
    match format {
        Format::Stl => Encoding::Single,
        Format::Glb => Encoding::LocalSingle,
        _ => Encoding::Double,
    }
}
