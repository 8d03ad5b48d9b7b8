//! Maps of decoded rows: unit vectors, rotations, floats and colours from integers.

use serde::Deserialize;

use crate::gltf::meshopt::bytes::Damage;

/// A map of the decoded rows.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum Filter {
    #[default]
    None,
    Octahedral,
    Quaternion,
    Exponential,
    Color,
}

/// Applies a filter to rows of `stride` bytes.
pub(super) fn apply(filter: Filter, rows: &mut [u8], stride: usize) -> Result<(), Damage> {
    match (filter, stride) {
        (Filter::None, _) => {}
        (Filter::Octahedral, 4) => each(rows, i8::from_le_bytes, unit_vector),
        (Filter::Octahedral, 8) => each(rows, i16::from_le_bytes, unit_vector),
        (Filter::Quaternion, 8) => each(rows, i16::from_le_bytes, rotation),
        (Filter::Exponential, _) => rows.as_chunks_mut::<4>().0.iter_mut().for_each(float),
        (Filter::Color, 4) => each(rows, i8::from_le_bytes, color),
        (Filter::Color, 8) => each(rows, i16::from_le_bytes, color),
        _ => return Err("the byteStride does not fit the filter"),
    }
    Ok(())
}

/// An integer of one or two bytes.
trait Small: Copy {
    /// The greatest number with a sign, and that without.
    const MOST: [i32; 2];
    fn wide(self) -> i32;
    /// Returns the bytes of the low part of a number, the lowest first.
    fn bytes(number: i32) -> impl AsRef<[u8]>;
}

impl Small for i8 {
    const MOST: [i32; 2] = [127, 255];
    fn wide(self) -> i32 {
        self.into()
    }
    fn bytes(number: i32) -> impl AsRef<[u8]> {
        [number as u8]
    }
}

impl Small for i16 {
    const MOST: [i32; 2] = [32_767, 65_535];
    fn wide(self) -> i32 {
        self.into()
    }
    fn bytes(number: i32) -> impl AsRef<[u8]> {
        (number as u16).to_le_bytes()
    }
}

/// Maps the four numbers of each row.
fn each<T: Small, const N: usize>(
    rows: &mut [u8],
    read: impl Fn([u8; N]) -> T,
    map: impl Fn([i32; 4], [i32; 2]) -> [f64; 4],
) {
    let (numbers, _) = rows.as_chunks_mut::<N>();
    for row in numbers.as_chunks_mut::<4>().0 {
        let mapped = map(row.map(|bytes| read(bytes).wide()), T::MOST);
        for (slot, number) in row.iter_mut().zip(mapped) {
            slot.copy_from_slice(T::bytes(number.round() as i32).as_ref());
        }
    }
}

/// Returns the unit vector of a point on an octahedron that is unfolded to a square: two coordinates, and the number that
/// stands for 1.
fn unit_vector([x, y, one, w]: [i32; 4], [most, _]: [i32; 2]) -> [f64; 4] {
    let (x, y) = (f64::from(x) / f64::from(one), f64::from(y) / f64::from(one));
    let z = 1.0 - x.abs() - y.abs();
    let fold = (-z).max(0.0);
    let unfolded = |own: f64| if own >= 0.0 { own - fold } else { own + fold };
    let (x, y) = (unfolded(x), unfolded(y));
    let scale = f64::from(most) / (x * x + y * y + z * z).sqrt();
    [x * scale, y * scale, z * scale, f64::from(w)]
}

/// Returns the quaternion of three components. The fourth number has the place of the largest component, which is left out,
/// and the number that stands for 1.
fn rotation([a, b, c, form]: [i32; 4], [most, _]: [i32; 2]) -> [f64; 4] {
    let scale = core::f64::consts::FRAC_1_SQRT_2 / f64::from(form | 3);
    let others = [a, b, c].map(|own| f64::from(own) * scale);
    let squares: f64 = others.iter().map(|own| own * own).sum();
    let largest = (1.0 - squares).max(0.0).sqrt();
    let mut quaternion = [0.0; 4];
    let place = (form & 3) as usize;
    quaternion[place] = largest * f64::from(most);
    for (index, other) in others.into_iter().enumerate() {
        quaternion[(place + 1 + index) % 4] = other * f64::from(most);
    }
    quaternion
}

/// Returns the float with an exponent of eight bits and a mantissa of 24 bits.
fn float(bytes: &mut [u8; 4]) {
    let bits = i32::from_le_bytes(*bytes);
    let (exponent, mantissa) = (bits >> 24, (bits << 8) >> 8);
    // Powers of two from −128 to 127 are exact, so the product is rounded once.
    let value = f64::from(mantissa) * f64::from_bits(((1023 + exponent) as u64) << 52);
    *bytes = (value as f32).to_le_bytes();
}

/// Returns red, green, blue and opacity from a luma and two chromas. The highest bit of the opacity has the number of bits.
fn color([luma, orange, green, alpha]: [i32; 4], [_, most]: [i32; 2]) -> [f64; 4] {
    let (luma, alpha) = (luma & most, alpha & most);
    let bits = 32 - alpha.leading_zeros();
    let one = (1 << bits) - 1;
    let low = alpha & (one >> 1);
    let alpha = (low << 1) | (low & 1);
    let scale = match one {
        0 => 0.0,
        _ => f64::from(most) / f64::from(one),
    };
    let rgb = [luma + orange - green, luma + green, luma - orange - green];
    let [r, g, b] = rgb.map(|own| f64::from(own) * scale);
    [r, g, b, f64::from(alpha) * scale]
}
