//! The writer of files of the Common Layer Interface. It writes layers one after another and stores one contour at a
//! time.

use std::io::Write;

use crate::common_layer::header::{CommonLayerEncoding, CommonLayerHeader};
use crate::common_layer::record::{self, Form, SHORT};
use crate::error::WriteError;

/// The largest multiple of the unit in a file, 2⁵³. An `f64` holds every integer up to this one exactly.
const LARGEST: f64 = 9_007_199_254_740_992.0;

/// A closed outline or an open line in a layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contour<'a> {
    /// The index of the object in [`CommonLayerHeader::labels`].
    pub object: usize,
    /// The points, in units of the model. The first point of a closed outline is not repeated at the end.
    pub points: &'a [[f64; 2]],
    /// `true` if the last point is joined to the first. Outer outlines are counter-clockwise, outlines of holes
    /// clockwise.
    pub closed: bool,
}

/// The contents of a finished file, and the differences between the file and the given layers.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CommonLayerSummary {
    /// The number of layers.
    pub layers: usize,
    /// The number of closed outlines.
    pub contours: usize,
    /// The number of open lines.
    pub open_lines: usize,
    /// The number of contours that are left out: closed outlines without area and open lines without length, after
    /// their coordinates are rounded to multiples of the unit of the file.
    pub left_out: usize,
    /// The largest change of a coordinate or a height by rounding, in millimetres.
    pub largest_change: f64,
    /// The number of labels in which characters were replaced. Labels consist of printable ASCII characters, without
    /// dollar signs, commas and double slashes.
    pub changed_labels: usize,
}

/// Writes layers as a file of the Common Layer Interface (CLI), version 2.0.
///
/// Each coordinate is rounded to the nearest multiple of the unit. In long records, which hold 32-bit floats, multiples
/// above 2²⁴ are rounded again. [`CommonLayerSummary::largest_change`] is the largest change that all rounding caused.
///
/// The direction number of a closed outline is 1 (outer) if the outline is counter-clockwise, and 0 (inner) if it is
/// clockwise. This is decided by the exact sign of the area of the rounded points. The first point is repeated at the
/// end. Open lines have the direction number 2.
///
/// ```
/// use transect_io::{CommonLayerHeader, CommonLayerEncoding, CommonLayerWriter, Contour};
/// let header = CommonLayerHeader {
///     encoding: CommonLayerEncoding::Ascii,
///     unit: 0.01,        // hundredths of a millimetre
///     millimeters: 1.0,  // the model is in millimetres
///     bounds: [[0.0, 0.0, 0.0], [2.0, 1.0, 0.5]],
///     layers: 1,
///     labels: vec!["wedge".into()],
///     date: None,
/// };
/// let mut file = Vec::new();
/// let mut writer = CommonLayerWriter::new(&mut file, header)?;
/// let points = [[0.0, 0.0], [2.0, 0.0], [0.0, 1.0 / 3.0]];
/// writer.add(0.5, [Contour { object: 0, points: &points, closed: true }])?;
/// let summary = writer.finish()?;
/// assert_eq!(String::from_utf8_lossy(&file), "$$HEADERSTART\n$$ASCII\n$$UNITS/0.01\n$$VERSION/200\n\
///     $$DIMENSION/0,0,0,2,1,0.5\n$$LAYERS/1\n$$LABEL/1,wedge\n$$HEADEREND\n$$GEOMETRYSTART\n\
///     $$LAYER/50\n$$POLYLINE/1,1,4,0,0,200,0,0,33,0,0\n$$GEOMETRYEND\n");
/// assert!((summary.largest_change - 0.00333).abs() < 1e-5);
/// # Ok::<(), transect_io::WriteError>(())
/// ```
#[derive(Debug)]
pub struct CommonLayerWriter<W: Write> {
    writer: W,
    header: CommonLayerHeader,
    /// The form of the file's records. If it is [`Form::Short`], a record whose numbers do not fit is written as
    /// [`Form::Long`].
    form: Form,
    /// The height of the layer written last, in units of the file.
    last: Option<i64>,
    summary: CommonLayerSummary,
}

impl<W: Write> CommonLayerWriter<W> {
    /// Writes the header.
    ///
    /// # Errors
    /// Returns [`WriteError::Unsupported`] if a unit is not a positive finite number, if a bound is not finite or is
    /// more than 2⁵³ units of the file, or if there are more than 2³¹ − 1 labels. Also returns the errors of the
    /// writer.
    pub fn new(writer: W, header: CommonLayerHeader) -> Result<Self, WriteError> {
        for unit in [header.unit, header.millimeters] {
            if !(unit > 0.0 && unit.is_finite()) {
                let message = format!("{unit} is not a unit of length: it must be positive");
                return Err(WriteError::Unsupported(message));
            }
        }
        if i32::try_from(header.labels.len()).is_err() {
            let message = "a CLI file can name at most 2³¹ − 1 objects".into();
            return Err(WriteError::Unsupported(message));
        }
        let mut file = Self {
            writer,
            form: Form::Text,
            header,
            last: None,
            summary: CommonLayerSummary::default(),
        };
        let mut fits = file.header.labels.len() <= usize::from(u16::MAX);
        for bound in file.header.bounds.as_flattened() {
            fits &= (0..=SHORT).contains(&file.multiple(*bound)?);
        }
        file.form = match file.header.encoding {
            CommonLayerEncoding::Ascii => Form::Text,
            CommonLayerEncoding::Binary if fits => Form::Short,
            CommonLayerEncoding::Binary | CommonLayerEncoding::AlignedBinary => Form::Long,
        };
        file.summary.changed_labels = file.header.write(&mut file.writer)?;
        Ok(file)
    }

