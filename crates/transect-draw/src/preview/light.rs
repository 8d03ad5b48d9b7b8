//! Light: screen colours, and the brightness of surfaces.
//!
//! Colours are mixed as sRGB values from zero to one, not as linear amounts of light. So a translucent colour looks
//! equally strong on a light and on a dark background, and thin lines look equally wide.

use crate::preview::vectors::with_vectors;

/// Returns a colour of the palette with components from zero to one.
pub(super) fn value(srgb: [u8; 3]) -> [f32; 3] {
    srgb.map(|channel| f32::from(channel) / 255.0)
}

/// Returns a linear amount of light as an sRGB value (IEC 61966-2-1).
pub(super) fn encoded(linear: f32) -> f32 {
    if linear <= 0.003_130_8 {
        linear * 12.92
    } else {
        1.055 * linear.powf(1.0 / 2.4) - 0.055
    }
}

/// Returns the colour as three bytes of a pixel.
pub(super) fn pixel(color: [f32; 3]) -> [u8; 3] {
    // The cast saturates, so components outside the range from zero to one are clamped.
    let channel = |value: f32| (value * 255.0 + 0.5) as u8;
    [channel(color[0]), channel(color[1]), channel(color[2])]
}

/// Returns the colour that is the fraction `part` of the way from `from` to `to`.
pub(super) fn mix(from: [f32; 3], to: [f32; 3], part: f32) -> [f32; 3] {
    let channel = |from: f32, to: f32| from + (to - from) * part;
    [
        channel(from[0], to[0]),
        channel(from[1], to[1]),
        channel(from[2], to[2]),
    ]
}

/// The direction towards the key light, at the upper left behind the viewer; not normalized.
const KEY: [f32; 3] = [-0.48, -0.62, -0.62];
/// The direction towards the fill light, a weak light from the right.
const FILL: [f32; 3] = [0.80, 0.10, -0.59];

/// Writes the light at samples with these normals.
pub(super) fn write_lights(normals: &[[f32; 3]], lights: &mut [f32]) {
    with_vectors(
        #[inline(always)]
        || {
            for (number, normal) in lights.iter_mut().zip(normals) {
                *number = light(normal);
            }
        },
    );
}

/// Returns the factor that dims the colour of a surface with this normal in camera coordinates (right, down, away).
/// There are three lights: an even light that is stronger from above, a light from the upper left and a weak light from
/// the right.
#[inline(always)]
pub(super) fn light(normal: &[f32; 3]) -> f32 {
    let along = |light: &[f32; 3]| {
        (normal[0] * light[0] + normal[1] * light[1] + normal[2] * light[2]).max(0.0)
    };
    let above = 0.5 - 0.5 * normal[1];
    let amount = 0.44 + 0.18 * above + 0.38 * along(&KEY) + 0.12 * along(&FILL);
    // `amount` is linear, but the result is multiplied by sRGB values. The square root approximates the sRGB encoding.
    amount.sqrt()
}
