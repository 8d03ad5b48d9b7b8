//! Light: numbers that add up, the colours of screens, and how bright a surface is.

/// The linear value of an sRGB one (IEC 61966-2-1).
pub(super) fn linear(srgb: u8) -> f32 {
    let value = f32::from(srgb) / 255.0;
    if value <= 0.040_45 {
        value / 12.92
    } else {
        ((value + 0.055) / 1.055).powf(2.4)
    }
}

/// From one colour to another.
pub(super) fn mix(from: [f32; 3], to: [f32; 3], part: f32) -> [f32; 3] {
    [0, 1, 2].map(|c| from[c] + (to[c] - from[c]) * part)
}

/// From linear values to sRGB, by table.
pub(super) struct Screen {
    table: Vec<u8>,
}

/// How many steps the table has: the first 8-bit step is thirty of them wide.
const STEPS: usize = 1 << 13;

impl Screen {
    pub(super) fn new() -> Self {
        let srgb = |step: usize| {
            let value = step as f32 / STEPS as f32;
            let encoded = if value <= 0.003_130_8 {
                value * 12.92
            } else {
                1.055 * value.powf(1.0 / 2.4) - 0.055
            };
            (encoded * 255.0 + 0.5) as u8
        };
        Self {
            table: (0..=STEPS).map(srgb).collect(),
        }
    }

    /// The pixel of a linear colour.
    pub(super) fn encode(&self, color: [f32; 3]) -> [u8; 3] {
        // A cast of a float saturates.
        color.map(|c| self.table[((c * STEPS as f32 + 0.5) as usize).min(STEPS)])
    }
}

/// From the upper left, behind the viewer; not of length one.
const KEY: [f32; 3] = [-0.48, -0.62, -0.62];
/// From the right, a little.
const FILL: [f32; 3] = [0.80, 0.10, -0.59];

/// How much light a surface with a normal (right, down, away) gives back: an even light that is
/// stronger from above, one from the upper left and a weak one from the right.
pub(super) fn light(normal: &[f32; 3]) -> f32 {
    let along = |light: &[f32; 3]| {
        (normal[0] * light[0] + normal[1] * light[1] + normal[2] * light[2]).max(0.0)
    };
    let above = 0.5 - 0.5 * normal[1];
    0.44 + 0.18 * above + 0.38 * along(&KEY) + 0.12 * along(&FILL)
}
