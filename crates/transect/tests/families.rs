//! The families of hard test cases (docs/exactness.md, "How it is tested").

use crate::random::{Random, power_of_two};

/// A test case: a plane and three points. The points are the ends of a segment or the corners of a triangle. The first
/// two points are also opposite corners of a box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case<const D: usize> {
    pub(crate) normal: [f64; D],
    pub(crate) offset: f64,
    pub(crate) points: [[f64; D]; 3],
}

/// The float type of the points' coordinates: f32 (`Single`) or f64 (`Double`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Width {
    Single,
    Double,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Family {
    Uniform,
    FaceContact,
    EdgeContact,
    VertexContact,
    TenthGrid,
    SixteenthGrid,
    OwnCorner,
    Ramp,
    LargeCoordinates,
    ExtremeNormals,
    NearParallel,
    SubUlpGap,
    Subnormal,
    Overflow,
    Cancellation,
    LargestErrors,
    AnyBits,
}

pub(crate) const FAMILIES: [Family; 17] = [
    Family::Uniform,
    Family::FaceContact,
    Family::EdgeContact,
    Family::VertexContact,
    Family::TenthGrid,
    Family::SixteenthGrid,
    Family::OwnCorner,
    Family::Ramp,
    Family::LargeCoordinates,
    Family::ExtremeNormals,
    Family::NearParallel,
    Family::SubUlpGap,
    Family::Subnormal,
    Family::Overflow,
    Family::Cancellation,
    Family::LargestErrors,
    Family::AnyBits,
];

impl Family {
    /// Returns a test case of this family, with f32 or f64 coordinates of points. The normal is not zero, and all
    /// numbers are finite.
    pub(crate) fn case<const D: usize>(self, width: Width, random: &mut Random) -> Case<D> {
        loop {
            let normal = simplified(self.normal(random), random);
            let points = self.points(&normal, random);
            let points = points.map(|point: [f64; D]| point.map(|c| rounded(c, width)));
            let offset = self.offset(&normal, &points, random);
            if normal != [0.0; D] && offset.is_finite() {
                return Case {
                    normal,
                    offset,
                    points,
                };
            }
        }
    }

    fn normal<const D: usize>(self, random: &mut Random) -> [f64; D] {
        let axis = random.below(D as u64) as usize;
        let scale = match self {
            Self::ExtremeNormals => random.pick(&[1e30, 1e-30]),
            Self::Subnormal => random.power_of_two(-1074, -300),
            Self::Overflow => random.power_of_two(300, 1023),
            _ => 1.0,
        };
        match self {
            Self::FaceContact => {
                let mut normal = [0.0; D];
                normal[axis] = random.pick(&[1.0, -1.0, 2.0, -3.0, 0.1, -1e-40, 7e20]);
                normal
            }
            Self::EdgeContact => {
                let mut normal = array(|| random.integer(9));
                normal[axis] = 0.0;
                normal
            }
            Self::VertexContact => array(|| random.integer(9)),
            Self::TenthGrid => {
                let step = random.pick(&[1.0, 0.1]);
                array(|| random.integer(5) * step)
            }
            Self::SixteenthGrid => array(|| random.integer(80) / 16.0),
            Self::Ramp => {
                let [run, rise] = random.pick(&[[3.0, 4.0], [0.6, 0.8], [-0.6, 0.8], [3.0, -4.0]]);
                let mut normal = [0.0; D];
                normal[axis] = run;
                normal[(axis + 1) % D] = rise;
                normal
            }
            Self::NearParallel => {
                let mut normal = array(|| random.unit() * random.power_of_two(-60, -15));
                normal[axis] = random.pick(&[1.0, -1.0, 0.7]);
                normal
            }
            Self::Cancellation => array(|| random.unit() * random.power_of_two(-20, 20)),
            // The coefficients are close to ±1. Just above a power of two, such as 1, a rounding error is largest
            // relative to the number.
            Self::LargestErrors => array(|| {
                random.pick(&[1.0, -1.0]) * (1.0 + random.integer(1 << 12) * power_of_two(-40))
            }),
            Self::AnyBits => array(|| random.any_finite()),
            _ => array(|| random.unit() * scale),
        }
    }

    fn points<const D: usize>(self, normal: &[f64; D], random: &mut Random) -> [[f64; D]; 3] {
        let scale = match self {
            Self::LargeCoordinates => random.pick(&[1e6, 1e7]),
            Self::Subnormal => random.power_of_two(-1074, -100),
            Self::Overflow => random.power_of_two(100, 1023),
            _ => 1.0,
        };
        let single = random.one_in(2);
        let mut points = array(|| match self {
            Self::FaceContact | Self::EdgeContact | Self::VertexContact => {
                array(|| random.integer(1000))
            }
            Self::TenthGrid => array(|| random.integer(50) * 0.1),
            Self::SixteenthGrid => array(|| random.integer(800) / 16.0),
            Self::Ramp => ramp_point(normal, random),
            Self::Cancellation => cancelling_point(normal, random),
            Self::LargestErrors => array(|| 1.0 + random.integer(1 << 8) * power_of_two(-23)),
            Self::AnyBits if single => array(|| random.any_finite_single()),
            Self::AnyBits => array(|| random.any_finite()),
            _ => array(|| random.unit() * scale),
        });
        if self == Self::NearParallel {
            // The box between the first two points becomes flat: both have the same coordinate on one axis.
            let axis = random.below(D as u64) as usize;
            points[1][axis] = points[0][axis];
        }
        points
    }

