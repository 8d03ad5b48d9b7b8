//! Random points and vectors for all questions about single calls: ordinary ones, exact contacts, and near-ties.

use transect::Plane;

use crate::random::Random;

/// The random points and vectors of one record. Each question uses those that it needs.
#[derive(Clone, Copy)]
pub(super) struct Raw {
    /// The touching point: it is on the plane for contacts, nearly on the plane for near-ties, and otherwise anywhere.
    pub(super) touching: [f64; 3],
    /// Three points at random places.
    pub(super) points: [[f64; 3]; 3],
    /// Three vectors whose coordinates are small and positive.
    pub(super) sizes: [[f64; 3]; 3],
}

/// A kind of random numbers.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Data {
    /// Points in a cube, with coordinates of 53 random bits, and a plane with a rounded unit normal.
    Ordinary,
    /// Small integers. The touching point is exactly on the plane.
    Contacts,
    /// Like [`Self::Ordinary`], but the touching point is projected onto the plane and rounded.
    NearTies,
}

impl Data {
    pub(super) const ALL: [Self; 3] = [Self::Ordinary, Self::Contacts, Self::NearTies];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Ordinary => "ordinary",
            Self::Contacts => "contacts",
            Self::NearTies => "near-ties",
        }
    }

    pub(super) fn plane(self) -> Plane {
        // `black_box` hides the coefficients from the compiler, so that it cannot simplify the formulas.
        let plane = match self {
            Self::Contacts => Plane::new([2.0, 3.0, 6.0], -5.0),
            _ => Plane::new([2.1, -3.3, 6.7], -5.3).and_then(|plane| plane.normalized()),
        };
        std::hint::black_box(plane.expect("a plane"))
    }

    pub(super) fn point(self, random: &mut Random) -> [f64; 3] {
        core::array::from_fn(|_| match self {
            Self::Contacts => f64::from(random.whole(-4, 3)),
            _ => random.double(-100.0, 100.0),
        })
    }

    pub(super) fn size(self, random: &mut Random) -> [f64; 3] {
        core::array::from_fn(|_| match self {
            Self::Contacts => f64::from(random.whole(1, 8)),
            _ => random.double(1.0, 30.0),
        })
    }

    pub(super) fn raw(self, random: &mut Random) -> Raw {
        Raw {
            touching: self.touching(random),
            points: core::array::from_fn(|_| self.point(random)),
            sizes: core::array::from_fn(|_| self.size(random)),
        }
    }

    fn touching(self, random: &mut Random) -> [f64; 3] {
        match self {
            Self::Ordinary => self.point(random),
            Self::NearTies => self.plane().project(&self.point(random)),
            Self::Contacts => {
                // An integer solution of 2x + 3y + 6z = 5.
                let [half, z] = [random.whole(-4, 3), random.whole(-4, 3)];
                [1 - 3 * half - 3 * z, 2 * half + 1, z].map(f64::from)
            }
        }
    }

    /// Returns the centre and the radius of a sphere. For contacts, the sphere touches the plane. For near-ties, it
    /// touches the plane up to rounding.
    pub(super) fn ball(self, raw: &Raw) -> ([f64; 3], f64) {
        match self {
            Self::Ordinary => (raw.touching, raw.sizes[0][0]),
            Self::NearTies => {
                let center = raw.points[0];
                (center, self.plane().signed_distance(&center).abs())
            }
            Self::Contacts => {
                // The normal (2, 3, 6) has the length 7, so the distance of the centre from the plane is 7·`times`.
                let times = raw.sizes[0][0];
                let normal = self.plane().normal();
                let center = core::array::from_fn(|axis| raw.touching[axis] + times * normal[axis]);
                (center, 7.0 * times)
            }
        }
    }

    /// Returns the least and the greatest corner of a box whose backmost corner is the touching point.
    pub(super) fn corners(self, raw: &Raw) -> [[f64; 3]; 2] {
        let normal = self.plane().normal();
        let other: [f64; 3] = core::array::from_fn(|axis| {
            raw.touching[axis] + raw.sizes[0][axis].copysign(normal[axis])
        });
        [
            core::array::from_fn(|axis| raw.touching[axis].min(other[axis])),
            core::array::from_fn(|axis| raw.touching[axis].max(other[axis])),
        ]
    }

    /// Returns the centre and the half-axes of an oriented box whose backmost corner is the touching point, up to
    /// rounding.
    pub(super) fn turned(self, raw: &Raw) -> ([f64; 3], [[f64; 3]; 3]) {
        let normal = self.plane().normal();
        // The half-axes are along these rows, which are perpendicular to each other and have the length 3.
        let rows = [[1.0, 2.0, 2.0], [2.0, 1.0, -2.0], [2.0, -2.0, 1.0]];
        let half_axes: [[f64; 3]; 3] = core::array::from_fn(|row| {
            let length = match self {
                Self::Contacts => raw.sizes[0][row],
                _ => raw.sizes[0][row] / 3.0,
            };
            let slope: f64 = (0..3).map(|axis| rows[row][axis] * normal[axis]).sum();
            rows[row].map(|number| number * length.copysign(slope))
        });
        let center = core::array::from_fn(|axis| {
            raw.touching[axis]
                + half_axes
                    .iter()
                    .map(|half_axis| half_axis[axis])
                    .sum::<f64>()
        });
        (center, half_axes)
    }
}
