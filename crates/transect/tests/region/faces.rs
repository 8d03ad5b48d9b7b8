//! Computes the corners and faces of regions inside a large box, by brute force in integers.

use std::collections::BTreeSet;

use crate::region::integers::{Half, determinant};

/// Half the size of the large box around a region. Apart from a common factor of a plane, the coefficients of normals
/// are at most 4, and offsets at most 12. By Cramer's rule, a coordinate of a vertex is a quotient of two integers. The
/// numerator has six terms, so it is at most 6·4·4·12 = 1152, and every vertex is inside the box.
pub(crate) const FAR: i128 = 10_000;

/// A corner of a region: its homogeneous coordinates x, y, z and a positive w (the point (x, y, z)/w), and the indices
/// of the planes through it.
#[derive(Clone, Debug)]
pub(crate) struct Corner {
    pub(crate) at: [i128; 4],
    pub(crate) planes: BTreeSet<usize>,
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

pub(crate) fn corners(halves: &[Half]) -> Vec<Corner> {
    let mut corners: Vec<Corner> = Vec::new();
    let count = halves.len();
    for i in 0..count {
        for j in i + 1..count {
            for k in j + 1..count {
                let rows = [i, j, k].map(|index| halves[index]);
                let divisor = determinant(rows.map(|(normal, _)| normal));
                if divisor == 0 {
                    continue;
                }
                let mut at = [divisor; 4];
                for (axis, coordinate) in at[..3].iter_mut().enumerate() {
                    *coordinate = determinant(rows.map(|(mut normal, offset)| {
                        normal[axis] = -offset;
                        normal
                    }));
                }
                let common = at.iter().fold(0, |a, &b| gcd(a, b)) * divisor.signum();
                let at = at.map(|c| c / common);
                let value = |(n, d): &Half| n[0] * at[0] + n[1] * at[1] + n[2] * at[2] + d * at[3];
                if corners.iter().any(|corner| corner.at == at)
                    || halves.iter().any(|half| value(half) < 0)
                {
                    continue;
                }
                let planes = (0..count)
                    .filter(|&index| value(&halves[index]) == 0)
                    .collect();
                corners.push(Corner { at, planes });
            }
        }
    }
    corners
}

/// Returns the dimension of the affine space that the corners span. This is the rank of their homogeneous coordinates,
/// minus one.
fn dimension<'a>(corners: impl Iterator<Item = &'a Corner>) -> i32 {
    let mut basis: Vec<[i128; 4]> = Vec::new();
    for corner in corners {
        let mut row = corner.at;
        for known in &basis {
            let lead = known.iter().position(|&c| c != 0).expect("not zero");
            let (a, b) = (known[lead], row[lead]);
            row = std::array::from_fn(|axis| row[axis] * a - known[axis] * b);
            let common = row.iter().fold(0, |a, &b| gcd(a, b)).max(1);
            row = row.map(|c| c / common);
        }
        if row != [0; 4] {
            basis.push(row);
            basis.sort_by_key(|row| row.iter().position(|&c| c != 0));
        }
    }
    basis.len() as i32 - 1
}

pub(crate) type Planes = BTreeSet<usize>;

/// Returns the vertices (`wanted` = 0), edges (1) or faces (2) of a region. Each of them is given by the set of all
/// planes that contain it. Only the first `count` planes are listed, so the planes of the large box are left out.
pub(crate) fn faces(corners: &[Corner], count: usize, wanted: i32) -> BTreeSet<Planes> {
    let own = |planes: &Planes| -> Planes { planes.range(..count).copied().collect() };
    let mut sets: BTreeSet<Planes> = corners.iter().map(|corner| own(&corner.planes)).collect();
    // The planes that contain a face are those through all of its corners. Four well-chosen corners are enough: a plane
    // through these contains the face. So two rounds of pairwise intersections of the corners' sets of planes suffice.
    for _ in 0..2 {
        let known: Vec<Planes> = sets.iter().cloned().collect();
        for a in &known {
            for b in &known {
                sets.insert(a.intersection(b).copied().collect());
            }
        }
    }
    let of_face = |set: &Planes| {
        let on_all: Vec<&Corner> = corners
            .iter()
            .filter(|c| c.planes.is_superset(set))
            .collect();
        let common = on_all
            .iter()
            .map(|corner| own(&corner.planes))
            .reduce(|a, b| a.intersection(&b).copied().collect());
        common.as_ref() == Some(set) && dimension(on_all.into_iter()) == wanted
    };
    sets.into_iter()
        .filter(|set| !set.is_empty() && of_face(set))
        .collect()
}
