//! Conversions for types of `mint` 0.5.

use mint_0_5::{ColumnMatrix4, Point2, Point3, RowMatrix4, Vector2, Vector3, Vector4};

use transect_exact::arrays::array;

use crate::coordinates::{Coordinates, Matrix4, RoundedFrom};

coordinates! {
    Point2<f32>: [f32; 2];
    Point2<f64>: [f64; 2];
    Point3<f32>: [f32; 3];
    Point3<f64>: [f64; 3];
    Vector2<f32>: [f32; 2];
    Vector2<f64>: [f64; 2];
    Vector3<f32>: [f32; 3];
    Vector3<f64>: [f64; 3];
    Vector4<f32>: [f32; 4];
    Vector4<f64>: [f64; 4];
}

points! {
    [] Point2<f32>: 2;
    [] Point2<f64>: 2;
    [] Point3<f32>: 3;
    [] Point3<f64>: 3;
}

planes! {
    [2] Vector3<f32>, Vector3<f64>;
    [3] Vector4<f32>, Vector4<f64>;
}

macro_rules! matrices {
    ($($number:ty),*) => {$(
        impl Matrix4 for ColumnMatrix4<$number> {
            fn columns(self) -> [[f64; 4]; 4] {
                [self.x, self.y, self.z, self.w].map(Coordinates::coordinates)
            }
        }

        impl Matrix4 for RowMatrix4<$number> {
            fn columns(self) -> [[f64; 4]; 4] {
                let rows = [self.x, self.y, self.z, self.w].map(Coordinates::<4>::coordinates);
                array(|column| rows.map(|row| row[column]))
            }
        }
    )*};
}

matrices!(f32, f64);
