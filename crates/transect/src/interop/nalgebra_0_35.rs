//! Conversions for types of `nalgebra` 0.35.

use nalgebra_0_35::{Point, SVector, Vector3, Vector4};

use crate::interop::Coordinates;

macro_rules! arrays {
    ($($type:ident: $number:ty;)*) => {$(
        /// Converts `f32` to `f64` exactly; the conversion back rounds to the nearest `f32`.
        impl<const D: usize> Coordinates<D> for $type<$number, D> {
            fn coordinates(self) -> [f64; D] {
                <[$number; D]>::from(self).coordinates()
            }
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
