//! Bounds on the differences in volume, first moments and area that rounding may cause between a mesh and its
//! parts.

use crate::arrays::Few as _;
use crate::mesh::indexed::Mesh;
use crate::mesh::measure::{Sum, triangle_area};
use crate::predicates::unit::U;
use crate::vector::{add, cross, sub};

/// A computed difference that is zero in exact arithmetic, with the largest value that rounding explains. An example is
/// the volume of a mesh minus the volumes of its two halves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Residual {
    /// The difference that was computed.
    pub found: f64,
    /// The largest difference that rounding explains.
    pub bound: f64,
}

impl Residual {
    /// Returns `true` if rounding explains the difference.
    #[must_use]
    pub fn is_explained(&self) -> bool {
        self.found <= self.bound
    }
}

/// The largest differences that rounding explains between a mesh and its parts: in volume, in first moments and in
/// area.
pub(in crate::mesh) struct Explained {
    pub(in crate::mesh) volume: f64,
    pub(in crate::mesh) first: f64,
    pub(in crate::mesh) area: f64,
}

impl Explained {
    /// Computes bounds on the differences between the input and its parts from the volumes, moments and areas of the
    /// input and of all parts, such as two halves. `displacement` is the largest distance δ by which rounding moved a
    /// vertex.
    ///
    /// In exact arithmetic, all parts together are the input with subdivided triangles, plus caps that cancel. Moving
    /// one vertex by δ changes the volume by at most δ/3 times the area of the triangles at the vertex. Each triangle
    /// belongs to three vertices. So moving all vertices by at most δ, one after another, changes the volume by at most
    /// δ·A, where A bounds the total area during the moves. The area of each triangle grows by at most δ·perimeter +
    /// 2δ².
    ///
    /// Rounding a part to f32 may have removed triangles that lay back to back with triangles of the input. Doubling
    /// the bound δ·A on the change of the volume covers these triangles. For the first moments about a point, the bound
    /// is multiplied by R, the largest distance from the point. The evaluation itself has rounding errors of at most
    /// 16u times the sum of the magnitudes of all terms (20u for the first moments), with u = 2⁻⁵³.
    pub(in crate::mesh) fn of(sums: &[&Sums], displacement: f64) -> Self {
        let total = |part: fn(&Sums) -> f64| sums.iter().map(|s| part(s)).sum::<f64>();
        let radius = sums.iter().fold(0.0_f64, |m, s| m.max(s.radius)) + displacement;
        let growth =
            displacement * (total(|s| s.perimeter) + 2.0 * displacement * total(|s| s.count));
        let moved = 2.0 * displacement * (total(|s| s.area) + growth);
        let evaluated = total(|s| s.magnitude) / 6.0;
        Self {
            volume: moved + 16.0 * U * evaluated,
            first: radius * (moved + 20.0 * U * evaluated),
            area: 2.0 * growth + 16.0 * U * total(|s| s.area),
        }
    }
}

/// The volume, first moments and area of a mesh, with the quantities that bound their rounding errors.
#[derive(Debug, Default)]
pub(in crate::mesh) struct Sums {
    pub(in crate::mesh) area: f64,
    pub(in crate::mesh) volume: f64,
    pub(in crate::mesh) first: [f64; 3],
    /// Σ (|x| + |y| + |z|) over the edges of all triangles, where (x, y, z) is the vector of an edge.
    pub(in crate::mesh) perimeter: f64,
    /// Σ |aᵢ|·(|bⱼcₖ| + |bₖcⱼ|) over all triangles abc and all axes i, where j and k are the two axes after i in the
    /// cyclic order x, y, z. The same sum with signs, Σ aᵢ·(bⱼcₖ − bₖcⱼ), is six times the volume.
    pub(in crate::mesh) magnitude: f64,
    pub(in crate::mesh) radius: f64,
    pub(in crate::mesh) count: f64,
}

impl Sums {
    pub(in crate::mesh) fn of(mesh: &Mesh, middle: &[f64; 3]) -> Self {
        let mut sums = Self {
            count: mesh.triangles().len() as f64,
            ..Self::default()
        };
        let (mut volume, mut area, mut first) =
            (Sum::default(), Sum::default(), [Sum::default(); 3]);
        for index in 0..mesh.triangles().len() {
            let [a, b, c] = mesh.corners(index).each(|corner| sub(&corner, middle));
            let edges = [sub(&b, &a), sub(&c, &b), sub(&a, &c)];
            area.add(triangle_area(&[a, b, c]));
            // The length of an edge (x, y, z) is at most |x| + |y| + |z|, so this sum is at least the sum of all
            // lengths.
            sums.perimeter += edges.as_flattened().iter().map(|c| c.abs()).sum::<f64>();
            let normal = cross(&b, &c);
            let (mut sixfold, mut magnitude) = (0.0, 0.0);
            for axis in 0..3 {
                let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
                sixfold += a[axis] * normal[axis];
                magnitude +=
                    a[axis].abs() * ((b[next] * c[last]).abs() + (b[last] * c[next]).abs());
                sums.radius = sums.radius.max(a[axis].abs());
            }
            sums.magnitude += magnitude;
            volume.add(sixfold);
            for (sum, coordinate) in first.iter_mut().zip(add(&add(&a, &b), &c)) {
                sum.add(sixfold * coordinate);
            }
        }
        sums.radius *= 2.0; // the distance from the origin is at most √3 times the largest coordinate
        sums.area = area.total();
        sums.volume = volume.total() / 6.0;
        sums.first = first.each(|sum| sum.total() / 24.0);
        sums
    }
}
