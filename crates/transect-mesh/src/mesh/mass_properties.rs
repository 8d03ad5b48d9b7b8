//! Volume, centroid and inertia tensor of a closed mesh, with bounds on their errors (docs/exactness.md, "Mass
//! properties").

use transect_exact::arrays::Few as _;
use transect_exact::unit::{SMALLEST, U};
use transect_exact::vector::{add, cross, dot, length, sub};

use crate::mesh::indexed::Mesh;
use crate::mesh::measure::Sum;

// # The bounds
//
// Here u = 2⁻⁵³, and η is the smallest positive float. Let a, b, c be the corners of a triangle relative to the centre,
// e = b − a and f = c − a its edges, s = a + b + c, and W = a·(e × f). A tetrahedron adds W/6 to the volume, W·s/24 to
// the first moment, and W·(s sᵀ + a aᵀ + b bᵀ + c cᵀ)/120 to the second moment. Let ρ be the distance from the centre
// to the corners of the box, and L the sum of |e|·|f| over all triangles.
//
// Terms. Each coordinate of a, b, c, e and f is rounded once, relative to itself. So W has an error ≤ 8u·√2·ρ|e||f| <
// 12uρ|e||f|, and is ≤ ρ|e||f| in magnitude. The coordinates of s are ≤ 3ρ, with an error of 9uρ. The bracket of the
// second moment is ≤ 12ρ², with an error of 108uρ². So the errors of the three terms are ≤ 12/6 = 2, 48/24 = 2 and
// 264/120 = 2.2 times uρ|e||f|, uρ²|e||f| and uρ³|e||f|.
//
// Sums. The compensated sum over n terms adds u times the result and (nu)² times the sum of the magnitudes. So the
// bounds for the volume, the first and the second moment are K·ρ, K·ρ² and K·ρ³ with K = (3u + (nu)²)·L.
//
// Underflow. A product that underflows has an error ≤ η/2. W consists of nine products, six of which are multiplied by
// a coordinate of a, so its error from underflow is ≤ (3ρ + 2)η. With the products of the moments, and after the
// divisions, the errors of a triangle's terms are below (1 + ρ)η, (1 + ρ)²η and (1 + ρ)³η. The bounds have n + 4 of
// each, and hold for meshes of any size. Below a size of about 1e-108, the volume has few or no bits left, and no
// centroid is reported.
//
// The centroid is the centre plus d = F/V, where F is the first moment, with Δd ≤ (ΔF + |d|·ΔV)/(|V| − ΔV). The
// inertia tensor follows from the second moment about the centroid, C = S − F dᵀ, where S is the second moment about
// the centre of the box. Its diagonal entries are sums of two diagonal entries of C, its other entries those of −C. The
// error of F dᵀ is ≤ |F|·Δd + (|d| + Δd)·ΔF + 2u|F||d|. The bound of an entry is twice that of C.

/// A factor that covers the rounding errors in a sum of fewer than 2³² non-negative bounds.
const SLACK: f64 = 1.0 + 1e-6;

/// The volume, the centroid and the inertia tensor of a closed mesh of density 1, and bounds on their errors.
///
/// For another density, multiply the inertia tensor by this density. A comment in the source file derives the bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct MassProperties {
    /// The volume, rounded. It is negative if the mesh is inside out.
    pub volume: f64,
    /// A bound on the error of the volume.
    pub volume_error: f64,
    /// The centroid of the volume. It is `None` if the volume is not larger than its error bound.
    pub centroid: Option<[f64; 3]>,
    /// A bound on the error of each coordinate of the centroid. It is infinite if the centroid is `None`.
    pub centroid_error: f64,
    /// The inertia tensor about the centroid, ∫ (r·r I − r rᵀ) dV, where r = (x, y, z) is the vector from the centroid
    /// and I is the identity. The entries off the diagonal are therefore −∫ xy dV, −∫ xz dV and −∫ yz dV.
    ///
    /// It is `None` if the volume is not larger than its error bound, or if an entry overflows, which coordinates above
    /// 1e60 can cause.
    pub inertia: Option<[[f64; 3]; 3]>,
    /// A bound on the error of each entry of the inertia tensor. It is infinite if the tensor is `None`.
    pub inertia_error: f64,
}

impl Mesh {
    /// Returns the volume, the centroid and the inertia tensor of this mesh, or `None` if the mesh is open.
    ///
    /// The integrals are compensated sums over tetrahedra between the triangles and the centre of the bounding box. So
    /// the errors do not depend on the distance between the mesh and the origin, except for the rounding of the
    /// centroid. Parts of the mesh that overlap count several times.
    ///
    /// ```
    /// use transect_mesh::{Mesh, RawMesh};
    /// # let positions = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(f64::from)).collect();
    /// # let triangles = vec![
    /// #     [0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
    /// #     [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5],
    /// # ];
    /// let cube = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// let properties = cube.mass_properties().unwrap();
    /// assert_eq!((properties.volume, properties.centroid), (1.0, Some([0.5; 3])));
    /// let inertia = properties.inertia.unwrap();
    /// assert!((inertia[0][0] - 1.0 / 6.0).abs() <= properties.inertia_error);
    /// assert!(inertia[0][1].abs() <= properties.inertia_error && properties.inertia_error < 1e-13);
    /// # Ok::<(), transect_mesh::MeshError>(())
    /// ```
    ///
    /// Source: B. Mirtich, "Fast and accurate computation of polyhedral mass properties", Journal of Graphics Tools 1,
    /// 1996.
    #[doc(alias = "moment of inertia")]
    #[must_use]
    pub fn mass_properties(&self) -> Option<MassProperties> {
        self.boundary().is_closed().then(|| Sums::of(self).result())
    }
}

