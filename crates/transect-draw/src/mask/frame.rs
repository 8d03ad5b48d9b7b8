//! The raster of masks: the position of every pixel in the plane.

/// The largest width and height of a mask, in pixels.
const LONGEST: f64 = 65_536.0;

/// The largest number of pixels of a mask: 2³⁰, which take 128 MiB at one bit each.
const MOST: usize = 1 << 30;

/// The raster of all masks of a model. Every layer has the same raster, so the masks lie on top of each other.
///
/// Pixels are squares with the side `pixel`, and `origin` is the lower left corner of the raster. The pixel in column i
/// and row k, both counted from this corner, has its centre at origin + (i + ½, k + ½) · pixel. Each coordinate of a
/// centre is the float nearest to this sum.
///
/// ```
/// use transect_draw::MaskFrame;
/// let frame = MaskFrame::around([[0.0, 0.0], [1.1, 0.9]], 0.25)?;
/// assert_eq!((frame.width(), frame.height()), (5, 4));
/// // Pixels of a picture are counted from the upper left corner.
/// assert_eq!(frame.center(0, 3), [0.125, 0.125]);
/// assert_eq!(frame.mirrored([true, false]).center(4, 3), [0.125, 0.125]);
/// # Ok::<(), transect_draw::MaskError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MaskFrame {
    pub(super) origin: [f64; 2],
    pub(super) pixel: f64,
    /// The first coordinates of the centres, from left to right.
    pub(super) columns: Vec<f64>,
    /// The second coordinates of the centres, from bottom to top.
    pub(super) rows: Vec<f64>,
    pub(super) mirrored: [bool; 2],
}

/// The error of masks that cannot be drawn.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MaskError {
    /// The size of a pixel is not a positive finite number.
    #[error("{0} is not a pixel size: it must be positive")]
    PixelSize(f64),
    /// A coordinate of the raster or of an outline is not finite.
    #[error("a coordinate of the masks is not finite")]
    NotFinite,
    /// The raster has too few or too many pixels.
    #[error(
        "masks of {width} × {height} pixels: each side must have 1 to 65,536 pixels, and a mask at most 2³⁰"
    )]
    Size {
        /// The width in pixels.
        width: f64,
        /// The height in pixels.
        height: f64,
    },
}

impl MaskFrame {
    /// Returns the raster with its lower left corner at `origin`. The corner and the size of a pixel are in units of
    /// the drawing; the size of the raster is in pixels.
    ///
    /// # Errors
    /// Returns an error if the size of a pixel is not a positive finite number, if a centre is not finite, or if the
    /// raster has no pixel or too many.
    pub fn new(origin: [f64; 2], pixel: f64, [width, height]: [u32; 2]) -> Result<Self, MaskError> {
        if !(pixel > 0.0 && pixel.is_finite()) {
            return Err(MaskError::PixelSize(pixel));
        }
        let [wide, high] = [width, height].map(f64::from);
        let sides = [wide, high];
        let count = (width as usize).saturating_mul(height as usize);
        if sides.iter().any(|side| !(1.0..=LONGEST).contains(side)) || count > MOST {
            return Err(MaskError::Size {
                width: wide,
                height: high,
            });
        }
        // `mul_add` rounds once, so each centre is the float nearest to the exact sum.
        let centers = |count: u32, start: f64| -> Vec<f64> {
            let index = (0..count).map(|index| f64::from(index) + 0.5);
            index.map(|index| index.mul_add(pixel, start)).collect()
        };
        let frame = Self {
            origin,
            pixel,
            columns: centers(width, origin[0]),
            rows: centers(height, origin[1]),
            mirrored: [false; 2],
        };
        let mut coordinates = frame.columns.iter().chain(&frame.rows);
        if coordinates.all(|coordinate| coordinate.is_finite()) {
            Ok(frame)
        } else {
            Err(MaskError::NotFinite)
        }
    }

    /// Returns the smallest raster that covers a rectangle, up to rounding, and has the same lower left corner. The
    /// rectangle is given by its least and its greatest coordinates. The raster has at least one pixel.
    ///
    /// # Errors
    /// Returns the errors of [`MaskFrame::new`].
    pub fn around([low, high]: [[f64; 2]; 2], pixel: f64) -> Result<Self, MaskError> {
        if !(pixel > 0.0 && pixel.is_finite()) {
            return Err(MaskError::PixelSize(pixel));
        }
        let [width, height] = [0, 1].map(|axis| ((high[axis] - low[axis]) / pixel).ceil().max(1.0));
        if width.is_nan() || height.is_nan() || low.iter().chain(&high).any(|c| !c.is_finite()) {
            return Err(MaskError::NotFinite);
        }
        if width > LONGEST || height > LONGEST {
            return Err(MaskError::Size { width, height });
        }
        Self::new(low, pixel, [width as u32, height as u32])
    }

    /// Returns this raster with its pictures mirrored: left and right exchanged, top and bottom exchanged, or both. The
    /// points of the plane that are pixel centres stay the same.
    #[must_use]
    pub fn mirrored(mut self, axes: [bool; 2]) -> Self {
        self.mirrored = axes;
        self
    }

    /// Returns the width of the masks in pixels.
    #[must_use]
    pub fn width(&self) -> usize {
        self.columns.len()
    }

    /// Returns the height of the masks in pixels.
    #[must_use]
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Returns the centre of a pixel, in coordinates of the drawing. The column is counted from the left, the row from
    /// the top of the picture.
    ///
    /// # Panics
    /// Panics if the picture has no such pixel.
    #[must_use]
    pub fn center(&self, column: usize, row: usize) -> [f64; 2] {
        let column = if self.mirrored[0] {
            self.width() - 1 - column
        } else {
            column
        };
        let row = if self.mirrored[1] {
            row
        } else {
            self.height() - 1 - row
        };
        [self.columns[column], self.rows[row]]
    }
}
