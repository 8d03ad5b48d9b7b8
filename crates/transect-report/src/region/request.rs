//! A request to cut by several planes, and the task that begins with it. The planes bound a region, or they make a
//! division: one part per combination of sides of the planes.

use transect::Frame;
use transect::region::Region;
use transect::scene::{Encoding, Stage};
use transect_draw::Drawing;
use transect_io::{Document, Format};

use crate::drawing::{Look, drawing_of_sections};
use crate::on_plane::OnPlaneRule;
use crate::region::outputs::RegionSelection;
use crate::region::parts::SceneParts;
use crate::region::planes::{RegionKind, RegionPlanes};
use crate::region::report::RegionReport;
use crate::report::SourceReport;
use crate::request::{Folder, PictureOptions, encoding, format_of};
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

/// A request to cut by several planes: the planes, the objects, and the properties of the outputs.
///
/// ```
/// use transect_report::region::planes::RegionPlanes;
/// use transect_report::region::request::RegionRequest;
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("wedge.obj");
/// # std::fs::write(&path, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n")?;
/// let document = transect_io::read(&[path])?;
/// let request = RegionRequest::new(RegionPlanes::of_slab("z = 0.25..0.5")?);
/// let answer = request.begin(&document)?.cut(&document, |_| {})?;
/// assert_eq!(answer.report.planes[0].cut_face_area, 0.28125);
/// assert!(answer.report.objects_with_errors().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RegionRequest {
    /// The planes, and the kind of the cut.
    pub planes: RegionPlanes,
    /// The parts of a region that are written. A division writes all parts.
    pub keep: Keep,
    /// The objects to cut.
    pub selection: ObjectSelection,
    /// The format of the parts; `None` means the format of the first file.
    pub format: Option<Format>,
    /// The rule for points on a plane. It selects one of the two one-sided limits of each section.
    pub on_plane: OnPlaneRule,
    /// The unit of the coordinates. `None` means the unit that the files have.
    pub unit: Option<String>,
    /// The appearance of the pictures.
    pub pictures: PictureOptions,
    /// The folder to write to and the files to write, if files are written.
    pub outputs: Option<RegionOutputs>,
}

/// The outputs of a cut by several planes: a folder, and the files to write into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionOutputs {
    /// The folder to write to.
    pub folder: Folder,
    /// The files to write.
    pub files: RegionSelection,
}

/// A request, with the objects that it selects in the files that were read.
pub struct RegionTask<'r> {
    request: &'r RegionRequest,
    format: Format,
    encoding: Encoding,
    wanted: Vec<bool>,
    /// The totals of the objects to cut.
    pub totals: Totals,
    /// The unit of all coordinates, if there is one.
    pub unit: Option<String>,
}

/// The result of a cut by several planes.
pub struct RegionAnswer {
    /// The parts, and the pieces of each object.
    pub scene: SceneParts,
    /// The report.
    pub report: RegionReport,
    /// The format of the parts.
    pub format: Format,
}

impl RegionRequest {
    /// Returns a request to cut all objects, with default properties and without outputs.
    #[must_use]
    pub fn new(planes: RegionPlanes) -> Self {
        Self {
            planes,
            keep: Keep::default(),
            selection: ObjectSelection::default(),
            format: None,
            on_plane: OnPlaneRule::Front,
            unit: None,
            pictures: PictureOptions::default(),
            outputs: None,
        }
    }

    /// Returns the format in which the parts of this document are written.
    #[must_use]
    pub fn format(&self, document: &Document) -> Format {
        format_of(self.format, document)
    }

    /// Returns `true` if the planes divide the model into one part per combination of sides.
    #[must_use]
    pub fn is_division(&self) -> bool {
        self.planes.kind.is_division()
    }

    /// Returns `true` if a part of this name is written. A part without objects is not written.
    #[must_use]
    pub fn keeps(&self, part: &str) -> bool {
        self.is_division() || self.keep == Keep::Both || part == self.keep.name()
    }