/// The index pairs of the entries of a symmetric matrix: the diagonal, then xy, xz and yz.
const ENTRIES: [[usize; 2]; 6] = [[0, 0], [1, 1], [2, 2], [0, 1], [0, 2], [1, 2]];

/// Integrals relative to the centre of the bounding box, and their bounds.
struct Sums {
    middle: [f64; 3],
    volume: f64,
    /// ∫ x dV, ∫ y dV and ∫ z dV.
    first: [f64; 3],
    /// The integrals of the products of two coordinates, in the order of `ENTRIES`.
    second: [f64; 6],
    /// Bounds on the errors of `volume`, of each number in `first`, and of each number in `second`.
    errors: [f64; 3],
}

impl Sums {
    fn of(mesh: &Mesh) -> Self {
        let middle = mesh.middle();
        let mut volume = Sum::default();
        let (mut first, mut second) = ([Sum::default(); 3], [Sum::default(); 6]);
        let mut sizes = 0.0;
        let count = mesh.triangles.len();
        for index in 0..count {
            let corners = mesh.corners(index);
            let [a, b, c] = corners.each(|corner| sub(&corner, &middle));
            let edges = [1, 2].each(|other: usize| sub(&corners[other], &corners[0]));
            sizes += length(&edges[0]) * length(&edges[1]);
            let sixfold = dot(&a, &cross(&edges[0], &edges[1]));
            volume.add(sixfold);
            let s = add(&add(&a, &b), &c);
            for (sum, coordinate) in first.iter_mut().zip(s) {
                sum.add(sixfold * coordinate);
            }
            for (sum, [i, j]) in second.iter_mut().zip(ENTRIES) {
                sum.add(sixfold * (s[i] * s[j] + a[i] * a[j] + b[i] * b[j] + c[i] * c[j]));
            }
        }
        // `radius` is the distance from the middle to the farthest corner of the bounding box.
        let radius = mesh.bounds().map_or(0.0, |bounds| {
            let (min, max) = (bounds.min(), bounds.max());
            let reach = [0, 1, 2].each(|axis: usize| {
                (max[axis] - middle[axis])
                    .abs()
                    .max((middle[axis] - min[axis]).abs())
            });
            SLACK * length(&reach)
        });
        let rounding = count as f64 * U;
        let relative = SLACK * (3.0 * U + rounding * rounding) * sizes;
        // Each product may also have an error of half the least float, by underflow. Products of such errors with
        // coordinates and their products are at most this number times a power of `radius` + 1.
        let below_floats = SMALLEST * (4.0 + count as f64);
        Self {
            middle,
            volume: volume.total() / 6.0,
            first: first.each(|sum| sum.total() / 24.0),
            second: second.each(|sum| sum.total() / 120.0),
            errors: [1, 2, 3].each(|power| {
                SLACK * relative * product(radius, power)
                    + below_floats * product(1.0 + radius, power)
            }),
        }
    }

    /// Returns the properties about the centroid.
    fn result(&self) -> MassProperties {
        let [volume_error, first_error, second_error] = self.errors;
        let mut properties = MassProperties {
            volume: self.volume,
            volume_error,
            centroid: None,
            centroid_error: f64::INFINITY,
            inertia: None,
            inertia_error: f64::INFINITY,
        };
        let certain = self.volume.abs() - volume_error;
        // If the computation overflowed, `certain` may be NaN. Then the volume counts as not larger than its error
        // bound, too.
        if certain.is_nan() || certain <= 0.0 {
            return properties;
        }
        let offset = self.first.each(|first| first / self.volume);
        let farthest = largest(&offset);
        let offset_error = SLACK
            * ((first_error + farthest * volume_error + SMALLEST) / certain + U * farthest)
            + SMALLEST;
        let centroid = add(&self.middle, &offset);
        properties.centroid = Some(centroid);
        properties.centroid_error = offset_error + 2.0 * U * largest(&centroid);
        let mut central = [0.0; 6];
        for ((entry, [i, j]), second) in central.iter_mut().zip(ENTRIES).zip(self.second) {
            *entry = second - self.first[i] * offset[j];
        }
        let moment = largest(&self.first);
        let central_error = second_error
            + moment * offset_error
            + (farthest + offset_error) * first_error
            + 2.0 * U * moment * farthest
            + 2.0 * U * largest(&central)
            + 8.0 * SMALLEST;
        let [xx, yy, zz, xy, xz, yz] = central;
        // The entries are subtracted from zero, not negated, because the negative of 0 would be −0.
        let inertia = [
            [yy + zz, 0.0 - xy, 0.0 - xz],
            [0.0 - xy, xx + zz, 0.0 - yz],
            [0.0 - xz, 0.0 - yz, xx + yy],
        ];
        let error = SLACK * 2.0 * (central_error + U * largest(&central));
        if inertia.as_flattened().iter().all(|entry| entry.is_finite()) && error.is_finite() {
            properties.inertia = Some(inertia);
            properties.inertia_error = error;
        }
        properties
    }
}

/// Returns the product of `power` equal factors.
fn product(factor: f64, power: usize) -> f64 {
    (0..power).fold(1.0, |product, _| product * factor)
}

/// Returns the largest magnitude of a number in a list.
fn largest(numbers: &[f64]) -> f64 {
    numbers
        .iter()
        .fold(0.0, |most, number| most.max(number.abs()))
}