    fn offset<const D: usize>(
        self,
        normal: &[f64; D],
        points: &[[f64; D]; 3],
        random: &mut Random,
    ) -> f64 {
        let [a, b, _] = points;
        // `corner` is a point through which the plane is often placed: the first point, or the backmost or frontmost
        // corner of the box.
        let end = random.pick(&[0.0, 1.0, -1.0]);
        let corner = std::array::from_fn(|axis| {
            let first = match end {
                0.0 => true,
                _ => (a[axis] <= b[axis]) == (normal[axis] * end >= 0.0),
            };
            if first { a[axis] } else { b[axis] }
        });
        let touching = -dot(normal, &corner, random.one_in(2));
        match self {
            Self::Uniform => random.unit(),
            Self::TenthGrid if random.one_in(2) => random.integer(50) * 0.1,
            Self::AnyBits if random.one_in(2) => random.any_finite(),
            Self::Overflow if !touching.is_finite() => {
                random.pick(&[f64::MAX, -f64::MAX, 0.0, 1.0])
            }
            Self::Overflow => random.pick(&[touching, 0.0]),
            Self::Subnormal => touching + random.integer(2) * f64::from_bits(1),
            Self::SubUlpGap | Self::Cancellation | Self::LargestErrors => {
                let mut offset = touching;
                for _ in 0..random.below(3) {
                    offset = if random.one_in(2) {
                        offset.next_up()
                    } else {
                        offset.next_down()
                    };
                }
                offset
            }
            _ => touching,
        }
    }
}

/// Returns an integer point on a ramp of slope 3:4. If the normal is (3, ±4), all these points are on one plane
/// exactly.
fn ramp_point<const D: usize>(normal: &[f64; D], random: &mut Random) -> [f64; D] {
    let mut point = array(|| random.integer(100));
    let axis = (0..D).find(|&axis| normal[axis] != 0.0).unwrap_or(0);
    let other = (axis + 1..D)
        .find(|&axis| normal[axis] != 0.0)
        .unwrap_or(axis);
    let along = random.integer(1 << 20);
    let slope = normal[axis] / normal[other];
    let steep = slope.abs() > 1.0;
    point[axis] = if steep { 3.0 } else { 4.0 } * along;
    point[other] = if steep { -4.0 } else { -3.0 } * along * slope.signum();
    point
}

/// Returns a point p for which the products n₀·p₀ and n₁·p₁ nearly cancel each other.
fn cancelling_point<const D: usize>(normal: &[f64; D], random: &mut Random) -> [f64; D] {
    let mut point = array(|| random.unit() * random.power_of_two(-20, 20));
    let opposite = -normal[0] * point[0] / normal[1];
    if opposite.is_finite() && !random.one_in(4) {
        point[1] = opposite;
    }
    point
}

/// Returns the normal, often simplified: its coefficients keep only about 30 significant bits, or become ±1. For such
/// normals, the library has code that needs no approximate test in floats before the exact one.
fn simplified<const D: usize>(normal: [f64; D], random: &mut Random) -> [f64; D] {
    match random.below(8) {
        0 => normal.map(|c| if c == 0.0 { 0.0 } else { c.signum() }),
        1..=3 => {
            // Each coefficient keeps 31 to 27 significant bits.
            let dropped = 22 + random.below(5);
            normal.map(|c| f64::from_bits(c.to_bits() >> dropped << dropped))
        }
        _ => normal,
    }
}

fn rounded(coordinate: f64, width: Width) -> f64 {
    match width {
        Width::Single => f64::from((coordinate as f32).clamp(f32::MIN, f32::MAX)),
        Width::Double => coordinate,
    }
}

/// Returns the dot product n·p. `pairwise` selects the order of the additions, so that the rounding errors of the
/// result vary.
fn dot<const D: usize>(n: &[f64; D], p: &[f64; D], pairwise: bool) -> f64 {
    let products: [f64; D] = std::array::from_fn(|axis| n[axis] * p[axis]);
    if pairwise {
        products.iter().rev().sum()
    } else {
        products.iter().sum()
    }
}

fn array<T, const N: usize>(mut item: impl FnMut() -> T) -> [T; N] {
    std::array::from_fn(|_| item())
}
