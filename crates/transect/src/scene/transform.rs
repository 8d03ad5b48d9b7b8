//! Where a node stands: placements as files write them, and the affine maps they mean.

use crate::vector::{add, cross, dot, scale};

/// An affine map: `x·columns[0] + y·columns[1] + z·columns[2] + columns[3]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// The images of the three axes, then the image of the origin.
    pub columns: [[f64; 3]; 4],
}

impl Transform {
    /// The map that moves nothing.
    pub const IDENTITY: Self = Self {
        columns: [
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, 0.0, 1.0],
            [0.0, 0.0, 0.0],
        ],
    };

    /// The image of a point, in f64, in one fixed order of operations. Exactness begins behind it.
    #[must_use]
    pub fn apply(&self, point: &[f64; 3]) -> [f64; 3] {
        let [x, y, z, origin] = &self.columns;
        core::array::from_fn(|axis| {
            (x[axis] * point[0] + y[axis] * point[1]) + (z[axis] * point[2] + origin[axis])
        })
    }

    /// The image of a direction: without the translation.
    #[must_use]
    pub fn apply_direction(&self, direction: &[f64; 3]) -> [f64; 3] {
        let [x, y, z, _] = &self.columns;
        core::array::from_fn(|axis| {
            x[axis] * direction[0] + y[axis] * direction[1] + z[axis] * direction[2]
        })
    }

    /// The image of a surface normal, not of length one: the cofactor matrix times the normal,
    /// which is the inverse transpose up to the determinant, and needs no division.
    #[must_use]
    pub fn apply_normal(&self, normal: &[f64; 3]) -> [f64; 3] {
        let [x, y, z, _] = &self.columns;
        let image = add(
            &add(
                &scale(&cross(y, z), normal[0]),
                &scale(&cross(z, x), normal[1]),
            ),
            &scale(&cross(x, y), normal[2]),
        );
        if self.determinant() < 0.0 {
            scale(&image, -1.0)
        } else {
            image
        }
    }

    /// The determinant of the linear part; negative for a mirroring map.
    #[must_use]
    pub fn determinant(&self) -> f64 {
        let [x, y, z, _] = &self.columns;
        dot(x, &cross(y, z))
    }

    /// This map after `inner`.
    #[must_use]
    pub fn after(&self, inner: &Self) -> Self {
        let [x, y, z, origin] = &inner.columns;
        Self {
            columns: [
                self.apply_direction(x),
                self.apply_direction(y),
                self.apply_direction(z),
                self.apply(origin),
            ],
        }
    }
}

/// Where a node stands in its parent, as its file writes it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Placement {
    /// Where its parent stands.
    #[default]
    Identity,
    /// An affine map.
    Matrix(Transform),
    /// Scale first, then rotation by a quaternion (x, y, z, w), then translation.
    Parts {
        /// The translation.
        translation: [f64; 3],
        /// A quaternion of length one: x, y, z, w.
        rotation: [f64; 4],
        /// The factor along each axis.
        scale: [f64; 3],
    },
}

impl Placement {
    /// The placement that only moves.
    #[must_use]
    pub fn translation(translation: [f64; 3]) -> Self {
        if translation == [0.0; 3] {
            return Self::Identity;
        }
        Self::Parts {
            translation,
            rotation: [0.0, 0.0, 0.0, 1.0],
            scale: [1.0; 3],
        }
    }

    /// The affine map that this placement means.
    #[must_use]
    pub fn transform(&self) -> Transform {
        match *self {
            Self::Identity => Transform::IDENTITY,
            Self::Matrix(transform) => transform,
            Self::Parts {
                translation,
                rotation: [x, y, z, w],
                scale: factors,
            } => {
                let axes = [
                    [
                        1.0 - 2.0 * (y * y + z * z),
                        2.0 * (x * y + z * w),
                        2.0 * (x * z - y * w),
                    ],
                    [
                        2.0 * (x * y - z * w),
                        1.0 - 2.0 * (x * x + z * z),
                        2.0 * (y * z + x * w),
                    ],
                    [
                        2.0 * (x * z + y * w),
                        2.0 * (y * z - x * w),
                        1.0 - 2.0 * (x * x + y * y),
                    ],
                ];
                Transform {
                    columns: [
                        scale(&axes[0], factors[0]),
                        scale(&axes[1], factors[1]),
                        scale(&axes[2], factors[2]),
                        translation,
                    ],
                }
            }
        }
    }
}
