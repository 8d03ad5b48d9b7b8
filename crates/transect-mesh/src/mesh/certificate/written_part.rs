//! A part as stored in a file, and the rounding of its positions.

use transect::{Cutter, Plane};
use transect_exact::arrays::{Few as _, array};
use transect_exact::double_double::DoubleDouble;
use transect_exact::number::Number;
use transect_exact::unit::U;
use transect_exact::vector::{length, power_of_two, scale, sub};

use crate::mesh::indexed::Mesh;

/// The precision of a file's coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// f64.
    #[default]
    Double,
    /// f32.
    Single,
}

/// A part as stored in a file: a mesh whose coordinates have a given precision and are relative to an origin.
#[derive(Clone, Copy, Debug)]
pub struct WrittenPart<'a> {
    /// The mesh of the part, in the coordinates of the file.
    pub mesh: &'a Mesh,
    /// The origin of the file's coordinates, in the coordinates of the input.
    pub origin: [f64; 3],
    /// The precision of the file's coordinates.
    pub precision: Precision,
}

impl<'a> WrittenPart<'a> {
    /// Returns a part whose coordinates are those of the input, in f64.
    #[must_use]
    pub fn new(mesh: &'a Mesh) -> Self {
        Self {
            mesh,
            origin: [0.0; 3],
            precision: Precision::Double,
        }
    }

    /// Returns `true` if the coordinates of another part have the same origin and precision.
    pub(super) fn has_the_coding_of(&self, other: &Self) -> bool {
        self.origin == other.origin && self.precision == other.precision
    }

    /// Converts a position of the input to the coordinates of the file, rounded to the precision of the file.
    pub(super) fn place(&self, position: &[f64; 3]) -> [f64; 3] {
        let moved = sub(position, &self.origin);
        match self.precision {
            Precision::Double => moved,
            Precision::Single => moved.each(|c| f64::from(c as f32)),
        }
    }

    /// Returns `true` if a position of the file lies in the plane within rounding.
    pub(super) fn is_near(&self, local: &[f64; 3], cutter: &impl Cutter) -> bool {
        let plane = cutter.measuring_plane();
        let [normal @ .., offset] = far_from_overflow(plane);
        let mut value = DoubleDouble::of(offset);
        let mut doubled_slack = 0.0;
        for axis in 0..3 {
            let number = DoubleDouble::of;
            let coordinate = number(local[axis]).plus(&number(self.origin[axis]));
            value = value.plus(&number(normal[axis]).times(&coordinate));
            let [below, above] = self.doubled_slack(axis, local[axis], 0.0);
            doubled_slack += normal[axis].abs() * below.max(above);
        }
        let there: [f64; 3] = array(|axis| local[axis] + self.origin[axis]);
        let size = there.iter().fold(0.0, |m: f64, c| m.max(c.abs()));
        value.high.abs() <= 0.5 * doubled_slack + length(&normal) * cutter.gap(size) + value.error
    }

    /// Returns twice the distances by which an exact coordinate may lie below and above the coordinate `local` that the
    /// file stores for it. (Half of the gap between the least floats is not a float.) The exact coordinate was rounded
    /// once to f64. In an f32 file, the origin was then subtracted in f64, and the result was rounded to f32.
    pub(super) fn doubled_slack(&self, axis: usize, local: f64, tolerance: f64) -> [f64; 2] {
        let origin = self.origin[axis];
        let own = match self.precision {
            Precision::Double => gaps(local + origin),
            Precision::Single => {
                let single = local as f32;
                let [below, above] = [single.next_down(), single.next_up()].each(f64::from);
                [local - below, above - local]
            }
        };
        let before = match self.precision {
            Precision::Double => 0.0,
            // `size` bounds the magnitude of the numbers in the first two of the three roundings: the rounding to f64,
            // and that of the subtraction. The third rounding, to f32, is covered by `own`.
            Precision::Single => {
                let size = local.abs() + 2.0 * origin.abs();
                let [_, gap] = gaps(size);
                2.0 * gap
            }
        };
        own.each(|gap| match before + 2.0 * tolerance {
            0.0 => gap,
            more => (gap + more) * (1.0 + 4.0 * U),
        })
    }
}

/// Returns the coefficients of a plane, or multiples of them if their products with coordinates might overflow.
fn far_from_overflow(plane: &Plane) -> [f64; 4] {
    let [x, y, z] = plane.normal();
    let coefficients = [x, y, z, plane.offset()];
    let largest = coefficients.iter().fold(0.0, |m: f64, c| m.max(c.abs()));
    // Coordinates do not exceed 2^233. What underflows here is less than 2^-1300 of the greatest coefficient.
    if largest > power_of_two(700) {
        scale(&coefficients, power_of_two(-400))
    } else {
        coefficients
    }
}

/// Returns the distances from a float to the next lower and the next greater float.
fn gaps(value: f64) -> [f64; 2] {
    [value - value.next_down(), value.next_up() - value]
}
