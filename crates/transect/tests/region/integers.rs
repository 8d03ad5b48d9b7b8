//! Half-spaces with small integer coefficients, and brute-force computations with them.

use transect::Plane;

/// The half-space n·x + d ≥ 0, as the integers (n, d).
pub(crate) type Half = ([i128; 3], i128);

pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    pub(crate) fn integer(&mut self, bound: i128) -> i128 {
        i128::from(self.below(2 * bound as u64 + 1)) - bound
    }
}

pub(crate) fn determinant(rows: [[i128; 3]; 3]) -> i128 {
    let [a, b, c] = rows;
    a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
}

/// Returns `true` if some point is in all of these 3D half-spaces. Their intersection must be bounded.
pub(crate) fn has_point(halves: &[Half]) -> bool {
    let count = halves.len();
    for i in 0..count {
        for j in i + 1..count {
            for k in j + 1..count {
                let rows = [i, j, k].map(|index| halves[index]);
                let divisor = determinant(rows.map(|(normal, _)| normal));
                if divisor == 0 {
                    continue;
                }
                // By Cramer's rule, `corner` divided by `divisor` is the common point of the three planes.
                let corner: [i128; 3] = std::array::from_fn(|axis| {
                    determinant(rows.map(|(mut normal, offset)| {
                        normal[axis] = -offset;
                        normal
                    }))
                });
                let sign = divisor.signum();
                if halves.iter().all(|(normal, offset)| {
                    let value: i128 = (0..3).map(|axis| normal[axis] * corner[axis]).sum();
                    sign * (value + offset * divisor) >= 0
                }) {
                    return true;
                }
            }
        }
    }
    false
}

pub(crate) fn halves_of_box(min: [i128; 3], max: [i128; 3]) -> Vec<Half> {
    let mut halves = Vec::new();
    for axis in 0..3 {
        let mut normal = [0; 3];
        normal[axis] = 1;
        halves.push((normal, -min[axis]));
        normal[axis] = -1;
        halves.push((normal, max[axis]));
    }
    halves
}

pub(crate) fn random_halves(random: &mut Random, dimension: usize) -> Vec<Half> {
    let count = 1 + random.below(6);
    let size = [1, 2, 4][random.below(3) as usize];
    (0..count)
        .map(|_| {
            loop {
                let mut normal = [0; 3].map(|_: i128| random.integer(size));
                normal[dimension..].fill(0);
                if normal != [0; 3] {
                    return (normal, random.integer(3 * size));
                }
            }
        })
        .collect()
}

pub(crate) fn plane<const D: usize>((normal, offset): &Half, scale: f64) -> Plane<D> {
    let normal = std::array::from_fn(|axis| normal[axis] as f64 * scale);
    Plane::new(normal, *offset as f64 * scale).expect("a plane")
}

/// Returns many half-spaces whose planes pass through one point (the apex) or near it. Together they form a cone, often
/// a flat one; a few half-spaces are reversed. Also returns the apex, and a direction from it into the cone. In 2D, z
/// is zero in all vectors.
pub(crate) fn many_halves(
    random: &mut Random,
    dimension: usize,
) -> (Vec<Half>, [i128; 3], [i128; 3]) {
    let mut vector = |size| {
        let mut vector = [0; 3].map(|_: i128| random.integer(size));
        vector[dimension..].fill(0);
        vector
    };
    let (apex, inward) = (vector(3), vector(2));
    let mut halves: Vec<Half> = Vec::new();
    let dot = |a: &[i128; 3], b: &[i128; 3]| (0..3).map(|axis| a[axis] * b[axis]).sum::<i128>();
    let mut normals: Vec<[i128; 3]> = (0..60).map(|_| vector(4)).collect();
    normals.retain(|normal| *normal != [0; 3] && dot(normal, &inward) >= 0);
    normals.truncate(9 + random.below(6) as usize);
    for mut normal in normals {
        let moved = [0, 0, 0, 1][random.below(4) as usize];
        let mut offset = moved - dot(&normal, &apex);
        if random.below(60) == 0 {
            normal = normal.map(|c| -c);
            offset = -offset;
        }
        halves.push((normal, offset));
    }
    (halves, apex, inward)
}
