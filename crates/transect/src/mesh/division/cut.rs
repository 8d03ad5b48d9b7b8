//! The cuts by several planes in turn. Each plane cuts all pieces that the planes before it left.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashSet;

use crate::mesh::indexed::{CAP, Mesh};
use crate::mesh::region_cut::RegionPart;
use crate::mesh::region_cut::RegionStep;
use crate::mesh::region_cut::labels::Labels;
use crate::mesh::split::Split;
use crate::mesh::weld::{Key, key};
use crate::plane::Plane;
use crate::side::Side;

/// A mesh divided by several planes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Division {
    /// The parts that have triangles. They are ordered by their sides, front before back. The side of the first plane
    /// counts most.
    pub parts: Vec<DivisionPart>,
    /// The cuts, in the order of the planes. A piece that lies on one side of a plane is not cut.
    pub cuts: Vec<DivisionCut>,
}

/// The part of a mesh with a given side of each plane.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DivisionPart {
    /// The side of each plane on which the part lies, in the order of the planes: [`Side::Front`] or [`Side::Back`].
    pub sides: Vec<Side>,
    /// The mesh, closed if the input is closed, with the plane of each cut face.
    pub part: RegionPart,
}

/// The cut of one piece by one plane of a division.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DivisionCut {
    /// The sides of the piece, relative to the planes before this plane.
    pub sides: Vec<Side>,
    /// The plane and the numbers of the cut.
    pub step: RegionStep,
}

impl Mesh {
    /// Divides this mesh by several planes into at most 2ⁿ parts, where n is the number of planes. Each part lies on
    /// one side of each plane. All parts of a closed mesh are closed.
    ///
    /// The planes cut in turn, each with the rules of [`Mesh::split`]: each plane cuts the pieces that the planes
    /// before it left. A mesh that lies on one side of a plane, or only touches it, is not cut by this plane. A part
    /// has the same bits as [`RegionCut::inside`](crate::mesh::RegionCut::inside) of the cut by the region on the same
    /// sides of the planes.
    ///
    /// ```
    /// use transect::{Plane, Side, mesh::{Mesh, RawMesh}};
    /// # let positions = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(|c| 4.0 * f64::from(c))).collect();
    /// # let triangles = vec![
    /// #     [0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
    /// #     [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5],
    /// # ];
    /// let cube = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?; // from 0 to 4
    /// let planes: [Plane; 2] = ["x = 1".parse()?, "z = 3".parse()?];
    /// let division = cube.divided_by(&planes);
    /// let volumes: Vec<f64> = division.parts.iter().map(|part| part.part.mesh.volume()).collect();
    /// assert_eq!(volumes, [12.0, 36.0, 4.0, 12.0]);
    /// assert_eq!(division.parts[1].sides, [Side::Front, Side::Back]); // x ≥ 1 and z ≤ 3
    /// assert!(division.certificate(&cube, &planes).is_correct());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn divided_by(&self, planes: &[Plane]) -> Division {
        divide(self, planes, |_, _, _, _| ())
    }
}

/// A piece of the mesh while it is divided: its sides of the planes so far, and its mesh. `None` means that the piece
/// is the whole input, not cut yet.
type Piece = (Vec<Side>, Option<Mesh>);

/// Divides a mesh by planes in turn. After each cut, calls `visit` with the index of the plane, the sides of the piece,
/// the piece before this cut, and its two halves.
pub(super) fn divide(
    mesh: &Mesh,
    planes: &[Plane],
    mut visit: impl FnMut(usize, &[Side], &Mesh, &Split),
) -> Division {
    let mut cuts = Vec::new();
    if mesh.is_empty() {
        return Division {
            parts: Vec::new(),
            cuts,
        };
    }
    let labels = Labels::of(mesh);
    let numbered = labels.numbered(mesh);
    let mut pieces: Vec<Piece> = vec![(Vec::new(), None)];
    let mut made: HashSet<Key> = HashSet::new();
    for (index, plane) in planes.iter().enumerate() {
        // If the whole input lies on one side of the plane, no piece is cut, even if rounding moved vertices of pieces
        // to the other side.
        let whole = side_of(mesh, plane);
        let mut made_here = Vec::new();
        let mut next = Vec::with_capacity(2 * pieces.len());
        for (sides, piece) in pieces {
            let left = piece.as_ref().unwrap_or(&numbered);
            let with = |side: Side| {
                let mut sides = sides.clone();
                sides.push(side);
                sides
            };
            let whole = whole.or_else(|| side_of(left, plane));
            if let Some(side) = whole {
                next.push((with(side), piece));
                continue;
            }
            let traced = left.traced_split(plane);
            visit(index, &sides, left, &traced.split);
            cuts.push(DivisionCut {
                sides: sides.clone(),
                step: RegionStep::of(index, left, &traced.split, &made),
            });
            made_here.extend(traced.made().map(key));
            let halves = [traced.split.front, traced.split.back];
            for (side, mut half) in [Side::Front, Side::Back].into_iter().zip(halves) {
                if !half.is_empty() {
                    half.rename_part(CAP, labels.of_plane(index));
                    next.push((with(side), Some(half)));
                }
            }
        }
        pieces = next;
        made.extend(made_here);
    }
    let part = |(sides, piece): Piece| DivisionPart {
        sides,
        part: match piece {
            Some(piece) => labels.resolved(piece),
            None => RegionPart::whole(mesh),
        },
    };
    Division {
        parts: pieces.into_iter().map(part).collect(),
        cuts,
    }
}

/// Returns the side of the plane on which a mesh lies, or `None` if it has parts on both sides. A mesh that lies in the
/// plane counts as in front.
fn side_of(mesh: &Mesh, plane: &Plane) -> Option<Side> {
    let extent = mesh.reach(plane)?.extent;
    match (extent.backmost, extent.frontmost) {
        (Side::Back, Side::Front) => None,
        (Side::Back, _) => Some(Side::Back),
        _ => Some(Side::Front),
    }
}
