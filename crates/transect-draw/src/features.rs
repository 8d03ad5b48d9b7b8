//! The objects of a section with their polygons, for the files that databases and map software read.

use crate::drawing::{Drawing, Item};
use crate::polygons::Polygons;
use crate::rings::Points;

/// The objects of a drawing, each with its section as valid polygons. The polygons are computed once, for all formats:
/// GeoJSON, well-known text (WKT) and well-known binary (WKB).
///
/// Every polygon is valid in the sense of OGC 06-103r4. If the bodies of an object overlap or share edges, its polygons
/// are the union of the bodies.
///
/// ```
/// use transect_draw::{Drawing, Item};
/// let square = |x: f64| vec![[x, 0.0], [x + 2.0, 0.0], [x + 2.0, 2.0], [x, 2.0]];
/// let wall = Item {
///     name: "Wall".into(),
///     loops: vec![square(0.0), square(1.0)], // two bodies that overlap
///     polygons: vec![(0, vec![]), (1, vec![])],
///     ..Item::default()
/// };
/// let drawing = Drawing { items: vec![wall], ..Drawing::default() };
/// let mut wkt = Vec::new();
/// drawing.features().write_wkt(&mut wkt)?;
/// assert_eq!(wkt, b"Wall\tMULTIPOLYGON(((0 0,3 0,3 2,0 2,0 0)))\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Features<'d> {
    pub(crate) drawing: &'d Drawing,
    polygons: Vec<Polygons>,
}

impl Drawing {
    /// Computes the polygons of all objects.
    #[must_use]
    pub fn features(&self) -> Features<'_> {
        let items = self.items.iter();
        Features {
            drawing: self,
            polygons: items.map(|item| item.areas(self.collinear)).collect(),
        }
    }
}

impl Features<'_> {
    /// Returns the objects, each with its polygons.
    pub(crate) fn objects(&self) -> impl Iterator<Item = (&Item, &Polygons)> {
        self.drawing.items.iter().zip(&self.polygons)
    }

    /// Returns the lines of an object.
    pub(crate) fn lines(&self, item: &Item) -> Vec<Points> {
        item.lines(self.drawing.collinear)
    }
}
