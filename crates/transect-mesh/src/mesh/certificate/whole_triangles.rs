//! Names for triangles that are not pieces of their part.

use hashbrown::HashMap;
use transect_exact::arrays::Few as _;

use crate::mesh::certificate::exact::Exact;
use crate::mesh::certificate::kind::FindingKind;
use crate::mesh::triple::least_first;
use crate::mesh::weld::{Key, key};

/// The whole triangles of the input, by the positions of their corners in the coordinates of a part.
pub(super) struct WholeTriangles(HashMap<[Key; 3], u32>);

impl WholeTriangles {
    pub(super) fn of(exact: &Exact<'_>, part: usize) -> Self {
        let triangles = 0..exact.input.triangles().len() as u32;
        let corners = triangles.clone().map(|triangle| {
            let corners = exact.input.corners(triangle as usize);
            let places = corners.each_ref().each(|corner| exact.place(part, corner));
            least_first(places.each_ref().each(key))
        });
        Self(corners.zip(triangles).collect())
    }

    /// Returns the kind of the fault of a triangle that is not a piece of its part, if it is a whole triangle of the
    /// input.
    pub(super) fn kind(
        &self,
        exact: &Exact<'_>,
        part: usize,
        corners: &[[f64; 3]; 3],
    ) -> Option<FindingKind> {
        let [a, b, c] = corners.each_ref().each(key);
        if let Some(&triangle) = self.0.get(&least_first([a, b, c])) {
            let is_at_home = exact.homes[triangle as usize] == part as u32;
            return Some(if is_at_home {
                FindingKind::Doubled
            } else {
                FindingKind::WrongSide
            });
        }
        let is_reversed = self.0.contains_key(&least_first([a, c, b]));
        is_reversed.then_some(FindingKind::Flipped)
    }
}
