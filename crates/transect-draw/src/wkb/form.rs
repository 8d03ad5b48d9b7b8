//! The bytes of geometries with two or three coordinates.

use std::io::{self, Write};

use crate::crs::Crs;
use crate::rings::{Points, Rings};

/// The byte that means little-endian byte order in WKB.
const LITTLE: u8 = 1;
const LINE_STRING: u32 = 2;
const POLYGON: u32 = 3;
const MULTI_LINE_STRING: u32 = 5;
const MULTI_POLYGON: u32 = 6;
pub(super) const COLLECTION: u32 = 7;
/// The flag in the type of a geometry that says that the code of a coordinate reference system follows the type. The
/// flag belongs to the extended WKB of PostGIS.
const SRID: u32 = 0x2000_0000;
/// The flag in the type of a geometry that says that points have a third coordinate, in extended WKB.
const EXTENDED_Z: u32 = 0x8000_0000;
/// The difference between the types of a geometry with and without a third coordinate, in standard WKB.
const STANDARD_Z: u32 = 1000;

/// The form of the geometries in a file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Form {
    /// The coordinate reference system, if any. A file with a reference system is extended WKB.
    pub(super) crs: Option<Crs>,
    /// The third coordinate of all points; `None` if points have two coordinates.
    pub(super) height: Option<f64>,
}

impl Form {
    /// Returns the type of a geometry in this form, given its type in two dimensions.
    fn kind(self, plain: u32) -> u32 {
        match self.height {
            None => plain,
            Some(_) if self.crs.is_some() => plain | EXTENDED_Z,
            Some(_) => plain + STANDARD_Z,
        }
    }

    /// Writes the beginning of the collection that is the whole file.
    pub(super) fn begin(self, writer: &mut impl Write, members: usize) -> io::Result<()> {
        let Some(crs) = self.crs else {
            return self.head(writer, COLLECTION, members);
        };
        writer.write_all(&[LITTLE])?;
        writer.write_all(&(self.kind(COLLECTION) | SRID).to_le_bytes())?;
        writer.write_all(&crs.code().to_le_bytes())?;
        count(writer, members)
    }

    /// Writes the beginning of a geometry that has several members (rings, points or geometries): the byte order, the
    /// type, and the number of members.
    pub(super) fn head(self, writer: &mut impl Write, kind: u32, parts: usize) -> io::Result<()> {
        writer.write_all(&[LITTLE])?;
        writer.write_all(&self.kind(kind).to_le_bytes())?;
        count(writer, parts)
    }

    /// Writes the geometry of an object with these polygons and lines.
    pub(super) fn object(
        self,
        writer: &mut impl Write,
        polygons: &[Rings],
        lines: &[Points],
    ) -> io::Result<()> {
        if !polygons.is_empty() && !lines.is_empty() {
            self.head(writer, COLLECTION, 2)?;
        }
        if !polygons.is_empty() || lines.is_empty() {
            self.head(writer, MULTI_POLYGON, polygons.len())?;
        }
        for rings in polygons {
            self.head(writer, POLYGON, rings.len())?;
            rings
                .iter()
                .try_for_each(|ring| self.points(writer, ring))?;
        }
        if !lines.is_empty() {
            self.head(writer, MULTI_LINE_STRING, lines.len())?;
        }
        for line in lines {
            writer.write_all(&[LITTLE])?;
            writer.write_all(&self.kind(LINE_STRING).to_le_bytes())?;
            self.points(writer, line)?;
        }
        Ok(())
    }

    fn points(self, writer: &mut impl Write, points: &Points) -> io::Result<()> {
        count(writer, points.len())?;
        for point in points {
            for coordinate in point.iter().chain(&self.height) {
                writer.write_all(&coordinate.to_le_bytes())?;
            }
        }
        Ok(())
    }
}

fn count(writer: &mut impl Write, number: usize) -> io::Result<()> {
    let number = u32::try_from(number).map_err(io::Error::other)?;
    writer.write_all(&number.to_le_bytes())
}
