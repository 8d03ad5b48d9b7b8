//! Conversions for types of `mint` 0.5.

use mint_0_5::{Point2, Point3, Vector2, Vector3, Vector4};

use crate::coordinates::{Coordinates, RoundedFrom};

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
