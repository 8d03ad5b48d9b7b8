//! Random planes and points whose exact value n·p + d is near the middle between two floats. Their numbers have the
//! magnitudes at which the library changes its method of computing the value.

use crate::random::{Random, power_of_two};

/// A plane n·p + d = 0.
pub(crate) struct Halfway<const D: usize> {
    pub(crate) normal: [f64; D],
    pub(crate) offset: f64,
    /// The exponents of the powers of two by which the normal and the points are scaled.
    scales: [i32; 2],
}

impl<const D: usize> Halfway<D> {
    /// Returns a random plane. Its numbers are ordinary or near a limit of the library's methods: coefficients at
    /// 2^±200 and 2⁹⁹⁶, sums at 2⁻⁹⁶⁸, 2⁻⁷⁵⁰ and 2¹⁰⁰⁰, and the ends of the range of floats.
    pub(crate) fn random(random: &mut Random) -> Option<Self> {
        let around = |random: &mut Random, center: i64| random.between(center - 4, center + 4);
        let total = random.pick(&[0, 0, 0, -1060, -1020, -968, -750, -652, 1000, 1021]);
        let total = around(random, total);
        let normal = random.pick(&[0, 0, 0, total, 200, -200, 996, -996, -1060]);
        let normal = around(random, normal);
        let scales = [normal, total - normal].map(|exponent| exponent as i32);
        let first = random.pick(&[1.0, 1.0, 2.0, 3.0]);
        let mut coefficients = [first; D];
        for coefficient in &mut coefficients[1..] {
            *coefficient = match random.below(4) {
                0 => 0.0,
                1 => random.unit(),
                2 => random.integer(9),
                _ => random.power_of_two(-3, 3),
            };
        }
        let offset = match random.below(3) {
            0 => 0.0,
            1 => random.integer(1 << 20),
            _ => random.unit(),
        };
        let normal = coefficients.map(|coefficient| scaled(coefficient, scales[0]));
        let offset = scaled(offset, scales[0] + scales[1]);
        let is_plane = normal.iter().any(|&coefficient| coefficient != 0.0)
            && normal.iter().all(|coefficient| coefficient.is_finite())
            && offset.is_finite();
        is_plane.then_some(Self {
            normal,
            offset,
            scales,
        })
    }

    /// Returns a random point whose coordinates are finite.
    pub(crate) fn point(&self, random: &mut Random) -> [f64; D] {
        let [of_normal, of_point] = self.scales;
        let normal = self
            .normal
            .map(|coefficient| scaled(coefficient, -of_normal));
        let offset = scaled(self.offset, -of_normal - of_point);
        let mut point = [0.0; D];
        // The first coordinate is chosen so that the sum n₀·p₀ + d stays large, or most of its bits cancel.
        point[0] = match random.below(5) {
            0 => -offset / 2.0,
            1 => -offset / normal[0],
            2 => -offset * (1.0 + random.unit() * power_of_two(-20)),
            // The offset is about 2¹⁴ times the other terms. From about this ratio on, the library uses another method.
            3 => offset * random.unit() * random.power_of_two(-16, -12),
            _ => random.unit(),
        };
        let sum = normal[0] * point[0] + offset;
        // The second term is half the distance from the sum to the next float, times 1, −1, 3 or 1/2. With the first
        // three factors, the exact sum lies halfway between two floats.
        let half = 0.5 * (sum.next_up() - sum) * random.pick(&[1.0, -1.0, 3.0, 0.5]);
        for axis in 1..D {
            let coefficient = normal[axis];
            let addend = if axis == 1 || random.one_in(4) {
                half
            } else {
                0.0
            };
            let tiny = random.unit() * random.power_of_two(-1000, 0) * power_of_two(-40);
            point[axis] = match random.below(4) {
                0 if addend == 0.0 => random.unit(),
                1 => tiny,
                _ => addend / coefficient,
            };
            if !point[axis].is_finite() {
                point[axis] = 0.0;
            }
        }
        point.map(|coordinate| {
            let coordinate = scaled(coordinate, of_point);
            if coordinate.is_finite() {
                coordinate
            } else {
                1.0
            }
        })
    }
}

/// Returns value·2^exponent. The exponent may be outside the range of exponents of floats.
fn scaled(value: f64, exponent: i32) -> f64 {
    let near = exponent.clamp(-1000, 1000);
    value * power_of_two(near) * power_of_two((exponent - near).clamp(-1000, 1000))
}
