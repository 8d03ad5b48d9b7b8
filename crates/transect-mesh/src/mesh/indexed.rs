//! A triangle mesh with one vertex id per exact position.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use once_cell::race::OnceBox;

use crate::mesh::attributes::Attributes;
use crate::mesh::boundary::{Boundary, boundary};
#[cfg(feature = "serde_1")]
use crate::mesh::weld::is_welded;
use crate::mesh::weld::weld;
use transect::Aabb;
use transect_exact::arrays::Few as _;

/// Triangles as a file gives them: equal positions are not merged yet, and indices are not checked yet.
#[cfg_attr(
    feature = "serde_1",
    derive(serde_1::Serialize, serde_1::Deserialize),
    serde(crate = "serde_1", deny_unknown_fields, default)
)]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawMesh {
    /// The positions of corners. Several positions may be equal, and some may be unused.
    pub positions: Vec<[f64; 3]>,
    /// For each triangle, the indices of its corners' positions, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
    /// The attributes of the triangles' corners.
    pub attributes: Attributes,
    /// For each triangle, the number of the part that it belongs to. Empty if all triangles belong to part 0.
    pub parts: Vec<u32>,
}

/// A triangle mesh: oriented triangles with one vertex per distinct position, and attributes per corner.
///
/// Two corners are the same vertex exactly if their positions are equal, where −0 equals 0. Their attributes may
/// differ. Positions that no triangle uses are left out.
///
/// ```
/// use transect_mesh::{Mesh, RawMesh};
/// let tetrahedron = Mesh::new(RawMesh {
///     positions: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
///     triangles: vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]],
///     ..RawMesh::default()
/// })?;
/// assert!(tetrahedron.boundary().is_closed());
/// # Ok::<(), transect_mesh::MeshError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Mesh {
    pub(super) positions: Vec<[f64; 3]>,
    pub(super) triangles: Vec<[u32; 3]>,
    pub(crate) attributes: Attributes,
    pub(super) parts: Vec<u32>,
    pub(super) bounds: Option<Aabb>,
    pub(crate) single_precision: bool,
    boundary: OnceBox<Boundary>,
}

/// The error of building a mesh from invalid lists, or of moving its vertices beyond the range of floats.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum MeshError {
    /// A coordinate of a position is NaN or infinite.
    NotFinite {
        /// The index of the invalid position in the list of positions.
        vertex: usize,
        /// The axis of the coordinate that is NaN or infinite: 0, 1 or 2.
        axis: usize,
        /// The coordinate that is NaN or infinite.
        value: f64,
    },
    /// A triangle refers to a position that does not exist.
    VertexOutOfRange {
        /// The index of the triangle that refers to the position.
        triangle: usize,
        /// The index of the position that does not exist.
        index: u32,
        /// The number of positions in the list.
        count: usize,
    },
    /// A triangle refers to an attribute row that does not exist.
    RowOutOfRange {
        /// The index of the triangle that refers to the row.
        triangle: usize,
        /// The index of the attribute row that does not exist.
        index: u32,
        /// The number of attribute rows.
        count: usize,
    },
    /// A list has the wrong number of entries. `parts` and the list `corners` of the attributes need one entry per
    /// triangle; all attribute layers need the same number of rows.
    Length {
        /// The name of the list in the [`RawMesh`] that has the wrong length.
        what: &'static str,
        /// The number of entries that the list needs.
        expected: usize,
        /// The number of entries that the list has.
        found: usize,
    },
    /// The vertices of an interleaved buffer do not contain a column of so many numbers.
    Column {
        /// The number of numbers that each vertex has in the column.
        width: usize,
        /// The place of the first of them in a vertex.
        offset: usize,
        /// The number of numbers that each vertex has in all.
        stride: usize,
    },
    /// The indices of a part end after the last triangle, or begin or end inside of a triangle.
    Part {
        /// The number of the part.
        part: u32,
        /// The place of its first index.
        start: usize,
        /// The place after its last index.
        end: usize,
        /// The number of indices of all triangles.
        count: usize,
    },
    /// The lists have more than 2³⁰ vertices, triangles or attribute rows.
    TooLarge {
        /// The name of the elements: "vertices", "triangles" or "attribute rows".
        what: &'static str,
        /// The number of vertices, triangles or attribute rows in the lists.
        count: usize,
    },
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite {
                vertex,
                axis,
                value,
            } => write!(
                f,
                "vertex {vertex}: coordinate {} is {value}, not a finite number",
                ["x", "y", "z"][*axis]
            ),
            Self::VertexOutOfRange {
                triangle,
                index,
                count,
            } => write!(
                f,
                "triangle {triangle}: index {index} is out of range, there are {count} vertices"
            ),
            Self::RowOutOfRange {
                triangle,
                index,
                count,
            } => write!(
                f,
                "triangle {triangle}: attribute row {index} is out of range, there are {count} rows"
            ),
            Self::Length {
                what,
                expected,
                found,
            } => write!(f, "{what}: {found} entries where {expected} are needed"),
            Self::Column {
                width,
                offset,
                stride,
            } => write!(
                f,
                "a vertex of {stride} numbers does not have {width} numbers from number {offset} on"
            ),
            Self::Part {
                part,
                start,
                end,
                count,
            } => write!(
                f,
                "part {part}: {start}..{end} are not the corners of triangles among {count} indices"
            ),
            Self::TooLarge { what, count } => write!(
                f,
                "{count} {what} are more than a mesh can index (1073741824)"
            ),
        }
    }
}

