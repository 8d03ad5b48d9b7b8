//! Turns the fuzzer's bytes into finite numbers: mostly one of a few small numbers, so that shapes often touch, and
//! sometimes any float.
#![allow(dead_code, reason = "each target reads what it needs")]

use transect::Plane;

pub struct Numbers<'a>(pub &'a [u8]);

impl Numbers<'_> {
    pub fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    pub fn number(&mut self) -> Option<f64> {
        let kind = self.byte()?;
        if kind % 16 == 15 {
            let (bytes, rest) = self.0.split_first_chunk()?;
            self.0 = rest;
            let value = f64::from_le_bytes(*bytes);
            return Some(if value.is_finite() {
                value
            } else {
                f64::MAX.copysign(value)
            });
        }
        let small = f64::from(self.byte()? as i8);
        Some(match kind % 16 {
            0..=8 => (small / 16.0).trunc(),
            9 | 10 => small / 16.0,
            11 | 12 => small * 0.1,
            13 => small + 2.0_f64.powi(-50),
            _ => small * 2.0_f64.powi((i32::from(kind / 16) - 8) * 130),
        })
    }

    pub fn point<const D: usize>(&mut self) -> Option<[f64; D]> {
        let mut point = [0.0; D];
        for coordinate in &mut point {
            *coordinate = self.number()?;
        }
        Some(point)
    }

    pub fn points<const D: usize, const N: usize>(&mut self) -> Option<[[f64; D]; N]> {
        let mut points = [[0.0; D]; N];
        for point in &mut points {
            *point = self.point()?;
        }
        Some(points)
    }

    pub fn plane<const D: usize>(&mut self) -> Option<Plane<D>> {
        Plane::new(self.point()?, self.number()?).ok()
    }
}
