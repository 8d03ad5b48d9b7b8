//! Tests of two shapes that are boxes or parallelepipeds: separating axes in floats, with bounds on their errors.
//!
//! The Minkowski difference of two parallelepipeds consists of all differences between a point of one and a point of
//! the other. It is a zonotope, a sum of 2·D segments. The vectors of these segments, called generators, are the
//! doubled half-axes of both parallelepipeds. If the zonotope has a volume, the normals of its faces are cross products
//! of two generators. So the shapes overlap exactly if |w·2Δc| ≤ Σ|w·g| holds for each such product w, where Δc is the
//! difference of the centers. If one of these inequalities is strict, the zonotope has a volume.

use transect_exact::arrays::array;
use transect_exact::unit::U;
use transect_exact::vector::{cross, dot};

use crate::aabb::Aabb;
use crate::parallelepiped::Parallelepiped;

// # The bound of a gap
//
// With k for Δc, let Rᵢ be |2kᵢ| + Σ|gᵢ|. A generator has a relative error ≤ u, and 2k an error ≤ 3uRᵢ (for a box and a
// center c, it is (min − c) + (max − c)). Each side of the inequality is a sum of determinants whose products are
// together ≤ 6·R₀R₁R₂. Their relative errors are 3u + 3u for the entries, 5u for the determinant and 5u for the sum. So
// the error is below 6·16u·R₀R₁R₂; the bound is 6·32u·R₀R₁R₂. If w is a cross product with an edge of a box, both sides
// are divided by the length of the edge, and the bound is 2·32u·RᵢRⱼ. If a box has a size on each axis, the zonotope
// always has a volume.

/// A factor in the error bound of every gap |w·2Δc| − Σ|w·g|: 32u, with u = 2⁻⁵³. The bound is a small multiple of this
/// factor times a product of reaches (see [`RANGE`]).
const GAP: f64 = 32.0 * U;

/// The range of reaches for which errors from underflow are negligible and nothing overflows. The reach on an axis
/// bounds the sums of coordinate magnitudes of both shapes.
const RANGE: core::ops::Range<f64> = 1e-60..1e60;

/// The axes for which floats do not decide whether they separate the shapes (open axes). Axis k is the normal of face k
/// of the first shape, and axis 3 + k the normal of face k of the second. Axis 6 + 3i + j is perpendicular to generator
/// i of the first shape and generator j of the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Axes {
    open: u16,
    /// `true` if |w·2Δc| < Σ|w·g| certainly holds for some axis w: the shapes overlap along this axis by more than the
    /// error.
    has_strict: bool,
}

/// The answer of the test in floats. If the first run finds that some axis is open (undecided), a second run finds out
/// which axes are open. The second run is seldom needed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Answer {
    Certain(bool),
    Open(Axes),
}

const APART: Answer = Answer::Certain(false);

impl Axes {
    const NONE: Self = Self {
        open: 0,
        has_strict: false,
    };

    pub(super) const ALL: Self = Self {
        open: 0x7fff,
        has_strict: false,
    };

    /// Takes the gap |w·2Δc| − Σ|w·g| along an axis w, and a bound on its error. Returns `true` if the axis certainly
    /// separates the shapes. Marks the axis as open unless the gap is certainly negative. If `MARKS` is `false`, one
    /// bit stands for all open axes.
    #[inline(always)]
    fn separate<const MARKS: bool>(&mut self, axis: usize, gap: f64, bound: f64) -> bool {
        // If `gap` is NaN, both comparisons are false, so the axis stays open.
        let is_strict = gap < -bound;
        if MARKS {
            self.open |= u16::from(!is_strict) << axis;
            self.has_strict |= is_strict;
        } else {
            self.open |= u16::from(!is_strict);
        }
        gap > bound
    }

    pub(super) fn contains(self, axis: usize) -> bool {
        self.open >> axis & 1 == 1
    }

    pub(super) fn has_strict(self) -> bool {
        self.has_strict
    }

    /// Returns the answer after all axes were tested and no axis separates the shapes. If axes are open but `MARKS` is
    /// `false`, it is unknown which axes are open; then `again` runs the test once more.
    #[inline]
    fn answer<const MARKS: bool>(self, again: impl FnOnce() -> Answer) -> Answer {
        if self.open == 0 {
            Answer::Certain(true)
        } else if MARKS {
            Answer::Open(self)
        } else {
            again()
        }
    }
}

/// Returns the generators of a parallelepiped: the doubled half-axes.
fn doubled<const D: usize>(shape: &Parallelepiped<D>) -> [[f64; 3]; 3] {
    let axes = shape.half_axes();
    array(|j| axes.get(j).map_or([0.0; 3], |axis| spatial(axis, 2.0)))
}

