//! Light: colours as screens have them, and how bright a surface is.
//!
//! Colours are mixed as sRGB values from zero to one, not as amounts of light: a part of a colour
//! then looks the same on a light and on a dark ground, and thin lines keep their weight.

/// A colour of the palette.
pub(super) fn value(srgb: [u8; 3]) -> [f32; 3] {
    srgb.map(|channel| f32::from(channel) / 255.0)
}

/// An amount of light as an sRGB value (IEC 61966-2-1).
pub(super) fn encoded(linear: f32) -> f32 {
    if linear <= 0.003_130_8 {
        linear * 12.92
    } else {
        1.055 * linear.powf(1.0 / 2.4) - 0.055
    }
}

/// The pixel of a colour.
pub(super) fn pixel(color: [f32; 3]) -> [u8; 3] {
    // A cast of a float saturates.
    color.map(|value| (value * 255.0 + 0.5) as u8)
}

/// From one colour to another.
pub(super) fn mix(from: [f32; 3], to: [f32; 3], part: f32) -> [f32; 3] {
    [0, 1, 2].map(|c| from[c] + (to[c] - from[c]) * part)
}

/// From the upper left, behind the viewer; not of length one.
const KEY: [f32; 3] = [-0.48, -0.62, -0.62];
/// From the right, a little.
const FILL: [f32; 3] = [0.80, 0.10, -0.59];

/// By how much the light dims the colour of a surface with a normal (right, down, away): an even
/// light that is stronger from above, one from the upper left and a weak one from the right.
pub(super) fn light(normal: &[f32; 3]) -> f32 {
    let along = |light: &[f32; 3]| {
        (normal[0] * light[0] + normal[1] * light[1] + normal[2] * light[2]).max(0.0)
    };
    let above = 0.5 - 0.5 * normal[1];
    let amount = 0.44 + 0.18 * above + 0.38 * along(&KEY) + 0.12 * along(&FILL);
    // What the encoding of sRGB makes of a factor, nearly.
    amount.sqrt()
}
