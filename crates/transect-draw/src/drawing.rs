//! The content of a drawing: the objects that the plane cuts, and the text of the title.

use transect::length_unit::LengthUnit;

use crate::corners::CollinearPoints;
use crate::crs::Crs;
use crate::drawn_classes::{DrawnClasses, class_of};
use crate::fonts::Fonts;
use crate::theme::Theme;

/// The section of a scene by a plane, ready to be drawn.
///
/// Points have two coordinates, along the two axes of the plane, in the unit of the file; y points up.
/// Scale, grid and label positions follow from the content. Colours and hatches come from the theme.
///
/// ```
/// use transect_draw::{Drawing, Item};
/// let drawing = Drawing {
///     title: "hut.glb".into(),
///     plane: "z = 1.2".into(),
///     unit: Some("m".into()),
///     counts: "1 of 4 objects cut".into(),
///     items: vec![Item {
///         name: "IfcWall/north".into(),
///         index: 3,
///         loops: vec![vec![[0.0, 0.0], [4.0, 0.0], [4.0, 0.3], [0.0, 0.3]]],
///         area: 1.2,
///         ..Item::default()
///     }],
///     ..Drawing::default()
/// };
/// let svg = drawing.to_svg();
/// assert!(svg.contains(r#"<g id="object-3" data-name="IfcWall/north">"#));
/// ```
#[cfg_attr(feature = "serde_1", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The title of the drawing: the name of the file.
    pub title: String,
    /// The plane as text, such as `z = 1.2`.
    pub plane: String,
    /// The one-sided limit that is drawn, if the two limits of the section differ. The title says which it is.
    pub limit: Option<Limit>,
    /// The unit of length, such as `m`. Without a unit, the drawing uses the words "file units".
    pub unit: Option<String>,
    /// The last part of the title, such as `454 of 1,083 objects cut`.
    pub counts: String,
    /// The names of the horizontal and the vertical axis of the drawing.
    pub axes: [String; 2],
    /// The position of the drawing's coordinate system in space: the origin, the direction of the horizontal axis and
    /// that of the vertical axis. It is written to GeoJSON and is not drawn.
    pub frame: Option<[[f64; 3]; 3]>,
    /// The coordinate reference system of the coordinates, if the drawing is a map. It is written to GeoJSON, WKT and
    /// WKB.
    pub crs: Option<Crs>,
    /// The smallest and the largest coordinates that the page shows. `None` means those of the items. Drawings with the
    /// same window, such as the layers of one model, show equal points at the same place of the page.
    pub window: Option<[[f64; 2]; 2]>,
    /// The objects that the plane cut.
    pub items: Vec<Item>,
    /// The full names of the classes to leave out. A note in the drawing lists them.
    pub hidden_classes: Vec<String>,
    /// The classes from which the styles of classes are chosen, so that several drawings have the same styles. `None`
    /// means the classes of the items.
    pub classes: Option<DrawnClasses>,
    /// `true` if the drawing has dimensions: the overall lengths along both axes, and on each side a chain of lengths
    /// along the outline with its openings.
    pub has_dimensions: bool,
    /// The treatment of points of outlines that lie exactly on the segment between their two neighbours.
    pub collinear: CollinearPoints,
    /// The theme of the SVG and PNG output; light by default.
    pub theme: Theme,
    /// The fonts of the PNG and PDF output, for characters that the built-in font lacks.
    pub fonts: Fonts,
}

/// A one-sided limit of a section: the limit of the sections by parallel planes that approach the plane from one side.
#[cfg_attr(feature = "serde_1", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The limit of sections by planes behind the plane of the drawing.
    Behind,
    /// The limit of sections by planes in front of the plane of the drawing.
    InFront,
}

