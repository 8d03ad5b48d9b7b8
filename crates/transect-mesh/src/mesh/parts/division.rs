//! The division by several planes: one part per combination of sides.

use alloc::vec::Vec;

use transect::{Cutter, CuttingPlane, Extent};
use transect_exact::Side;

use crate::mesh::indexed::Mesh;
use crate::mesh::merge::Vanished;
use crate::mesh::parts::cut::{PlaneCut, divided, extents};
use crate::mesh::parts::part::RegionPart;
use crate::mesh::parts::planes::whole_side;

/// A mesh divided by several planes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Division {
    /// The parts that have triangles. They are ordered by their sides, front before back. The side of the first plane
    /// counts most.
    pub parts: Vec<DivisionPart>,
    /// The planes that have vertices of the mesh strictly on both sides, in their order.
    pub cuts: Vec<PlaneCut>,
    /// The triangles of all parts that were left out because rounding made two of their corners equal.
    pub vanished: Vanished,
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

impl Mesh {
    /// Divides this mesh by several planes into one part per combination of sides in which something of it lies. All parts of
    /// a closed mesh are closed. The planes may be of any kind that can cut, such as [`CuttingPlane`].
    ///
    /// The parts are exact pieces of the mesh: each cut vertex is a point where planes and the surface meet, and each of its
    /// coordinates is the nearest float. So the order of the planes does not matter, the faces between two parts are equal
    /// and opposite, and a part has the same triangles as [`RegionCut::inside`](crate::mesh::RegionCut::inside) of the cut
    /// by the region on the same sides. A plane divides nothing if the mesh lies on one side of it, or only touches it.
    ///
    /// ```
    /// use transect::{Plane, Side};
    /// use transect_mesh::{Mesh, RawMesh};
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
    pub fn divided_by(&self, planes: &[impl Cutter]) -> Division {
        let planes: Vec<CuttingPlane> = planes.iter().map(Cutter::as_given).collect();
        self.divided_with(&planes, &extents(self, &planes))
    }

    /// Divides this mesh like [`Mesh::divided_by`]. `extents` are those of the mesh for each plane.
    pub(crate) fn divided_with(&self, planes: &[CuttingPlane], extents: &[Extent]) -> Division {
        if self.is_empty() {
            return Division {
                parts: Vec::new(),
                cuts: Vec::new(),
                vanished: Vanished::default(),
            };
        }
        let sides: Option<Vec<Side>> = extents.iter().map(|own| whole_side(*own)).collect();
        // No plane divides a mesh that lies on one side of each.
        if let Some(sides) = sides {
            return Division {
                parts: alloc::vec![DivisionPart {
                    sides,
                    part: RegionPart::whole(self),
                }],
                cuts: Vec::new(),
                vanished: Vanished::default(),
            };
        }
        let parts = divided(self, planes, extents);
        Division {
            parts: parts
                .parts
                .into_iter()
                .map(|(sides, part)| DivisionPart { sides, part })
                .collect(),
            cuts: parts.cuts,
            vanished: parts.vanished,
        }
    }
}
