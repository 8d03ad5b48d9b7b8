//! The cut scene in space: what lies beyond the plane solid, what lies before it translucent, the
//! cut itself coloured and hatched.

mod bins;
mod bounds;
mod camera;
mod edges;
mod fit;
mod hatch;
mod light;
mod look;
mod normals;
mod parallel;
mod raster;
mod sheet;
mod size;
mod surface;
#[cfg(test)]
mod tests;
mod tile;
mod view;

use std::io::{self, Write};

use crate::palette::Palette;
use crate::preview::bins::Bins;
use crate::preview::hatch::Hatch;
use crate::preview::normals::Normals;
use crate::preview::parallel::in_turns;
use crate::preview::surface::Surface;
use crate::preview::tile::{SAMPLES, SIDE, Scene, Workspace};
use crate::theme::Theme;

pub use crate::preview::camera::Up;
pub use crate::preview::size::{Size, SizeError};
pub use crate::preview::view::{View, ViewError};

/// A picture of a cut scene: an orthographic view, as PNG.
///
/// The half beyond the plane, as the eye sees it, is solid; the other one is a ghost through which
/// the cut is seen. Where nothing lies beyond the plane, the rest is solid. Coordinates are rounded:
/// the picture is for eyes.
///
/// ```
/// use transect_draw::{Body, Half, Preview};
/// let positions = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let triangles = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
/// let body = Body { half: Half::Back, ..Body::new(&positions, &triangles) };
/// let preview = Preview { bodies: vec![body], ..Preview::default() };
/// assert!(preview.to_png().starts_with(b"\x89PNG"));
/// ```
#[derive(Clone, Debug)]
pub struct Preview<'a> {
    /// What there is to see.
    pub bodies: Vec<Body<'a>>,
    /// The plane: a point of it and two directions in it, of length one and at right angles. Their
    /// cross product points to the front.
    pub plane: [[f64; 3]; 3],
    /// The axis that is up in the picture.
    pub up: Up,
    /// From where the eye looks.
    pub view: View,
    /// The size of the picture.
    pub size: Size,
    /// The colours.
    pub palette: Palette,
}

/// The triangles of an object on one side of the plane. They are borrowed, and may be shared by
/// bodies with different placements.
#[derive(Clone, Debug)]
pub struct Body<'a> {
    /// The vertices.
    pub positions: &'a [[f64; 3]],
    /// The triangles: three vertices each; those that name one that is not there are not drawn.
    pub triangles: &'a [[u32; 3]],
    /// For each triangle the number of the part it belongs to; empty if all belong to part 0.
    pub parts: &'a [u32],
    /// What the parts look like; later ones look like the last.
    pub looks: Vec<Look>,
    /// Where the body stands: the images of the three axes, then that of the origin.
    pub placement: [[f64; 3]; 4],
    /// On which side of the plane it lies.
    pub half: Half,
}

/// What a part of a body looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Look {
    /// The material colour (linear RGBA); opacity is not shown.
    pub color: Option<[f64; 4]>,
    /// Whether it closes the body where it was cut.
    pub cap: bool,
}

/// A side of the plane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Half {
    /// In front.
    Front,
    /// Behind.
    #[default]
    Back,
}

impl<'a> Body<'a> {
    /// A plain body behind the plane, where its coordinates put it.
    #[must_use]
    pub fn new(positions: &'a [[f64; 3]], triangles: &'a [[u32; 3]]) -> Self {
        Self {
            positions,
            triangles,
            parts: &[],
            looks: Vec::new(),
            placement: [
                [1.0, 0.0, 0.0],
                [0.0, 1.0, 0.0],
                [0.0, 0.0, 1.0],
                [0.0, 0.0, 0.0],
            ],
            half: Half::Back,
        }
    }

    fn place(&self, point: &[f64; 3]) -> [f64; 3] {
        let [x, y, z, origin] = &self.placement;
        [0, 1, 2]
            .map(|axis| x[axis] * point[0] + y[axis] * point[1] + z[axis] * point[2] + origin[axis])
    }
}

impl Default for Preview<'_> {
    /// Nothing, cut by z = 0.
    fn default() -> Self {
        Self {
            bodies: Vec::new(),
            plane: [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
            up: Up::default(),
            view: View::default(),
            size: Size::default(),
            palette: Theme::light().preview(),
        }
    }
}

impl Preview<'_> {
    /// The picture as a PNG file in memory.
    #[must_use]
    pub fn to_png(&self) -> Vec<u8> {
        let mut file = Vec::new();
        self.write_png(&mut file)
            .expect("writing to memory does not fail");
        file
    }

    /// Writes the picture as PNG: 8 bits a channel, no transparency.
    ///
    /// # Errors
    /// What `file` could not write.
    pub fn write_png(&self, file: impl Write) -> io::Result<()> {
        let pixels = self.pixels(parallel::threads());
        let mut encoder = png::Encoder::new(file, self.size.width(), self.size.height());
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        encoder.set_compression(png::Compression::Balanced);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&pixels)?;
        writer.finish()?;
        Ok(())
    }

    /// The pixels, row by row: red, green, blue.
    fn pixels(&self, threads: usize) -> Vec<u8> {
        let [width, height] = [self.size.width(), self.size.height()].map(|side| side as usize);
        let samples = [width, height].map(|side| side * SAMPLES);
        let surface = Surface::of(self, samples);
        let bins = Bins::of(&surface, [width, height].map(|side| side.div_ceil(SIDE)));
        let scene = Scene {
            normals: Normals::of(&surface, threads),
            hatch: Hatch::of(&surface.plane),
            surface,
            palette: &self.palette,
            samples,
        };
        let mut pixels = vec![0; width * height * 3];
        let rows_of_tiles = pixels.chunks_mut(width * 3 * SIDE).enumerate();
        in_turns(
            rows_of_tiles,
            threads,
            Workspace::default,
            |workspace, (down, pixels)| {
                let rows = down * SIDE..((down + 1) * SIDE).min(height);
                for across in 0..width.div_ceil(SIDE) {
                    let columns = across * SIDE..((across + 1) * SIDE).min(width);
                    let triangles = bins.tile(across, down);
                    workspace.draw(&scene, columns, rows.clone(), triangles, pixels);
                }
            },
        );
        pixels
    }
}