fn spatial<const D: usize>(vector: &[f64; D], factor: f64) -> [f64; 3] {
    array(|axis| vector.get(axis).map_or(0.0, |&c| factor * c))
}

/// Returns the answer of floats for a box and a parallelepiped.
#[inline]
pub(super) fn overlap_of_box<const D: usize>(a: &Aabb<D>, b: &Parallelepiped<D>) -> Answer {
    let (min, max, center) = (a.min(), a.max(), b.center());
    let (min, max, center) = (
        spatial(&min, 1.0),
        spatial(&max, 1.0),
        spatial(&center, 1.0),
    );
    let size: [f64; 3] = array(|axis| max[axis] - min[axis]);
    let between = array(|axis| (min[axis] - center[axis]) + (max[axis] - center[axis]));
    let generators = doubled(b);
    if D == 2 {
        flat_box::<false>(&size, &between, [&generators[0], &generators[1]])
    } else {
        solid_box::<false>(&size, &between, &generators)
    }
}

#[inline]
fn solid_box<const MARKS: bool>(s: &[f64; 3], d: &[f64; 3], b: &[[f64; 3]; 3]) -> Answer {
    let mut axes = Axes::NONE;
    let mut reach = [0.0; 3];
    for i in 0..3 {
        let size = s[i] + b[0][i].abs() + b[1][i].abs() + b[2][i].abs();
        reach[i] = d[i].abs() + size;
        if axes.separate::<MARKS>(i, d[i].abs() - size, GAP * reach[i]) {
            return APART;
        }
    }
    if !reach.iter().all(|reach| RANGE.contains(reach)) || s.contains(&0.0) {
        return Answer::Open(Axes::ALL);
    }
    let normals: [[f64; 3]; 3] = array(|k| cross(&b[(k + 1) % 3], &b[(k + 2) % 3]));
    let volume = dot(&normals[0], &b[0]).abs();
    let bound = 6.0 * GAP * reach[0] * reach[1] * reach[2];
    for (k, n) in normals.iter().enumerate() {
        let size = volume + n[0].abs() * s[0] + n[1].abs() * s[1] + n[2].abs() * s[2];
        if axes.separate::<MARKS>(3 + k, dot(n, d).abs() - size, bound) {
            return APART;
        }
    }
    for [i, k, l] in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
        let bound = 2.0 * GAP * reach[k] * reach[l];
        for (j, g) in b.iter().enumerate() {
            let height = (d[l] * g[k] - d[k] * g[l]).abs();
            let size = s[k] * g[l].abs()
                + s[l] * g[k].abs()
                + normals[(j + 1) % 3][i].abs()
                + normals[(j + 2) % 3][i].abs();
            // If the two edges are parallel, no axis is defined by them.
            if (g[k] != 0.0 || g[l] != 0.0)
                && axes.separate::<MARKS>(6 + 3 * i + j, height - size, bound)
            {
                return APART;
            }
        }
    }
    axes.answer::<MARKS>(|| solid_box::<true>(s, d, b))
}

#[inline]
fn flat_box<const MARKS: bool>(s: &[f64; 3], d: &[f64; 3], b: [&[f64; 3]; 2]) -> Answer {
    let mut axes = Axes::NONE;
    let mut reach = [0.0; 2];
    for i in 0..2 {
        let size = s[i] + b[0][i].abs() + b[1][i].abs();
        reach[i] = d[i].abs() + size;
        if axes.separate::<MARKS>(i, d[i].abs() - size, GAP * reach[i]) {
            return APART;
        }
    }
    if !reach.iter().all(|reach| RANGE.contains(reach)) || s[..2].contains(&0.0) {
        return Answer::Open(Axes::ALL);
    }
    let bound = 2.0 * GAP * reach[0] * reach[1];
    let area = (b[0][0] * b[1][1] - b[0][1] * b[1][0]).abs();
    for (k, g) in b.into_iter().enumerate() {
        let height = (g[0] * d[1] - g[1] * d[0]).abs();
        let size = area + s[0] * g[1].abs() + s[1] * g[0].abs();
        if axes.separate::<MARKS>(3 + k, height - size, bound) {
            return APART;
        }
    }
    axes.answer::<MARKS>(|| flat_box::<true>(s, d, b))
}

/// Returns the answer of floats for two parallelepipeds.
#[inline]
pub(super) fn overlap_of_parallelepipeds<const D: usize>(
    a: &Parallelepiped<D>,
    b: &Parallelepiped<D>,
) -> Answer {
    let (p, q) = (a.center(), b.center());
    let between = array(|axis| match (p.get(axis), q.get(axis)) {
        (Some(p), Some(q)) => 2.0 * (p - q),
        _ => 0.0,
    });
    pair::<D>(&doubled(a), &doubled(b), &between)
}