    /// Returns the names of the parts that may be written, or an empty list if there are very many.
    #[must_use]
    pub fn part_names(&self) -> Vec<String> {
        let names = self.planes.part_names().into_iter();
        names.filter(|name| self.keeps(name)).collect()
    }

    /// Returns the names of all files that may be written.
    #[must_use]
    pub fn files(&self, files: &RegionSelection, format: Format) -> Vec<String> {
        let planes = self.planes.planes.iter().map(|plane| &*plane.name);
        files.files(&planes.collect::<Vec<_>>(), &self.part_names(), format)
    }

    /// Selects the objects to cut.
    ///
    /// # Errors
    /// Returns [`UserError`] if the patterns match no object, there are no triangles, coordinates are too large, or the
    /// name of the unit contradicts a file.
    pub fn begin(&self, document: &Document) -> Result<RegionTask<'_>, UserError> {
        let format = self.format(document);
        let encoding = encoding(format);
        let unit = unit_of(document, self.unit.as_deref())?;
        let wanted = self.selection.nodes(&document.scene, |_| true)?;
        let totals = Totals::of(&document.scene, &wanted, encoding)?;
        Ok(RegionTask {
            request: self,
            format,
            encoding,
            wanted,
            totals,
            unit,
        })
    }
}

impl RegionTask<'_> {
    /// Cuts the objects. Calls `stage` after each [`Stage`] of the work on an object.
    ///
    /// # Errors
    /// Returns [`UserError`] if an object cannot be placed in the world.
    pub fn cut(
        &self,
        document: &Document,
        stage: impl FnMut(Stage),
    ) -> Result<RegionAnswer, UserError> {
        let planes = self.request.planes.cutters();
        let wanted = |node: usize| self.wanted[node];
        let source = &document.scene;
        let is_division = self.request.is_division();
        let cut = if is_division {
            source.divide(&planes, self.encoding, wanted, stage)?
        } else {
            source.cut_by_planes(&planes, self.encoding, wanted, stage)?
        };
        let scene = SceneParts::of(cut, &self.request.planes);
        let report = RegionReport::of(
            &scene,
            &self.request.planes,
            (!is_division).then(|| self.request.keep.name()),
            document,
            self.unit.as_deref(),
            self.format,
            self.encoding,
        );
        Ok(RegionAnswer {
            scene,
            report,
            format: self.format,
        })
    }

    /// Returns the drawing of the section in a plane. For a region, the section lies within the region: it shows the
    /// cut faces of this plane. For a division, it is the section of the whole model.
    ///
    /// # Errors
    /// Returns [`UserError`] if an object cannot be placed in the world.
    pub fn drawing(&self, document: &Document, plane: usize) -> Result<Drawing, UserError> {
        let wanted = |node: usize| self.wanted[node];
        let sections = if self.request.is_division() {
            let plane = self.request.planes.planes[plane].plane;
            document.scene.sections(&plane, wanted, |_| ())?
        } else {
            let planes = self.request.planes.plain();
            document
                .scene
                .sections_in_region(Region::new(&planes), plane, wanted)?
        };
        let sources = document.sources.iter();
        let source: Vec<SourceReport> = sources
            .map(|source| SourceReport::of(source, self.unit.as_deref()))
            .collect();
        let look = Look {
            on_plane: self.request.on_plane,
            crs: None,
            pictures: &self.request.pictures,
        };
        let drawing = drawing_of_sections(look, &source, &sections, self.unit.clone());
        let own = &self.request.planes.planes[plane];
        let frame = Frame::of(own.plane.plane());
        Ok(Drawing {
            plane: match self.request.planes.kind {
                RegionKind::Division | RegionKind::Grid => own.plane.plane().to_string(),
                // The equation of a plane of a frustum is long, so the drawing shows only the name of the plane.
                RegionKind::Frustum => format!("the {} plane", own.name),
                _ => format!("{}: {}", own.name, own.plane.plane()),
            },
            frame: drawing
                .frame
                .or(Some([frame.origin(), frame.u(), frame.v()])),
            ..drawing
        })
    }
}