impl Error for MeshError {}

/// The part number that marks cap triangles.
pub const CAP: u32 = u32::MAX;

/// The largest number of vertices, of triangles and of attribute rows. This limit leaves two bits of every id unused.
pub(super) const MOST: usize = 1 << 30;

impl Mesh {
    /// Builds a mesh from lists: checks every index and coordinate, and merges equal positions into one vertex.
    ///
    /// ```
    /// use transect_mesh::{Mesh, RawMesh};
    /// // Two corners at one position are one vertex; −0 is 0.
    /// let positions = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -0.0, 0.0]];
    /// let raw = RawMesh { positions, triangles: vec![[0, 1, 2], [3, 2, 1]], ..RawMesh::default() };
    /// assert_eq!(Mesh::new(raw.clone())?.positions().len(), 3);
    /// let error = Mesh::new(RawMesh { triangles: vec![[0, 1, 4]], ..raw }).unwrap_err();
    /// assert_eq!(error.to_string(), "triangle 0: index 4 is out of range, there are 4 vertices");
    /// # Ok::<(), transect_mesh::MeshError>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`MeshError`] that names the invalid triangle or vertex.
    pub fn new(raw: RawMesh) -> Result<Self, MeshError> {
        check(&raw)?;
        let RawMesh {
            mut positions,
            mut triangles,
            attributes,
            parts,
        } = raw;
        weld(&mut positions, &mut triangles);
        Ok(Self::from_welded(positions, triangles, attributes, parts))
    }

    /// Builds a mesh from the lists of [`Mesh::into_raw`]. Unlike [`Mesh::new`], it keeps the order of the vertices, so
    /// their ids stay the same. Lists that are not those of a mesh become what [`Mesh::new`] makes of them.
    #[cfg(feature = "serde_1")]
    pub(crate) fn of_mesh(raw: RawMesh) -> Result<Self, MeshError> {
        check(&raw)?;
        if !is_welded(&raw.positions, &raw.triangles) {
            return Self::new(raw);
        }
        Ok(Self::from_welded(
            raw.positions,
            raw.triangles,
            raw.attributes,
            raw.parts,
        ))
    }

    /// Builds a mesh from checked lists in which equal positions are already merged.
    pub(crate) fn from_welded(
        positions: Vec<[f64; 3]>,
        triangles: Vec<[u32; 3]>,
        attributes: Attributes,
        parts: Vec<u32>,
    ) -> Self {
        // The coordinates are finite, so this is `None` only for a mesh without vertices.
        let bounds = Aabb::of_points(&positions).ok();
        let single_precision = positions
            .iter()
            .all(|p| p.iter().all(|&c| f64::from(c as f32) == c));
        Self {
            positions,
            triangles,
            attributes,
            parts,
            bounds,
            single_precision,
            boundary: OnceBox::new(),
        }
    }

    /// Returns the positions of the vertices.
    #[must_use]
    pub fn positions(&self) -> &[[f64; 3]] {
        &self.positions
    }

    /// Returns the triangles: three vertex ids each, counter-clockwise seen from outside.
    #[must_use]
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// Returns the positions of a triangle's corners.
    #[inline]
    #[must_use]
    pub fn corners(&self, triangle: usize) -> [[f64; 3]; 3] {
        self.triangles[triangle].each(|v| self.positions[v as usize])
    }

    /// Returns the attributes of the corners.
    #[must_use]
    pub fn attributes(&self) -> &Attributes {
        &self.attributes
    }

    /// Returns the number of the part that a triangle belongs to.
    #[must_use]
    pub fn part(&self, triangle: usize) -> u32 {
        self.parts.get(triangle).copied().unwrap_or(0)
    }