    /// Writes a layer with its contours. In the format, `height` is the height of the upper face of the layer, and the
    /// lower face is at the height of the layer before. To give the lowest layer a thickness, first add a layer without
    /// contours at the height of its lower face.
    ///
    /// # Errors
    /// Returns [`WriteError::Unsupported`] if the height is not at least one unit of the file above that of the last
    /// layer. Also returns it if a coordinate is not finite or is more than 2⁵³ units of the file, or if an object has
    /// no label. Also returns the errors of the writer.
    pub fn add<'a>(
        &mut self,
        height: f64,
        contours: impl IntoIterator<Item = Contour<'a>>,
    ) -> Result<(), WriteError> {
        let multiple = self.multiple(height)?;
        let form = self.form_of([&multiple]);
        let stored = form.stored(multiple);
        if self.last.is_some_and(|last| last >= stored) {
            let message = format!(
                "layer at height {height}: a CLI file needs ascending heights, at least one unit ({} mm) apart",
                self.header.unit
            );
            return Err(WriteError::Unsupported(message));
        }
        self.note_change(height, stored);
        record::layer(&mut self.writer, self.header.encoding, form, stored)?;
        self.last = Some(stored);
        self.summary.layers += 1;
        contours
            .into_iter()
            .try_for_each(|contour| self.contour(&contour))
    }

    /// Ends the file, and returns the summary of its contents.
    ///
    /// # Errors
    /// Returns [`WriteError::Unsupported`] if the number of layers is not that of the header. Also returns the errors
    /// of the writer.
    pub fn finish(mut self) -> Result<CommonLayerSummary, WriteError> {
        if self.summary.layers != self.header.layers {
            let message = format!(
                "the header of the CLI file says {} layers, but {} were written",
                self.header.layers, self.summary.layers
            );
            return Err(WriteError::Unsupported(message));
        }
        if self.header.encoding == CommonLayerEncoding::Ascii {
            self.writer.write_all(b"$$GEOMETRYEND\n")?;
        }
        self.writer.flush()?;
        Ok(self.summary)
    }

    fn contour(&mut self, contour: &Contour<'_>) -> Result<(), WriteError> {
        if contour.object >= self.header.labels.len() {
            let message = format!("object {} has no label in the CLI file", contour.object);
            return Err(WriteError::Unsupported(message));
        }
        let rounded = contour.points.iter();
        let rounded = rounded.map(|&[x, y]| Ok([self.multiple(x)?, self.multiple(y)?]));
        let rounded = rounded.collect::<Result<Vec<[i64; 2]>, WriteError>>()?;
        // The first point of a closed outline is written twice, so one more point than given must fit.
        let form = match self.form_of(rounded.as_flattened()) {
            Form::Short if rounded.len() >= usize::from(u16::MAX) => Form::Long,
            form => form,
        };
        let stored = rounded.iter().map(|point| point.map(|m| form.stored(m)));
        let mut stored: Vec<[i64; 2]> = stored.collect();
        for (given, stored) in contour.points.iter().zip(&stored) {
            self.note_change(given[0], stored[0]);
            self.note_change(given[1], stored[1]);
        }
        stored.dedup();
        let direction = if contour.closed {
            match doubled_area(&stored) {
                0 => {
                    self.summary.left_out += 1;
                    return Ok(());
                }
                area => i32::from(area > 0),
            }
        } else if stored.len() < 2 {
            self.summary.left_out += 1;
            return Ok(());
        } else {
            2
        };
        if contour.closed {
            stored.extend(stored.first().copied());
            stored.dedup();
            self.summary.contours += 1;
        } else {
            self.summary.open_lines += 1;
        }
        let id = i32::try_from(contour.object + 1).expect("the number of labels was checked");
        let encoding = self.header.encoding;
        record::polyline(&mut self.writer, encoding, form, [id, direction], &stored)?;
        Ok(())
    }

    /// Returns the form of a record with these numbers.
    fn form_of<'m>(&self, multiples: impl IntoIterator<Item = &'m i64>) -> Form {
        match self.form {
            Form::Short if multiples.into_iter().all(|m| (0..=SHORT).contains(m)) => Form::Short,
            Form::Short => Form::Long,
            form => form,
        }
    }

    /// Returns the multiple of the unit that is nearest to a coordinate of the model.
    fn multiple(&self, coordinate: f64) -> Result<i64, WriteError> {
        let multiple = coordinate * self.header.millimeters / self.header.unit;
        if multiple.abs() <= LARGEST {
            return Ok(multiple.round_ties_even() as i64);
        }
        let unit = self.header.unit;
        let message = format!("coordinate {coordinate} is not within 2⁵³ units of {unit} mm");
        Err(WriteError::Unsupported(message))
    }

    /// Records the change of a coordinate by rounding.
    fn note_change(&mut self, coordinate: f64, stored: i64) {
        let given = coordinate * self.header.millimeters;
        let change = (stored as f64 * self.header.unit - given).abs();
        self.summary.largest_change = self.summary.largest_change.max(change);
    }
}

/// Returns twice the signed area of a closed outline.
fn doubled_area(points: &[[i64; 2]]) -> i128 {
    let next = points.iter().cycle().skip(1);
    // Coordinates are at most 2⁵³ in magnitude, so the sum fits an i128 unless the outline winds about a point 2¹⁸
    // times. Partial sums may wrap around; this does not change the final sum.
    points.iter().zip(next).fold(0_i128, |sum, (a, b)| {
        let [[ax, ay], [bx, by]] = [a, b].map(|point| point.map(i128::from));
        sum.wrapping_add(ax * by - bx * ay)
    })
}
