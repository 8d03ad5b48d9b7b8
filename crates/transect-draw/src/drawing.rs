//! What is drawn: the objects that the plane cut, and the words of the title.

use crate::theme::Theme;

/// The section of a scene by a plane, ready to be drawn.
///
/// Coordinates are those of the file, in the two axes of the plane, y up. Everything about the page
/// (scale, grid, places of the labels) follows from the content, its colours and hatches from the theme.
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
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The name of the file.
    pub title: String,
    /// The plane as text, such as `z = 1.2`.
    pub plane: String,
    /// The unit of length, such as `m`; without one the drawing says "file units".
    pub unit: Option<String>,
    /// What else the title says, such as `454 of 1,083 objects cut`.
    pub counts: String,
    /// The names of the two axes, rightwards and upwards.
    pub axes: [String; 2],
    /// Where the coordinates lie in space: the origin and the directions of the two axes. Written
    /// into GeoJSON; nothing is drawn of it.
    pub frame: Option<[[f64; 3]; 3]>,
    /// The objects that the plane cut.
    pub items: Vec<Item>,
    /// Classes left out of the drawing, by their whole name; the drawing names them.
    pub hidden_classes: Vec<String>,
    /// The look of the drawing, in SVG and PNG; light by default.
    pub theme: Theme,
}

/// One object that the plane cut.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Item {
    /// The name of the object; its class is the part up to `/`.
    pub name: String,
    /// The number of the object in its file: the `17` of the group `object-17`.
    pub index: usize,
    /// The object's material colour (linear RGBA); used where the class has no style of its own and
    /// all of its objects agree.
    pub color: Option<[f64; 4]>,
    /// Closed loops with the material on the left: outer ones counter-clockwise, holes clockwise.
    /// The first point is not repeated. A point inside is one with a winding number other than zero,
    /// so bodies of one object that overlap stay filled.
    pub loops: Vec<Vec<[f64; 2]>>,
    /// The polygons of the material, for GeoJSON and WKT: an outer loop and the holes in it, by their
    /// places in `loops`.
    pub polygons: Vec<(usize, Vec<usize>)>,
    /// Open chains: what the section of an open object leaves unclosed. Drawn as a warning.
    pub chains: Vec<Vec<[f64; 2]>>,
    /// The area of the section, in square units; shown in rooms (`IfcSpace`).
    pub area: f64,
}

impl Default for Drawing {
    fn default() -> Self {
        Self {
            title: String::new(),
            plane: String::new(),
            unit: None,
            counts: String::new(),
            axes: ["x".into(), "y".into()],
            frame: None,
            items: Vec::new(),
            hidden_classes: Vec::new(),
            theme: Theme::light(),
        }
    }
}

/// The class of an object's name: all up to the first `/`, the whole name if there is none.
///
/// ```
/// assert_eq!(transect_draw::class_of("IfcWall/0xA"), "IfcWall");
/// ```
#[must_use]
pub fn class_of(name: &str) -> &str {
    name.split('/').next().unwrap_or_default()
}

impl Item {
    /// The class: the name up to the first `/`, all of it if there is none.
    #[must_use]
    pub fn class(&self) -> &str {
        class_of(&self.name)
    }

    /// What follows the class and its `/`; empty if nothing does.
    pub(crate) fn own_name(&self) -> &str {
        self.name
            .split_once('/')
            .map_or("", |(_, own_name)| own_name)
    }
}

impl Drawing {
    pub(crate) fn hides(&self, class: &str) -> bool {
        self.hidden_classes.iter().any(|hidden| hidden == class)
    }

    /// The unit as people write it behind a number: "m", or "file units".
    pub(crate) fn unit_name(&self) -> &str {
        self.unit.as_deref().unwrap_or("file units")
    }
}
