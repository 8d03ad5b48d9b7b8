//! Placements of nodes as files store them, and the affine maps that they define.

use transect::Transform;
use transect::interop::Coordinates;
use transect_exact::vector::scale;

/// The placement of a node relative to its parent, as its file stores it.
#[cfg_attr(
    feature = "serde_1",
    derive(serde_1::Serialize, serde_1::Deserialize),
    serde(crate = "serde_1", deny_unknown_fields, rename_all = "snake_case")
)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Placement {
    /// The node has the same coordinates as its parent.
    #[default]
    Identity,
    /// An affine map, given as a matrix.
    Matrix(Transform),
    /// A scaling, then a rotation by a quaternion, then a translation.
    Parts {
        /// The translation.
        translation: [f64; 3],
        /// The rotation as a quaternion of length one: x, y, z, w.
        rotation: [f64; 4],
        /// The factor of the scaling along each axis.
        scale: [f64; 3],
    },
}

impl Placement {
    /// Returns a placement that only translates, without rotation or scaling.
    #[must_use]
    pub fn translation(translation: impl Coordinates<3>) -> Self {
        let translation = translation.coordinates();
        if translation == [0.0; 3] {
            return Self::Identity;
        }
        Self::Parts {
            translation,
            rotation: [0.0, 0.0, 0.0, 1.0],
            scale: [1.0; 3],
        }
    }

    /// Returns the affine map that this placement defines.
    ///
    /// ```
    /// use transect_mesh::scene::Placement;
    /// // Doubled, turned halfway around z, moved.
    /// let rotation = [0.0, 0.0, 1.0, 0.0];
    /// let placement = Placement::Parts { translation: [5.0, 0.0, 0.0], rotation, scale: [2.0; 3] };
    /// assert_eq!(placement.transform().apply(&[1.0, 0.0, 1.0]), [3.0, 0.0, 2.0]);
    /// ```
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
