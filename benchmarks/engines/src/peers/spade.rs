//! `spade`: the constrained Delaunay triangulation of all corners. It does not tell which triangles are inside, so it gives
//! no answer. Edges that cross others are left out.

use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation as _};

use crate::data::sections::Figure;

/// Returns the number of triangles.
pub(crate) fn triangulate(figure: &Figure) -> usize {
    let places = figure.places.iter().map(|&[x, y]| Point2::new(x, y));
    let found = ConstrainedDelaunayTriangulation::<Point2<f64>>::try_bulk_load_cdt(
        places.collect(),
        figure.edges.clone(),
        |_| {},
    );
    found.map_or(0, |triangulation| triangulation.num_inner_faces())
}
