//! One section as GeoJSON.

use std::io::{self, Write};

use serde::Serialize;

use crate::features::Features;
use crate::geojson::feature::{Frame, begin, features, note};

/// The member `section` of the file, which describes the section. It is a foreign member (RFC 7946, section 6.1).
#[derive(Serialize)]
struct About<'a> {
    note: &'static str,
    source: &'a str,
    plane: &'a str,
    unit: Option<&'a str>,
    axes: &'a [String; 2],
    frame: Option<Frame>,
}

impl Features<'_> {
    /// Writes the section as a GeoJSON `FeatureCollection`: one line per feature, with the properties `name`, `class`,
    /// `index`, `area`, `open` and `united`.
    ///
    /// An object has one feature. The geometry is a `MultiPolygon`, with outer rings counter-clockwise and holes
    /// clockwise. Open chains are a `MultiLineString`. An object with polygons and open chains has a second feature
    /// for the chains, with the same properties but no area; the geometry of an object without polygons and chains is
    /// null. [`Drawing::collinear`](crate::Drawing::collinear) decides about points on straight edges. Coordinates
    /// are those in the plane, with all of their digits. They are **not** longitudes and latitudes. The member
    /// `section` says so, and has the plane, the unit and the frame. With [`Drawing::crs`](crate::Drawing::crs), the
    /// member `crs` of the GeoJSON specification of 2008 names the coordinate reference system; RFC 7946 dropped it,
    /// but map software reads it.
    ///
    /// Every geometry is valid in the sense of OGC 06-103r4. If the bodies of an object overlap or share edges, the
    /// polygons are the union of the bodies. Then `united` is true, and the feature has the number `displacement`: the
    /// largest distance of a written vertex from [`Item::loops`](crate::Item::loops). It is zero unless loops cross.
    /// `signed_area` is [`Item::signed_area`](crate::Item::signed_area).
    ///
    /// ```
    /// use transect_draw::Drawing;
    /// let mut json = Vec::new();
    /// let drawing = Drawing { plane: "z = 1.2".into(), ..Drawing::default() };
    /// drawing.features().write_geojson(&mut json)?;
    /// let json: serde_json::Value = serde_json::from_slice(&json)?;
    /// assert_eq!(json["section"]["plane"], "z = 1.2");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of the writer.
    pub fn write_geojson(&self, writer: &mut impl Write) -> io::Result<()> {
        let drawing = self.drawing;
        let about = About {
            note: note(drawing.crs),
            source: &drawing.title,
            plane: &drawing.plane,
            unit: drawing.unit.as_deref(),
            axes: &drawing.axes,
            frame: Frame::of(drawing),
        };
        begin(writer, drawing.crs)?;
        writer.write_all(b"\"section\":")?;
        serde_json::to_writer(&mut *writer, &about)?;
        writer.write_all(b",\n\"features\":[")?;
        let objects = self.objects();
        let features =
            objects.flat_map(|(item, areas)| features(item, areas, self.lines(item), None));
        for (index, feature) in features.enumerate() {
            writer.write_all(if index > 0 { b",\n" } else { b"\n" })?;
            serde_json::to_writer(&mut *writer, &feature)?;
        }
        writer.write_all(b"\n]}\n")
    }
}