    /// Returns the part number of each triangle. The slice is empty if all triangles belong to part 0.
    #[must_use]
    pub fn parts(&self) -> &[u32] {
        &self.parts
    }

    /// Assigns every triangle of the part `from` to the part `to`.
    pub fn rename_part(&mut self, from: u32, to: u32) {
        if self.parts.is_empty() && from == 0 && to != 0 {
            self.parts.resize(self.triangles.len(), 0);
        }
        for part in &mut self.parts {
            if *part == from {
                *part = to;
            }
        }
    }

    /// Returns the smallest box around all vertices, or `None` for a mesh without triangles.
    #[must_use]
    pub fn bounds(&self) -> Option<&Aabb> {
        self.bounds.as_ref()
    }

    /// Returns `true` if the mesh has no triangles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.triangles.is_empty()
    }

    /// Returns the boundary of the mesh, found by counting directed edges. The result is computed once and cached.
    pub fn boundary(&self) -> &Boundary {
        self.boundary
            .get_or_init(|| Box::new(boundary(self.positions.len(), &self.triangles)))
    }

    /// Returns a mesh in which every vertex is moved to the position that `image` returns for it. If `mirrored` is
    /// `true`, the orientation of every triangle is reversed. Positions that become equal are merged into one vertex.
    ///
    /// Normals and tangents stay as they are, because the images of points do not determine theirs. For an affine map,
    /// use [`Mesh::transformed`], which maps them, too.
    ///
    /// # Errors
    /// Returns [`MeshError::NotFinite`] if the image of a vertex is beyond the range of floats.
    pub fn mapped(
        &self,
        mirrored: bool,
        image: impl Fn(&[f64; 3]) -> [f64; 3],
    ) -> Result<Self, MeshError> {
        let turn = |list: &[[u32; 3]]| -> Vec<[u32; 3]> {
            list.iter()
                .map(|&[a, b, c]| if mirrored { [a, c, b] } else { [a, b, c] })
                .collect()
        };
        Self::new(RawMesh {
            positions: self.positions.iter().map(image).collect(),
            triangles: turn(&self.triangles),
            attributes: Attributes {
                corners: turn(&self.attributes.corners),
                layers: self.attributes.layers.clone(),
            },
            parts: self.parts.clone(),
        })
    }

    /// Returns the lists of the mesh, for writers and for tests that build other meshes from these lists.
    #[must_use]
    pub fn into_raw(self) -> RawMesh {
        RawMesh {
            positions: self.positions,
            triangles: self.triangles,
            attributes: self.attributes,
            parts: self.parts,
        }
    }
}

fn check(raw: &RawMesh) -> Result<(), MeshError> {
    for (what, count) in [
        ("vertices", raw.positions.len()),
        ("triangles", raw.triangles.len()),
        ("attribute rows", raw.attributes.rows()),
    ] {
        if count > MOST {
            return Err(MeshError::TooLarge { what, count });
        }
    }
    for (vertex, position) in raw.positions.iter().enumerate() {
        if let Some(axis) = (0..3).find(|&axis| !position[axis].is_finite()) {
            return Err(MeshError::NotFinite {
                vertex,
                axis,
                value: position[axis],
            });
        }
    }
    let count = raw.positions.len();
    for (triangle, corners) in raw.triangles.iter().enumerate() {
        if let Some(&index) = corners.iter().find(|&&index| index as usize >= count) {
            return Err(MeshError::VertexOutOfRange {
                triangle,
                index,
                count,
            });
        }
    }
    if !raw.parts.is_empty() {
        expect_length("parts", raw.triangles.len(), raw.parts.len())?;
    }
    let attributes = &raw.attributes;
    if attributes.layers.is_empty() {
        return expect_length("attribute corners", 0, attributes.corners.len());
    }
    expect_length(
        "attribute corners",
        raw.triangles.len(),
        attributes.corners.len(),
    )?;
    let rows = attributes.rows();
    for layer in &attributes.layers {
        expect_length(
            "attribute layer",
            rows * layer.width.max(1),
            layer.values.len(),
        )?;
    }
    for (triangle, corners) in attributes.corners.iter().enumerate() {
        if let Some(&index) = corners.iter().find(|&&index| index as usize >= rows) {
            return Err(MeshError::RowOutOfRange {
                triangle,
                index,
                count: rows,
            });
        }
    }
    Ok(())
}

/// Returns an error unless a list has as many entries as it needs.
pub(super) fn expect_length(
    what: &'static str,
    expected: usize,
    found: usize,
) -> Result<(), MeshError> {
    if expected == found {
        return Ok(());
    }
    Err(MeshError::Length {
        what,
        expected,
        found,
    })
}
