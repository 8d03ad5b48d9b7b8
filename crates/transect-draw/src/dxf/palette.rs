//! The colour numbers and the line weights of AutoCAD.

use crate::color::Color;

/// The number of the colour that is white on a dark background and black on a light one.
pub(super) const PLAIN: u8 = 7;
/// The number of pure red, the colour of the layers of open chains.
pub(super) const RED: u8 = 1;

/// Ten colours share a hue. These are the brightnesses, from 0 to 255, of the colours of a hue whose numbers end in 0,
/// 2, 4, 6 and 8. The number after each of these five is a paler colour of the same brightness.
const BRIGHTNESS: [f64; 5] = [255.0, 165.0, 127.0, 76.0, 38.0];

/// The line weights that AutoCAD has, in hundredths of a millimetre.
const WEIGHTS: [u16; 24] = [
    0, 5, 9, 13, 15, 18, 20, 25, 30, 35, 40, 50, 53, 60, 70, 80, 90, 100, 106, 120, 140, 158, 200,
    211,
];

/// Returns the number of the AutoCAD colour that is nearest to a colour. Colours that are nearly black become
/// [`PLAIN`], so that they stay visible on a dark background.
pub(super) fn nearest(color: &Color) -> u8 {
    let wanted = color.rgb().map(f64::from);
    let [high, low] = [
        wanted[0].max(wanted[1]).max(wanted[2]),
        wanted[0].min(wanted[1]).min(wanted[2]),
    ];
    if high < 80.0 && high - low < 40.0 {
        return PLAIN;
    }
    let distance = |number: u8| {
        let shown = shown(number);
        (0..3)
            .map(|part| (shown[part] - wanted[part]).powi(2))
            .sum::<f64>()
    };
    // The numbers 10 to 249 have hues, and 250 to 254 are greys.
    (10..=254)
        .min_by(|a, b| distance(*a).total_cmp(&distance(*b)))
        .unwrap_or(PLAIN)
}

/// Returns the red, green and blue parts of the colour with a number from 10 to 254. Ten numbers share a hue. The hues
/// are 15 degrees apart and begin with red.
fn shown(number: u8) -> [f64; 3] {
    if number >= 250 {
        return [51.0 + 40.8 * f64::from(number - 250); 3];
    }
    let hue = f64::from(number / 10 - 1) / 4.0;
    let bright = BRIGHTNESS[usize::from(number % 10 / 2)];
    // The colours with odd numbers have half the saturation.
    let least = if number % 2 == 1 { 0.5 } else { 0.0 };
    // The parts red, green and blue have the hues 0, 120 and 240 degrees, in units of 60 degrees: 0, 2 and 4. A part is
    // greatest if the hue of the colour is within 60 degrees of the part's hue, and least beyond 120 degrees.
    [0.0, 2.0, 4.0].map(|own| {
        let away = (hue - own + 3.0_f64).rem_euclid(6.0) - 3.0;
        let full = (2.0 - away.abs()).clamp(0.0, 1.0);
        bright * (least + (1.0 - least) * full)
    })
}

/// Returns the line weight nearest to a width, both in hundredths of a millimetre.
pub(super) fn line_weight(width: f64) -> u16 {
    let distance = |weight: u16| (f64::from(weight) - width).abs();
    WEIGHTS
        .into_iter()
        .min_by(|a, b| distance(*a).total_cmp(&distance(*b)))
        .unwrap_or(25)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_have_the_nearest_number() {
        for (color, number) in [
            ("#ff0000", 10),
            ("#ffff00", 50),
            ("#00ff00", 90),
            ("#00ffff", 130),
            ("#0000ff", 170),
            ("#ff00ff", 210),
            ("#ff7f7f", 11),
            ("#a50000", 12),
            ("#ff7f00", 30),
            ("#808080", 252),
            ("#161b21", PLAIN),
            ("#000", PLAIN),
        ] {
            let color = Color::parse(color).expect("a colour");
            assert_eq!(nearest(&color), number, "{color}");
        }
    }

    #[test]
    fn line_weights_are_those_of_autocad() {
        for (width, weight) in [(0.0, 0), (24.0, 25), (27.4, 25), (45.1, 50), (500.0, 211)] {
            assert_eq!(line_weight(width), weight);
        }
    }
}
