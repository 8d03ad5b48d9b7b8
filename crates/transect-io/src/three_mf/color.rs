//! Colours of 3MF: sRGB in 8 bits, as `#rrggbb` or `#rrggbbaa`.

/// A colour as in a file: red, green, blue and opacity.
pub(super) type Srgb = [u8; 4];

/// Parses a colour. Returns `None` for another text.
pub(super) fn parse(text: &str) -> Option<Srgb> {
    let digits = text.trim().strip_prefix('#')?;
    let is_color = matches!(digits.len(), 6 | 8) && digits.bytes().all(|b| b.is_ascii_hexdigit());
    if !is_color {
        return None;
    }
    let mut color = [255; 4];
    for (slot, at) in color.iter_mut().zip((0..digits.len()).step_by(2)) {
        *slot = u8::from_str_radix(&digits[at..at + 2], 16).ok()?;
    }
    Some(color)
}

/// Returns the text of a colour, without the opacity if it is opaque.
pub(super) fn text([red, green, blue, opacity]: Srgb) -> String {
    match opacity {
        255 => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => format!("#{red:02x}{green:02x}{blue:02x}{opacity:02x}"),
    }
}

/// Returns a colour in linear components from 0 to 1 (IEC 61966-2-1), rounded to f32. The rounding hides that systems
/// compute powers with different last bits.
pub(super) fn linear(color: Srgb) -> [f64; 4] {
    let [red, green, blue, opacity] = color.map(|byte| f64::from(byte) / 255.0);
    let linear = |component: f64| {
        let linear = if component <= 0.040_45 {
            component / 12.92
        } else {
            ((component + 0.055) / 1.055).powf(2.4)
        };
        f64::from(linear as f32)
    };
    [linear(red), linear(green), linear(blue), opacity]
}

/// Returns the colour nearest to linear components.
pub(super) fn nearest(linear: &[f64; 4]) -> Srgb {
    let [red, green, blue, opacity] = *linear;
    let component = |linear: f64| {
        if linear <= 0.003_130_8 {
            linear * 12.92
        } else {
            1.055 * linear.powf(1.0 / 2.4) - 0.055
        }
    };
    // The cast saturates, and a NaN becomes 0.
    [component(red), component(green), component(blue), opacity]
        .map(|value| (value * 255.0).round() as u8)
}

/// Returns `true` if linear components are those of a colour in 8 bits, except for a rounding to f32.
pub(super) fn is_exact(color: &[f64; 4]) -> bool {
    let near = linear(nearest(color));
    let mut pairs = near.iter().zip(color);
    pairs.all(|(near, own)| (near - own).abs() <= f64::from(f32::EPSILON))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bytes_come_back() {
        for byte in 0..=255 {
            let color = [byte, 255 - byte, byte, byte];
            assert_eq!(nearest(&linear(color)), color);
            assert_eq!(parse(&text(color)), Some(color));
            assert!(is_exact(&linear(color)));
        }
        assert_eq!(linear([255, 0, 255, 51]), [1.0, 0.0, 1.0, 0.2]);
        assert!((linear([188, 0, 0, 0])[0] - 0.5).abs() < 0.005);
        assert!(!is_exact(&[0.5, 0.0, 0.0, 1.0]));
        for wrong in [
            "", "#", "#12345", "123456", "#12345g", "#1234567", "#12345é",
        ] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
