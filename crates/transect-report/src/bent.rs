//! The polygons of objects that are not flat (docs/formats.md), for programs.
#![expect(missing_docs, reason = "docs/json.md describes the fields")]

use serde::Serialize;
use transect_io::Document;

/// The polygons of an object that are not flat.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BentReport {
    pub polygons: usize,
    pub distance: f64,
}

impl BentReport {
    /// Returns the polygons of the object of a node that are not flat, or `None` if all of them are flat.
    ///
    /// ```
    /// use transect_report::bent::BentReport;
    /// let text = b"v 0 0 0\nv 4 0 0\nv 4 4 2\nv 0 4 0\nf 1 2 3 4\n";
    /// let document = transect_io::read_bytes("roof.obj".as_ref(), text)?;
    /// assert_eq!(BentReport::of(&document, 0).unwrap().polygons, 1);
    /// # Ok::<(), transect_io::ReadError>(())
    /// ```
    #[must_use]
    pub fn of(document: &Document, node: usize) -> Option<Self> {
        // Most documents have no such polygons, and some have very many objects.
        if document.bent.is_empty() {
            return None;
        }
        let mesh = document.scene.nodes[node].mesh?;
        // The meshes are in ascending order.
        let place = document.bent.binary_search_by_key(&mesh, |bent| bent.mesh);
        let bent = document.bent[place.ok()?];
        Some(Self {
            polygons: bent.polygons,
            distance: bent.distance,
        })
    }
}
