//! The frame of the drawing on the page, and round numbers for ticks, grid lines and the scale bar.

use crate::numbers::grouped;
use crate::text::Rect;

/// A rectangular window of the plane, and the rectangle on the page (the frame) that shows it.
///
/// Coordinates are halved before they are stored or subtracted, because the difference of two large finite coordinates
/// may overflow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// The coordinates of the window's centre, halved.
    half_center: [f64; 2],
    /// Twice the scale: the number of px on the page for two units of length.
    double_scale: f64,
    /// For each axis of the page, −1.0 if the axis of the file runs in the opposite direction, otherwise 1.0. Tick
    /// labels are coordinates along the axis of the file.
    signs: [f64; 2],
}

/// The smallest and the largest coordinates of the drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    pub(crate) min: [f64; 2],
    pub(crate) max: [f64; 2],
}

impl Bounds {
    /// Returns the bounds of all points, or `None` if there are no points.
    pub(crate) fn of<'a>(points: impl Iterator<Item = &'a [f64; 2]>) -> Option<Self> {
        points.fold(None, |bounds, point| {
            let Self { min, max } = bounds.unwrap_or(Self {
                min: *point,
                max: *point,
            });
            Some(Self {
                min: [min[0].min(point[0]), min[1].min(point[1])],
                max: [max[0].max(point[0]), max[1].max(point[1])],
            })
        })
    }

    /// Returns the bounds of two bounds together.
    pub(crate) fn joined(&self, other: &Self) -> Self {
        Self {
            min: [0, 1].map(|axis| self.min[axis].min(other.min[axis])),
            max: [0, 1].map(|axis| self.max[axis].max(other.max[axis])),
        }
    }

    /// Returns half the coordinates of the centre of the bounds, and a quarter of their width and height. The results
    /// do not overflow.
    fn halved(&self) -> ([f64; 2], [f64; 2]) {
        let half = |axis: usize| [self.min[axis] / 2.0, self.max[axis] / 2.0];
        let [[left, right], [low, high]] = [half(0), half(1)];
        (
            [
                left + (right / 2.0 - left / 2.0),
                low + (high / 2.0 - low / 2.0),
            ],
            [right / 2.0 - left / 2.0, high / 2.0 - low / 2.0],
        )
    }
}

/// The space available for a frame, in px.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Space {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) least_height: f64,
    pub(crate) greatest_height: f64,
    pub(crate) padding: f64,
}

/// The space between a drawing and its frame on each side, in px.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Insets {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

impl Insets {
    /// Returns the horizontal and the vertical space on both sides together.
    pub(crate) fn sums(&self) -> [f64; 2] {
        [self.left + self.right, self.top + self.bottom]
    }
}

impl Frame {
    /// Returns the frame that shows the bounds as large as the space allows.
    pub(crate) fn fit(bounds: &Bounds, space: &Space) -> Self {
        let (half_center, mut quarter) = bounds.halved();
        let magnitude = half_center[0].abs().max(half_center[1].abs());
        // If all points of the section nearly coincide, the window is one unit wide. If its centre has a coordinate
        // above 500,000, the window is wider: two millionths of that coordinate.
        if quarter[0].max(quarter[1]) <= (magnitude * 1e-13).max(1e-290) {
            let half_window = (magnitude * 1e-6).max(0.25);
            quarter = [half_window, half_window / 5.0];
        }
        let inner = space.width - 2.0 * space.padding;
        let inner_height = space.greatest_height - 2.0 * space.padding;
        let double_scale = (inner / quarter[0]).min(inner_height / quarter[1]) / 2.0;
        let height = 2.0 * quarter[1] * double_scale + 2.0 * space.padding;
        Self {
            left: space.left,
            top: space.top,
            width: space.width,
            height: height
                .clamp(space.least_height, space.greatest_height)
                .round(),
            half_center,
            double_scale,
            signs: [1.0; 2],
        }
    }

    /// Returns the frame without the empty stripes to the left and to the right of narrow bounds. `padding` is the
    /// distance between the frame and the bounds. The result is at least `least` px wide; a frame that is narrower than
    /// `least` keeps its width.
    pub(crate) fn cropped(self, bounds: &Bounds, padding: f64, least: f64) -> Self {
        let [quarter, _] = bounds.halved().1;
        let drawn = 2.0 * quarter * self.double_scale + 2.0 * padding;
        Self {
            width: self.width.min(drawn.max(least).ceil()),
            ..self
        }
    }

