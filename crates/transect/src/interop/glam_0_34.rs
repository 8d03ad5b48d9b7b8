//! Conversions for types of `glam` 0.34.

use glam_0_34::{DVec2, DVec3, DVec4, Vec2, Vec3, Vec3A, Vec4};

use crate::interop::Coordinates;

coordinates! {
    Vec2: [f32; 2];
    Vec3: [f32; 3];
    Vec3A: [f32; 3];
    Vec4: [f32; 4];
    DVec2: [f64; 2];
    DVec3: [f64; 3];
    DVec4: [f64; 4];
}

points! {
    [] Vec2: 2;
    [] DVec2: 2;
    [] Vec3: 3;
    [] Vec3A: 3;
    [] DVec3: 3;
}

planes! {
    [2] Vec3, DVec3;
    [3] Vec4, DVec4;
}
