//! A cut as it is asked for: resolved once, and done in the same way for all who ask.

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

/// What is to be cut, how it is told, and what is to be written.
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
    /// The objects that are looked at.
    pub selection: ObjectSelection,
    /// What the halves are written in, and with it the numbers that the certificate is about: the format of the
    /// first file, if none is named.
    pub format: Option<Format>,
    /// The limit of the section that is shown.
    pub on_plane: OnPlaneRule,
    /// The unit of the coordinates; that of the files, if none is named.
    pub unit: Option<String>,
    /// What the pictures look like.
    pub pictures: PictureOptions,
    /// Where files are written, if any are.
    pub outputs: Option<Folder>,
}

/// What pictures look like.
#[derive(Clone, Debug)]
pub struct PictureOptions {
    /// Colours, hatches and lines.
    pub theme: Theme,
    /// The classes that are left out.
    pub hidden: Vec<String>,
    /// From where the preview looks.
    pub view: View,
    /// What is up in it.
    pub up: Up,
    /// How large it is.
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

/// A folder to write into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    /// Where it is, or will be.
    pub path: PathBuf,
    /// Whether existing files are replaced.
    pub replaces: bool,
    /// The files that are read. They are never replaced.
    pub inputs: Vec<PathBuf>,
}

impl Folder {
    /// All files that are written there, or none.
    ///
    /// # Errors
    /// [`WriteError`] if it is no folder.
    pub fn open(&self) -> Result<Outputs, WriteError> {
        let mut outputs = Outputs::new(&self.path, self.replaces)?;
        outputs.protect(self.inputs.iter().cloned());
        Ok(outputs)
    }

    /// Where files of these names will be, as reports list them.
    #[must_use]
    pub fn places(&self, names: &[&str]) -> Vec<String> {
        let places = names.iter().map(|name| self.path.join(name));
        places.map(|place| place.display().to_string()).collect()
    }
}

/// A request about files that have been read: what there is to cut is known.
pub struct CutTask<'r> {
    request: &'r CutRequest,
    format: Format,
    encoding: Encoding,
    wanted: Vec<bool>,
    totals: Totals,
}

/// A cut that is made.
pub struct CutAnswer {
    /// The halves and the sections, object by object.
    pub cut: SceneCut,
    /// What there is to tell.
    pub report: Report,
    /// How much was looked at.
    pub totals: Totals,
    /// What the halves are written in.
    pub format: Format,
    /// The unit of all coordinates, if there is one.
    pub unit: Option<String>,
}

impl CutRequest {
    /// All objects, the formats and the units of the files; nothing is written.
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

    /// What the halves of these files are written in.
    #[must_use]
    pub fn format(&self, document: &Document) -> Format {
        let first = document.sources.first();
        let own = first.map_or(Format::Glb, |source| source.format);
        self.format.unwrap_or(own)
    }

    /// Looks at what there is to cut.
    ///
    /// # Errors
    /// [`UserError`] if nothing is meant, there are no triangles, or numbers overflow.
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
    /// For each node whether its object is looked at.
    #[must_use]
    pub fn wanted(&self) -> &[bool] {
        &self.wanted
    }

    /// How much is looked at.
    #[must_use]
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// Cuts; after each stage of an object `stage` is called.
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

/// The numbers that a format holds: they decide what the certificate is about.
fn encoding(format: Format) -> Encoding {
    match format {
        Format::Stl => Encoding::Single,
        Format::Glb => Encoding::LocalSingle,
        _ => Encoding::Double,
    }
}
