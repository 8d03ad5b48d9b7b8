//! Conversions for types of `nalgebra` 0.35.

use nalgebra_0_35::{Point, SVector, Vector3, Vector4};

use crate::coordinates::{Coordinates, RoundedFrom};

macro_rules! arrays {
    ($($type:ident: $number:ty;)*) => {$(
        /// Converts the coordinates to `f64` exactly.
        impl<const D: usize> Coordinates<D> for $type<$number, D> {
            fn coordinates(self) -> [f64; D] {
                <[$number; D]>::from(self).coordinates()
            }
        }

        /// Rounds each coordinate to the nearest number of the vector's type, `f32` or `f64`.
        impl<const D: usize> RoundedFrom<D> for $type<$number, D> {
            fn rounded_from(coordinates: [f64; D]) -> Self {
                <[$number; D]>::rounded_from(coordinates).into()
            }
        }
    )*};
}

arrays! {
    Point: f32;
    Point: f64;
    SVector: f32;
    SVector: f64;
}

points! {
    [const D: usize] Point<f32, D>: D;
    [const D: usize] Point<f64, D>: D;
}

planes! {
    [2] Vector3<f32>, Vector3<f64>;
    [3] Vector4<f32>, Vector4<f64>;
}