/// One object that the plane cut.
#[cfg_attr(feature = "serde_1", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Item {
    /// The name of the object; its class is the part up to `/`.
    pub name: String,
    /// The index of the object in its file. The object with the index 17 is drawn in the group `object-17`.
    pub index: usize,
    /// The material colour of the object (linear RGBA). A class without a style of its own takes this colour if all of
    /// its objects share it.
    pub color: Option<[f64; 4]>,
    /// The closed loops of the section, with the material on the left: outer loops counter-clockwise, holes clockwise.
    /// The first point of a loop is not repeated. A point is in the material if the winding number of the loops about
    /// it is not zero, so overlapping bodies of one object stay filled.
    pub loops: Vec<Vec<[f64; 2]>>,
    /// The boundary of the material, if bodies overlap, lie in one another, share edges or are inside out: loops that
    /// wind once around the material. `None` if `loops` do so.
    pub boundary: Option<Vec<Vec<[f64; 2]>>>,
    /// The polygons of the material, for GeoJSON, WKT and WKB: the index of an outer loop in `loops`, and the indices
    /// of its holes in `loops`.
    pub polygons: Vec<(usize, Vec<usize>)>,
    /// Open chains: the section's polylines that are not closed, in an object whose surface is open. Their ends are
    /// red.
    pub chains: Vec<Vec<[f64; 2]>>,
    /// The area of the object's section, in square units. SVG and PNG print it only in rooms (`IfcSpace`).
    pub area: f64,
    /// The sum of the signed areas of the object's outlines, which counts each body as often as it winds around a
    /// point, if it differs from `area`.
    pub signed_area: Option<f64>,
    /// The largest distance of a vertex of `loops` from the outlines of the surface: 0 unless they were computed by
    /// another rule than the nonzero one, and outlines cross.
    pub displacement: f64,
}

impl Default for Drawing {
    fn default() -> Self {
        Self {
            title: String::new(),
            plane: String::new(),
            limit: None,
            unit: None,
            counts: String::new(),
            axes: ["x".into(), "y".into()],
            frame: None,
            crs: None,
            window: None,
            items: Vec::new(),
            hidden_classes: Vec::new(),
            classes: None,
            has_dimensions: false,
            collinear: CollinearPoints::LeftOut,
            theme: Theme::light(),
            fonts: Fonts::default(),
        }
    }
}

impl Item {
    /// Returns loops that wind once around the material, for machines and masks.
    #[must_use]
    pub fn boundary(&self) -> &[Vec<[f64; 2]>] {
        self.boundary.as_ref().unwrap_or(&self.loops)
    }

    /// Returns the class: the name up to the first `/`, or the whole name without a `/`.
    #[must_use]
    pub fn class(&self) -> &str {
        class_of(&self.name)
    }

    /// Returns the part of the name after the class and its `/`. It is empty if the name has no `/` or ends there.
    pub(crate) fn own_name(&self) -> &str {
        self.name
            .split_once('/')
            .map_or("", |(_, own_name)| own_name)
    }
}

impl Drawing {
    /// Returns the title of the plane, such as "Section at z = 1.2" or, for a limit, "Section just behind z = 1.2". The
    /// title is empty without a plane.
    pub(crate) fn place(&self) -> String {
        let place = match self.limit {
            None => "at",
            Some(Limit::Behind) => "just behind",
            Some(Limit::InFront) => "just in front of",
        };
        match self.plane.as_str() {
            "" => String::new(),
            plane => format!("Section {place} {plane}"),
        }
    }

    /// Returns the objects of all classes that are not hidden.
    pub(crate) fn shown(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(|item| !self.hides(item.class()))
    }

    pub(crate) fn hides(&self, class: &str) -> bool {
        self.hidden_classes.iter().any(|hidden| hidden == class)
    }

    /// Returns the length of the unit in millimetres, if the unit is known.
    pub(crate) fn unit_millimetres(&self) -> Option<f64> {
        let unit: LengthUnit = self.unit.as_deref()?.parse().ok()?;
        Some(unit.millimetres())
    }

    /// Returns the unit as it is written after a number: "m", or "file units".
    pub(crate) fn unit_name(&self) -> &str {
        self.unit.as_deref().unwrap_or("file units")
    }
}
