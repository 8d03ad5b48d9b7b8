//! Computes sections and volumes of integer meshes in rational arithmetic, independently of the library.

use dashu_int::IBig;
use dashu_ratio::RBig;
use transect::Side;

use crate::cutting::families::cross;
use crate::cutting::meshes::{Grid, determinant, sub};

fn rational(value: i64) -> RBig {
    RBig::from(IBig::from(value))
}

fn ratio(numerator: i64, denominator: i64) -> RBig {
    rational(numerator) / rational(denominator)
}

pub(crate) fn exact(value: f64) -> RBig {
    RBig::try_from(value).expect("a finite value")
}

pub(crate) fn abs(value: RBig) -> RBig {
    if value < RBig::ZERO { -value } else { value }
}

fn value(plane: &[i64; 4], p: &[i64; 3]) -> i64 {
    plane[0] * p[0] + plane[1] * p[1] + plane[2] * p[2] + plane[3]
}

/// Returns six times the volume in front of a plane and six times the volume behind it.
///
/// The sum is over the tetrahedra between a point o of the plane and each triangle. Caps add nothing, because their
/// plane contains o. The plane passes through o, so it divides a tetrahedron in the same ratio as its triangle: the
/// share of the volume in front equals the share of the triangle's area in front. If a single corner is in front, two
/// edges of the triangle start there. The share is then the product of the fractions of their lengths that lie in
/// front.
pub(crate) fn sixfold_volumes(grid: &Grid, plane: &[i64; 4]) -> [RBig; 2] {
    let normal = [plane[0], plane[1], plane[2]];
    let squared: i64 = normal.iter().map(|c| c * c).sum();
    let mut volumes = [RBig::ZERO, RBig::ZERO];
    for corners in grid.corners() {
        let [a, b, c] = corners;
        let values = corners.map(|p| value(plane, &p));
        let area = cross(&sub(&b, &a), &sub(&c, &a));
        // Let o = −d·n/|n|², and let (a, b, c) be the triangle. Then |n|²·det(a − o, b − o, c − o) is
        // |n|²·det(a, b, c) + d·`along`, where `along` is n·((b − a) × (c − a)).
        let along: i64 = (0..3).map(|axis| normal[axis] * area[axis]).sum();
        let spanned = ratio(
            determinant(&a, &b, &c) * squared + plane[3] * along,
            squared,
        );
        let share = front_share(&values);
        volumes[0] += &spanned * &share;
        volumes[1] += spanned * (RBig::ONE - share);
    }
    volumes
}

/// Returns the fraction of a triangle's area that lies in front. `values` are n·p + d at its corners.
fn front_share(values: &[i64; 3]) -> RBig {
    let alone = |sign: i64| {
        let on_that_side: Vec<usize> = (0..3).filter(|&i| sign * values[i] > 0).collect();
        match on_that_side[..] {
            [corner] => {
                let (v, next, last) = (
                    values[corner],
                    values[(corner + 1) % 3],
                    values[(corner + 2) % 3],
                );
                Some(ratio(v, v - next) * ratio(v, v - last))
            }
            _ => None,
        }
    };
    let (front, back) = (
        values.iter().filter(|&&v| v > 0).count(),
        values.iter().filter(|&&v| v < 0).count(),
    );
    match (front, back) {
        (0, 0) => ratio(1, 2), // the plane contains the tetrahedron, so its volume is zero and any fraction is right
        (_, 0) => RBig::ONE,
        (0, _) => RBig::ZERO,
        (1, _) => alone(1).expect("one corner in front"),
        _ => RBig::ONE - alone(-1).expect("one corner behind"),
    }
}

/// Returns the axis on which a normal is largest, and the two other axes. Seen from the front of the plane, the
/// rotation from the first to the second of the other axes is counter-clockwise.
fn shadow_axes(plane: &[i64; 4]) -> (usize, [usize; 2]) {
    let axis = (0..3)
        .rev()
        .max_by_key(|&axis| plane[axis].abs())
        .expect("three axes");
    let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
    (
        axis,
        if plane[axis] > 0 {
            [next, last]
        } else {
            [last, next]
        },
    )
}

/// Returns twice the area of the section's shadow, and the axis of the projection. The shadow is the projection of the
/// section along the axis on which the plane's normal is largest. Points on the plane count as lying on the side `on`.
/// The area is computed by the shoelace formula over the points where edges of triangles change sides.
pub(crate) fn doubled_shadow(grid: &Grid, plane: &[i64; 4], on: Side) -> (RBig, usize) {
    let (axis, axes) = shadow_axes(plane);
    let in_front = |v: i64| v > 0 || v == 0 && on == Side::Front;
    let mut doubled = RBig::ZERO;
    for corners in grid.corners() {
        let values = corners.map(|p| value(plane, &p));
        let mut leaves = None;
        let mut enters = None;
        for from in 0..3 {
            let to = (from + 1) % 3;
            let (v, w) = (values[from], values[to]);
            let slot = match (in_front(v), in_front(w)) {
                (true, false) => &mut leaves,
                (false, true) => &mut enters,
                _ => continue,
            };
            let along = ratio(v, v - w);
            *slot = Some(axes.map(|axis| {
                let (p, q) = (corners[from][axis], corners[to][axis]);
                rational(p) + &along * rational(q - p)
            }));
        }
        if let (Some([x, y]), Some([z, w])) = (leaves, enters) {
            doubled += x * w - y * z;
        }
    }
    (doubled, axis)
}

/// Returns a bound on the rounding error of a half's volume. `largest` is the largest absolute coordinate of the mesh,
/// and `area` the area of the mesh and its caps.
///
/// Let u = 2⁻⁵³, m the largest absolute coordinate, and A the area of the mesh and its caps. Each coordinate of a cut
/// vertex is off by at most u·m. So the vertex is off by less than 2u·m, which changes the volume by less than
/// 2·(2u·m)·A. Summing the volume about a point within the bounding box adds an error of at most 16u times the sum of
/// the terms, which is at most 12·m·A.
pub(crate) fn volume_bound(largest: f64, area: f64) -> RBig {
    exact(2.0_f64.powi(-53) * (2.0 * 2.0 + 16.0 * 12.0) * largest * area)
}

/// Returns a bound on the rounding error of a section's area. `largest` is the largest absolute coordinate, `length`
/// the total length of the section's loops, and `points` the number of their points.
///
/// Let u = 2⁻⁵³, m the largest absolute coordinate, p the total length of the loops, and n the number of their points.
/// Rounding moves a point by less than 2u·m, which changes the area by about 2u·m·p at most; the test allows 384u·m·p.
/// Summing the terms of the area changes it by at most u·(n + 8) times the sum of their magnitudes. There is one term
/// per edge. The term is at most 4·m·(length of the edge), because coordinates relative to the first point are at most
/// 2m. So the magnitudes add up to at most 4·m·p. The bound is twice the sum of these two errors, because areas are
/// compared after a projection, which changes them by a factor of at most √3.
pub(crate) fn area_bound(largest: f64, length: f64, points: usize) -> RBig {
    let u = 2.0_f64.powi(-53);
    exact(2.0 * u * largest * length * (384.0 + 4.0 * (points as f64 + 8.0)))
}
