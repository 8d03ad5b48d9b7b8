//! The parts that a certificate judges.

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;

use transect_exact::Side;

use crate::mesh::certificate::written_part::WrittenPart;
use crate::mesh::indexed::{CAP, Mesh};
use crate::mesh::parts::RegionPart;

/// The place of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The part on these sides of all planes: `Front` or `Back` of each.
    Sides(Vec<Side>),
    /// The part in front of all planes.
    Inside,
    /// The rest, if the other part is that in front of all planes.
    Outside,
}

/// A part as written: a mesh, the planes of its cut faces, and its place.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct JudgedPart<'a> {
    /// The mesh, with the origin and the precision of its coordinates.
    pub written: WrittenPart<'a>,
    /// For each triangle of a cut face, the index of its plane plus 1; for any other triangle, 0. Empty if no triangle belongs
    /// to a cut face. `None` if the part does not say which triangles belong to cut faces, as those of other programs.
    pub faces: Option<Cow<'a, [u32]>>,
    /// The place of the part.
    pub place: Place,
}

impl<'a> JudgedPart<'a> {
    /// Returns a part with the coordinates of the input, in f64.
    #[must_use]
    pub fn new(part: &'a RegionPart, place: Place) -> Self {
        Self::written(
            WrittenPart::new(&part.mesh),
            Cow::Borrowed(part.planes()),
            place,
        )
    }

    /// Returns a part as written. `faces` are the planes of cut faces, as in [`JudgedPart::faces`].
    #[must_use]
    pub fn written(written: WrittenPart<'a>, faces: Cow<'a, [u32]>, place: Place) -> Self {
        Self {
            written,
            faces: Some(faces),
            place,
        }
    }

    /// Returns a half by one plane as [`Mesh::split`] makes it: its caps have the part number [`CAP`](crate::mesh::CAP). `input`
    /// is the mesh that was cut. If it has caps of earlier cuts, this number does not tell the new ones.
    #[must_use]
    pub fn of_split(half: WrittenPart<'a>, side: Side, input: &Mesh) -> Self {
        let place = Place::Sides(vec![side]);
        if input.parts().contains(&CAP) {
            return Self::without_labels(half, place);
        }
        let marks = half.mesh.parts().iter();
        let faces = marks.map(|part| u32::from(*part == CAP)).collect();
        Self::written(half, Cow::Owned(faces), place)
    }

    /// Returns a part that does not say which of its triangles belong to cut faces.
    #[must_use]
    pub fn without_labels(written: WrittenPart<'a>, place: Place) -> Self {
        Self {
            written,
            faces: None,
            place,
        }
    }

    pub(super) fn mesh(&self) -> &'a Mesh {
        self.written.mesh
    }

    /// Returns the plane whose cut face has a triangle, as the part says it.
    pub(super) fn face(&self, triangle: u32) -> Option<u32> {
        let faces = self.faces.as_ref()?;
        faces.get(triangle as usize)?.checked_sub(1)
    }

    /// Returns the side of a plane on which the part lies. For the rest, it is the side on which it lies beside the cut face
    /// of this plane.
    pub(super) fn side(&self, plane: u32) -> Side {
        match &self.place {
            Place::Sides(sides) => sides[plane as usize],
            Place::Inside => Side::Front,
            Place::Outside => Side::Back,
        }
    }
}
