//! The cut scene in 3D: the half beyond the plane is solid, the half before the plane is translucent, and the cut is
//! coloured and hatched.
//!
//! The rasteriser is our own: a few hundred lines, no GPU, and the same bits on any number of threads.

mod annotations;
mod bins;
mod bounds;
mod camera;
mod edges;
mod filter;
mod fit;
mod hatch;
mod light;
mod look;
mod normals;
mod paint;
mod parallel;
mod raster;
mod runs;
mod sheet;
mod specks;
mod subject;
mod surface;
#[cfg(test)]
mod tests;
mod tile;
mod vectors;

use crate::pixels::compress;
use crate::preview::annotations::Annotations;
use crate::preview::bins::Bins;
use crate::preview::filter::SAMPLES;
use crate::preview::hatch::Hatch;
use crate::preview::normals::Normals;
use crate::preview::paint::Paint;
use crate::preview::parallel::in_turns;
use crate::preview::surface::{Staged, Surface};
use crate::preview::tile::{SIDE, Scene, Workspace};

pub use crate::preview::subject::{Body, Half, Look, Preview};
pub use crate::preview::surface::PreviewError;

impl Preview<'_> {
    /// Returns the picture as a PNG file in memory: 8 bits per channel, opaque.
    ///
    /// # Errors
    /// Returns [`PreviewError`] if the bodies have more than 2³¹ vertices.
    pub fn to_png(&self) -> Result<Vec<u8>, PreviewError> {
        let pixels = self.pixels(parallel::threads())?;
        Ok(self.encoded(&pixels).expect("memory does not fail"))
    }

    fn encoded(&self, pixels: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.size.width(), self.size.height());
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        compress(&mut encoder);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(pixels)?;
        writer.finish()?;
        Ok(file)
    }

    /// Returns the pixels, row by row: red, green, blue.
    fn pixels(&self, threads: usize) -> Result<Vec<u8>, PreviewError> {
        let [width, height] = [self.size.width(), self.size.height()].map(|side| side as usize);
        let samples = [width, height].map(|side| side * SAMPLES);
        let annotations = Annotations::of(self);
        let stretched = self.stretched();
        let preview = stretched.as_ref().unwrap_or(self);
        let Staged {
            surface,
            patterns,
            placement,
        } = Surface::of(preview, samples, &annotations.room())?;
        let bins = Bins::of(&surface, [width, height].map(|side| side.div_ceil(SIDE)));
        let scene = Scene {
            normals: Normals::of(&surface),
            hatch: Hatch::of(&surface.plane, &patterns),
            surface,
            palette: &self.palette,
            paint: Paint::of(&self.palette),
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
        annotations.draw(&placement, &mut pixels);
        Ok(pixels)
    }
}
