//! Compares overlaps of shapes with corners with an oracle, an independent exact computation in big integers. Two
//! shapes overlap exactly if the origin is in the hull of the differences of their corners (each corner of one minus
//! each corner of the other). By Carathéodory's theorem, the origin is then in the hull of some D + 1 of these
//! differences, where D is the dimension.

use std::cmp::Ordering;

use transect::{Parallelepiped, Polytope, Segment, Separation, Triangle, overlap, separation};

use crate::families::Family;
use crate::oracle::number::{Exact, dot, exact};
use crate::oracle::questions::{agree, any_width};
use crate::random::Random;

pub(crate) fn cross(a: &[Exact], b: &[Exact]) -> Vec<Exact> {
    let minor = |i: usize, j: usize| &(&a[i] * &b[j]) - &(&a[j] * &b[i]);
    if a.len() == 2 {
        return vec![minor(0, 1)];
    }
    vec![minor(1, 2), minor(2, 0), minor(0, 1)]
}

pub(crate) fn is_zero(vector: &[Exact]) -> bool {
    vector.iter().all(Exact::is_zero)
}

pub(crate) fn holds_origin(vectors: &[Vec<Exact>]) -> bool {
    let across_all = |a: &Vec<Exact>| vectors.iter().map(|b| cross(a, b)).collect();
    let crosses: Vec<Vec<Vec<Exact>>> = vectors.iter().map(across_all).collect();
    for (i, a) in vectors.iter().enumerate() {
        if is_zero(a) {
            return true;
        }
        for (j, b) in vectors.iter().enumerate().skip(i + 1) {
            let ab = &crosses[i][j];
            if is_zero(ab) {
                if dot(a, b).sign().is_lt() {
                    return true;
                }
                continue;
            }
            for (k, c) in vectors.iter().enumerate().skip(j + 1) {
                let (bc, ca) = (&crosses[j][k], &crosses[k][i]);
                let volume = if a.len() == 2 {
                    Ordering::Equal
                } else {
                    dot(ab, c).sign()
                };
                if volume.is_eq() {
                    let same = |x: &[Exact], y: &[Exact]| dot(x, y).sign().is_gt();
                    if same(ab, bc) && same(bc, ca) && same(ca, ab) {
                        return true;
                    }
                    continue;
                }
                // Each two of a, b and c give a plane through the origin. The origin is inside the tetrahedron a, b, c,
                // d if for each of these three planes, d and the third of a, b and c lie on different sides.
                let is_opposite = |d: &Vec<Exact>| {
                    let normals = [ab, bc, ca];
                    normals
                        .iter()
                        .all(|normal| dot(normal, d).sign() == volume.reverse())
                };
                if vectors[k + 1..].iter().any(is_opposite) {
                    return true;
                }
            }
        }
    }
    false
}

fn ask<const D: usize>(
    a: &impl Polytope<D>,
    b: &impl Polytope<D>,
    case: &impl std::fmt::Debug,
    has_witness: bool,
) -> Result<(), String> {
    let corners = |shape: &dyn Polytope<D>| -> Vec<Vec<Exact>> {
        let corner = |index: usize| {
            let terms = shape.corner(index).terms.map(|term| exact(&term));
            let sum = |axis: usize| {
                terms
                    .iter()
                    .fold(Exact::of(0.0), |sum, term| &sum + &term[axis])
            };
            (0..D).map(sum).collect()
        };
        (0..shape.corner_count()).map(corner).collect()
    };
    let (p, q) = (corners(a), corners(b));
    let minus = |p: &[Exact], q: &[Exact]| p.iter().zip(q).map(|(p, q)| p - q).collect();
    let differences: Vec<Vec<Exact>> = p
        .iter()
        .flat_map(|p| q.iter().map(move |q| minus(p, q)))
        .collect();
    let truth = holds_origin(&differences);
    agree([overlap(a, b), overlap(b, a)], [truth; 2], case)?;
    if !has_witness {
        return Ok(());
    }
    match separation(a, b) {
        Separation::Overlapping { depth, axis } => {
            agree(truth, true, case)?;
            let length: f64 = axis.iter().map(|c| c * c).sum();
            agree(
                depth >= 0.0 && (length - 1.0).abs() < 1e-15,
                true,
                &(depth, axis, case),
            )
        }
        Separation::Apart { axis } => {
            agree(truth, false, case)?;
            let Some(axis) = axis else { return Ok(()) };
            let axis = exact(&axis);
            let separates = differences.iter().all(|v| dot(&axis, v).sign().is_lt());
            agree(separates, true, &(axis, case))
        }
    }
}

pub(crate) fn shapes<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let [a, b, mut c] = case.points;
    let [mut d, mut e, f] = any_width::<D>(family, random).points;
    let middle =
        |a: [f64; D], b: [f64; D]| std::array::from_fn(|axis| 0.5 * a[axis] + 0.5 * b[axis]);
    // The points are changed so that the two shapes touch or almost touch, at a corner or in the middle of an edge.
    match random.below(6) {
        0 => d = a,
        1 => d = middle(a, b),
        2 => e = middle(middle(a, b), c),
        3 => c = a,
        _ => {}
    }
    let has_witness = random.one_in(4);
    let place = ([a, b, c], [d, e, f]);
    match random.below(4) {
        0 => ask(
            &d,
            &Triangle::new([a, b, c]).expect("finite points"),
            &place,
            has_witness,
        ),
        1 => ask(
            &Segment::new(a, b).expect("finite points"),
            &Segment::new(d, e).expect("finite points"),
            &place,
            has_witness,
        ),
        2 if D == 2 => {
            let mut half_axes = [[0.0; D]; D];
            half_axes[0] = b;
            half_axes[1] = c;
            let slanted = Parallelepiped::new(a, half_axes).map_err(|error| error.to_string())?;
            ask(
                &slanted,
                &Segment::new(d, e).expect("finite points"),
                &place,
                has_witness,
            )
        }
        _ => ask(
            &Triangle::new([a, b, c]).expect("finite points"),
            &Segment::new(d, e).expect("finite points"),
            &place,
            has_witness,
        ),
    }
}