#[inline]
fn pair<const D: usize>(a: &[[f64; 3]; 3], b: &[[f64; 3]; 3], d: &[f64; 3]) -> Answer {
    let mut reach = [0.0; 3];
    for i in 0..D {
        let sizes = a.iter().chain(b).map(|g| g[i].abs());
        let size = sizes.fold(0.0, |sum, size| sum + size);
        reach[i] = d[i].abs() + size;
        if d[i].abs() - size > GAP * reach[i] {
            return APART;
        }
    }
    if !reach[..D].iter().all(|reach| RANGE.contains(reach)) {
        return Answer::Open(Axes::ALL);
    }
    if D == 2 {
        flat_pair::<false>([&a[0], &a[1]], [&b[0], &b[1]], d, &reach)
    } else {
        solid_pair::<false>(a, b, d, &reach)
    }
}

#[inline]
fn solid_pair<const MARKS: bool>(
    a: &[[f64; 3]; 3],
    b: &[[f64; 3]; 3],
    d: &[f64; 3],
    reach: &[f64; 3],
) -> Answer {
    let mut axes = Axes::NONE;
    let bound = 6.0 * GAP * reach[0] * reach[1] * reach[2];
    let faces =
        |g: &[[f64; 3]; 3]| -> [[f64; 3]; 3] { array(|k| cross(&g[(k + 1) % 3], &g[(k + 2) % 3])) };
    // The values |n·g| for the face normals n of one shape and the generators g of the other.
    let across = |n: &[[f64; 3]; 3], g: &[[f64; 3]; 3]| -> [[f64; 3]; 3] {
        array(|k| array(|j| dot(&n[k], &g[j]).abs()))
    };
    let of_a = faces(a);
    let of_a_on_b = across(&of_a, b);
    let volume = dot(&of_a[0], &a[0]).abs();
    for k in 0..3 {
        let size = volume + of_a_on_b[k][0] + of_a_on_b[k][1] + of_a_on_b[k][2];
        if axes.separate::<MARKS>(k, dot(&of_a[k], d).abs() - size, bound) {
            return APART;
        }
    }
    let of_b = faces(b);
    let of_b_on_a = across(&of_b, a);
    let volume = dot(&of_b[0], &b[0]).abs();
    for k in 0..3 {
        let size = volume + of_b_on_a[k][0] + of_b_on_a[k][1] + of_b_on_a[k][2];
        if axes.separate::<MARKS>(3 + k, dot(&of_b[k], d).abs() - size, bound) {
            return APART;
        }
    }
    for j in 0..3 {
        let across = cross(&b[j], d);
        for i in 0..3 {
            let size = of_a_on_b[(i + 1) % 3][j]
                + of_a_on_b[(i + 2) % 3][j]
                + of_b_on_a[(j + 1) % 3][i]
                + of_b_on_a[(j + 2) % 3][i];
            let gap = dot(&a[i], &across).abs() - size;
            let is_strict = gap < -bound;
            if !is_strict && are_along_one_axis(&a[i], &b[j]) {
                continue;
            }
            if axes.separate::<MARKS>(6 + 3 * i + j, gap, bound) {
                return APART;
            }
        }
    }
    axes.answer::<MARKS>(|| solid_pair::<true>(a, b, d, reach))
}

/// Returns `true` if both vectors are along the same coordinate axis. Then they are exactly parallel, and their cross
/// product is not an axis to test.
#[cold]
fn are_along_one_axis(a: &[f64; 3], b: &[f64; 3]) -> bool {
    (0..3).any(|axis| (0..3).all(|i| i == axis || (a[i] == 0.0 && b[i] == 0.0)))
}

#[inline]
fn flat_pair<const MARKS: bool>(
    a: [&[f64; 3]; 2],
    b: [&[f64; 3]; 2],
    d: &[f64; 3],
    reach: &[f64; 3],
) -> Answer {
    let mut axes = Axes::NONE;
    let bound = 2.0 * GAP * reach[0] * reach[1];
    let minor = |g: &[f64; 3], h: &[f64; 3]| (g[0] * h[1] - g[1] * h[0]).abs();
    let on: [[f64; 2]; 2] = array(|i| array(|j| minor(a[i], b[j])));
    let area = minor(a[0], a[1]);
    for i in 0..2 {
        if axes.separate::<MARKS>(i, minor(a[i], d) - (area + on[i][0] + on[i][1]), bound) {
            return APART;
        }
    }
    let area = minor(b[0], b[1]);
    for j in 0..2 {
        if axes.separate::<MARKS>(3 + j, minor(b[j], d) - (area + on[0][j] + on[1][j]), bound) {
            return APART;
        }
    }
    axes.answer::<MARKS>(|| flat_pair::<true>(a, b, d, reach))
}