    /// Returns the frame with tick labels for these axes. An axis whose name begins with a minus sign, such as `−x`,
    /// is the reversed axis of the file: the coordinates of the file fall along it.
    pub(crate) fn with_axes(self, axes: &[String; 2]) -> Self {
        let signs = axes
            .each_ref()
            .map(|name| if axis_name(name) == name { 1.0 } else { -1.0 });
        Self { signs, ..self }
    }

    /// Returns the frame with the rectangle `border`. The middle of the bounds is in the middle of the border, and
    /// `scale` is the number of px for one unit of length.
    pub(crate) fn at_scale(bounds: &Bounds, scale: f64, border: &Rect) -> Self {
        Self {
            left: border.left,
            top: border.top,
            width: border.width(),
            height: border.height(),
            half_center: bounds.halved().0,
            double_scale: 2.0 * scale,
            signs: [1.0; 2],
        }
    }

    /// Returns the frame that shows a part of this frame in `window`. This frame is divided into parts of the size of
    /// the window, and `place` is the column and the row of the part, counted from the upper left.
    pub(crate) fn part(&self, place: [f64; 2], window: &Rect) -> Self {
        let size = [window.width(), window.height()];
        let middle = [0, 1].map(|axis| (place[axis] + 0.5) * size[axis]);
        let [right, down] = [middle[0] - self.width / 2.0, middle[1] - self.height / 2.0]
            .map(|distance| distance / self.double_scale);
        Self {
            left: window.left,
            top: window.top,
            width: size[0],
            height: size[1],
            half_center: [self.half_center[0] + right, self.half_center[1] - down],
            ..*self
        }
    }

    /// Returns the frame with each border moved outwards. What the frame shows stays at its place on the page.
    pub(crate) fn with_insets(self, insets: &Insets) -> Self {
        let [width, height] = insets.sums();
        let [right, down] = [insets.right - insets.left, insets.bottom - insets.top]
            .map(|distance| distance / 2.0 / self.double_scale);
        Self {
            left: self.left - insets.left,
            top: self.top - insets.top,
            width: self.width + width,
            height: self.height + height,
            half_center: [self.half_center[0] + right, self.half_center[1] - down],
            ..self
        }
    }

    /// Returns the middle of the frame on the page.
    pub(crate) fn center(&self) -> [f64; 2] {
        [self.left + self.width / 2.0, self.top + self.height / 2.0]
    }

    /// Returns the position of a point on the page, y down.
    pub(crate) fn place(&self, point: [f64; 2]) -> [f64; 2] {
        let [x, y] =
            [0, 1].map(|axis| (point[axis] / 2.0 - self.half_center[axis]) * self.double_scale);
        [
            self.left + self.width / 2.0 + x,
            self.top + self.height / 2.0 - y,
        ]
    }

    /// Returns the point of the plane that is drawn at this position on the page. This is the inverse of
    /// [`Self::place`], except for rounding.
    pub(crate) fn point(&self, position: [f64; 2]) -> [f64; 2] {
        let [x, y] = self.center();
        let halves =
            [position[0] - x, y - position[1]].map(|distance| distance / self.double_scale);
        [0, 1].map(|axis| 2.0 * (self.half_center[axis] + halves[axis]))
    }

    /// Returns the number of px for one unit of length.
    pub(crate) fn scale(&self) -> f64 {
        self.double_scale / 2.0
    }

    pub(crate) fn right(&self) -> f64 {
        self.left + self.width
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.top + self.height
    }

