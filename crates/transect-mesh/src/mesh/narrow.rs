//! Rounds a mesh to f32 coordinates relative to an origin near its centre.

use alloc::vec::Vec;

use transect::interop::Coordinates;
use transect_exact::arrays::{Few as _, array};
use transect_exact::error_free::two_sum;
use transect_exact::vector::sub;

use crate::mesh::indexed::{Mesh, MeshError, RawMesh};
use crate::mesh::measure::triangle_area;
use crate::mesh::merge::{Vanished, merge_equal};
use crate::mesh::weld::{all_differ, compact};

/// A mesh that was rounded to f32 coordinates relative to an origin, with the largest rounding and the triangles that
/// were removed.
#[derive(Clone, Debug)]
pub struct Narrowed {
    /// The mesh. Its positions are f32 values relative to the origin.
    pub mesh: Mesh,
    /// The largest change of a coordinate by the rounding to f32: the largest |coordinate − origin − stored f32 value|.
    /// This number is itself rounded.
    pub largest_rounding: f64,
    /// The triangles that were removed because rounding made two of their vertices equal.
    pub vanished: Vanished,
}

impl Mesh {
    /// Returns an origin for which f32 coordinates preserve as many digits of this mesh as possible. On each axis, the
    /// origin is the centre of the bounding box if the box is far from zero relative to its size. Otherwise the origin
    /// is zero.
    ///
    /// The centre of the bounding box is rounded to 20 bits. Suppose that all coordinates on an axis are f32 values and
    /// lie within a factor of two of each other. Then these coordinates stay exact: subtracting an origin of 20 bits
    /// does not increase the number of their bits.
    #[must_use]
    pub fn single_precision_origin(&self) -> [f64; 3] {
        let Some(bounds) = self.bounds else {
            return [0.0; 3];
        };
        let (min, max) = (bounds.min(), bounds.max());
        let is_far = bounds.is_far_from_zero();
        array(|axis| {
            if !is_far[axis] {
                return 0.0;
            }
            let far = min[axis].abs().max(max[axis].abs());
            let (_, exponent) = libm::frexp(far);
            let unit = libm::ldexp(1.0, exponent - 20);
            libm::rint(bounds.center()[axis] / unit) * unit
        })
    }

    /// Returns this mesh with every coordinate taken relative to `origin` and rounded to f32. Vertices that become
    /// equal are merged, and triangles that then have two equal vertices are removed.
    ///
    /// ```
    /// use transect_mesh::{Mesh, RawMesh};
    /// // Far from zero, neighbouring f32 numbers are more than `step` apart.
    /// let (x, step) = (4_000_000.0, 1.0 / 64.0);
    /// let positions = vec![[x, 0.0, 0.0], [x + step, 0.0, 0.0], [x, 1.0, 0.0]];
    /// let mesh = Mesh::new(RawMesh { positions, triangles: vec![[0, 1, 2]], ..RawMesh::default() })?;
    /// assert!(mesh.narrowed(&[0.0; 3])?.mesh.is_empty());
    /// let narrowed = mesh.narrowed(&mesh.single_precision_origin())?;
    /// assert_eq!((narrowed.largest_rounding, narrowed.mesh.area()), (0.0, mesh.area()));
    /// # Ok::<(), transect_mesh::MeshError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MeshError::NotFinite`] if a coordinate is beyond the range of f32.
    pub fn narrowed(&self, origin: &impl Coordinates<3>) -> Result<Narrowed, MeshError> {
        self.clone().into_narrowed(&origin.coordinates())
    }

    /// Returns the result of [`Mesh::narrowed`], in the memory of this mesh.
    pub(crate) fn into_narrowed(self, origin: &[f64; 3]) -> Result<Narrowed, MeshError> {
        let RawMesh {
            mut positions,
            mut triangles,
            mut attributes,
            mut parts,
        } = self.into_raw();
        let mut largest_rounding = 0.0_f64;
        // The vertices whose positions are rounded, and their positions before.
        let mut rounded: Vec<u32> = Vec::new();
        let mut before: Vec<[f64; 3]> = Vec::new();
        for (vertex, position) in positions.iter_mut().enumerate() {
            let moved = sub(position, origin).map(|c| f64::from(c as f32) + 0.0);
            let mut is_exact = true;
            for (axis, &value) in moved.iter().enumerate() {
                if !value.is_finite() {
                    return Err(MeshError::NotFinite {
                        vertex,
                        axis,
                        value,
                    });
                }
                let (difference, rest) = two_sum(position[axis], -origin[axis]);
                let rounding = (value - difference).abs();
                largest_rounding = largest_rounding.max(rounding);
                is_exact &= rounding == 0.0 && rest == 0.0;
            }
            if !is_exact {
                rounded.push(vertex as u32);
                before.push(sub(position, origin));
            }
            *position = moved;
        }
        // If the rounded positions differ from each other and from all exact ones, `merge_equal` need not compare
        // positions. If more than a quarter of the positions are rounded, this check would save no time.
        let all_differ = rounded.len() <= positions.len() / 4 && {
            let mut next = rounded.iter().peekable();
            let exact = (0..).zip(&positions);
            let exact = exact.filter(|(vertex, _)| next.next_if_eq(&vertex).is_none());
            all_differ(
                rounded.iter().map(|&vertex| &positions[vertex as usize]),
                exact.map(|(_, position)| position),
            )
        };
        let vanished = if all_differ {
            compact(&mut positions, &mut triangles);
            Vanished::default()
        } else {
            let position =
                |positions: &[[f64; 3]], vertex: u32| match rounded.binary_search(&vertex) {
                    Ok(place) => before[place],
                    Err(_) => positions[vertex as usize],
                };
            merge_equal(
                &mut positions,
                &mut triangles,
                &mut attributes.corners,
                &mut [&mut parts],
                |positions, triangle| triangle_area(&triangle.each(|v| position(positions, v))),
            )
        };
        Ok(Narrowed {
            mesh: Mesh::from_welded(positions, triangles, attributes, parts),
            largest_rounding,
            vanished,
        })
    }
}
