//! The commands of the geometry section, as text and as binary records. Coordinates are whole multiples of the unit of
//! the file.

use std::io::{self, Write};

use crate::common_layer::header::CommonLayerEncoding;

/// The largest coordinate, id and number of points in a short record.
pub(super) const SHORT: i64 = u16::MAX as i64;

const LAYER_LONG: u16 = 127;
const LAYER_SHORT: u16 = 128;
const POLYLINE_SHORT: u16 = 129;
const POLYLINE_LONG: u16 = 130;

/// The form of the numbers in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Decimal text.
    Text,
    /// Unsigned 16-bit integers.
    Short,
    /// Signed 32-bit integers and 32-bit floats.
    Long,
}

impl Form {
    /// Returns the multiple of the unit as a record of this form stores it. Long records round multiples above 2²⁴ to
    /// the nearest 32-bit float.
    pub(super) fn stored(self, multiple: i64) -> i64 {
        match self {
            Self::Text | Self::Short => multiple,
            Self::Long => (multiple as f32) as i64,
        }
    }
}

/// Writes the command that begins a layer at a height, which is a multiple of the unit.
pub(super) fn layer(
    writer: &mut impl Write,
    encoding: CommonLayerEncoding,
    form: Form,
    height: i64,
) -> io::Result<()> {
    match form {
        Form::Text => writeln!(writer, "$$LAYER/{height}"),
        Form::Short => short(writer, &[LAYER_SHORT.into(), height]),
        Form::Long => {
            command(writer, encoding, LAYER_LONG)?;
            real(writer, height)
        }
    }
}

/// Writes a polyline. The direction is 0 for clockwise, 1 for counter-clockwise, and 2 for an open line.
pub(super) fn polyline(
    writer: &mut impl Write,
    encoding: CommonLayerEncoding,
    form: Form,
    [id, direction]: [i32; 2],
    points: &[[i64; 2]],
) -> io::Result<()> {
    let coordinates = points.as_flattened();
    match form {
        Form::Text => {
            write!(writer, "$$POLYLINE/{id},{direction},{}", points.len())?;
            for coordinate in coordinates {
                write!(writer, ",{coordinate}")?;
            }
            writeln!(writer)
        }
        Form::Short => {
            let count = i64::try_from(points.len()).map_err(io::Error::other)?;
            let head = [POLYLINE_SHORT.into(), id.into(), direction.into(), count];
            short(writer, &head)?;
            short(writer, coordinates)
        }
        Form::Long => {
            let count = i32::try_from(points.len()).map_err(io::Error::other)?;
            command(writer, encoding, POLYLINE_LONG)?;
            for number in [id, direction, count] {
                writer.write_all(&number.to_le_bytes())?;
            }
            coordinates
                .iter()
                .try_for_each(|&coordinate| real(writer, coordinate))
        }
    }
}

/// Writes unsigned 16-bit integers.
fn short(writer: &mut impl Write, numbers: &[i64]) -> io::Result<()> {
    numbers.iter().try_for_each(|&number| {
        let number = u16::try_from(number).map_err(io::Error::other)?;
        writer.write_all(&number.to_le_bytes())
    })
}

/// Writes the number of a command, which takes two bytes. In an aligned file, two zero bytes follow.
fn command(writer: &mut impl Write, encoding: CommonLayerEncoding, number: u16) -> io::Result<()> {
    writer.write_all(&number.to_le_bytes())?;
    match encoding {
        CommonLayerEncoding::AlignedBinary => writer.write_all(&[0; 2]),
        _ => Ok(()),
    }
}

fn real(writer: &mut impl Write, number: i64) -> io::Result<()> {
    writer.write_all(&(number as f32).to_le_bytes())
}