    /// Returns the ticks along the lower edge (axis 0) or the left edge (axis 1), at least `gap` px apart.
    pub(crate) fn ticks(&self, axis: usize, gap: f64) -> Vec<Tick> {
        let half_length = if axis == 0 { self.width } else { self.height } / 2.0;
        let half_extent = half_length / self.double_scale;
        // Near the largest floats, the ends of the frame may be beyond the range of floats, so they are clamped to that
        // range.
        let [low, high] = [-half_extent, half_extent]
            .map(|half| ((self.half_center[axis] + half) * 2.0).clamp(f64::MIN, f64::MAX));
        let Some(step) = Round::at_least(gap / self.scale()) else {
            return Vec::new();
        };
        let first = (low / step.value()).ceil();
        let mut ticks: Vec<Tick> = Vec::new();
        for number in 0..200 {
            let count = first + f64::from(number);
            let value = step.times(count);
            if !value.is_finite() || value > high {
                break;
            }
            let label = step.label(self.signs[axis] * value);
            // If the step is smaller than the spacing of floats, labels would repeat.
            // Only the first of equal labels is kept.
            if ticks.last().is_none_or(|last| last.label != label) {
                let position = self.place([value; 2])[axis];
                ticks.push(Tick { position, label });
            }
        }
        ticks
    }

    /// Returns the greatest round length for a scale bar of at most `limit` px.
    pub(crate) fn bar(&self, limit: f64) -> Option<Round> {
        Round::at_most(limit / self.scale())
    }
}

/// Returns the name of the axis of the file, without the minus sign of a reversed axis.
pub(crate) fn axis_name(name: &str) -> &str {
    name.strip_prefix('\u{2212}').unwrap_or(name)
}

/// A round coordinate at the edge of the frame.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tick {
    /// The position on the page along the edge, in px.
    pub(crate) position: f64,
    pub(crate) label: String,
}

/// A round number: 1, 2 or 5 times a power of ten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Round {
    pub(crate) digit: u8,
    exponent: i32,
}

impl Round {
    pub(crate) fn at_least(length: f64) -> Option<Self> {
        Self::candidates(length)
            .into_iter()
            .flatten()
            .find(|round| round.value() >= length)
    }

    pub(crate) fn at_most(length: f64) -> Option<Self> {
        Self::candidates(length)
            .into_iter()
            .flatten()
            .rev()
            .find(|round| round.value() <= length)
    }

    fn candidates(length: f64) -> Option<[Self; 6]> {
        if !(length.is_finite() && length > 0.0) {
            return None;
        }
        let exponent = length.log10().floor() as i32;
        let [one, two, five] = [1, 2, 5].map(|digit| move |exponent| Self { digit, exponent });
        Some([
            five(exponent - 1),
            one(exponent),
            two(exponent),
            five(exponent),
            one(exponent + 1),
            two(exponent + 1),
        ])
    }

    pub(crate) fn value(self) -> f64 {
        self.times(1.0)
    }

    /// Returns this round number times `count`. A negative power of ten is applied by a division, because powers of ten
    /// up to 10²² are exact floats and their reciprocals are not.
    pub(crate) fn times(self, count: f64) -> f64 {
        let digits = count * f64::from(self.digit);
        if self.exponent >= 0 {
            digits * 10f64.powi(self.exponent)
        } else {
            digits / 10f64.powi(-self.exponent)
        }
    }

    /// Returns a label of a scale bar: the text of `value`, which is this round number, or a quarter or a fifth of this
    /// number. The text has one decimal more than the round number needs, unless that decimal is zero.
    pub(crate) fn label_of_part(self, value: f64) -> String {
        let finer = Self {
            exponent: self.exponent - 1,
            ..self
        };
        let text = finer.label(value);
        match text
            .strip_suffix(".0")
            .or(text.strip_suffix('0').filter(|text| text.contains('.')))
        {
            Some(shorter) => shorter.into(),
            None => text,
        }
    }

    /// Returns the text of a multiple of this step, with as many decimals as the step needs.
    pub(crate) fn label(self, value: f64) -> String {
        let value = value + 0.0; // removes "-0"
        let decimals = usize::try_from(-self.exponent).unwrap_or(0);
        let plain = format!("{value:.decimals$}");
        let short = plain.len() <= 12;
        let plain = grouped(&plain).replace('-', "\u{2212}");
        if short {
            return plain;
        }
        let digits =
            (value.abs().log10().floor() - f64::from(self.exponent)).clamp(0.0, 16.0) as usize;
        let scientific = format!("{value:.digits$e}");
        if scientific.len() < plain.len() {
            scientific
        } else {
            plain
        }
    }
}
