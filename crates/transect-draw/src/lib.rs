//! Draws the section of a scene by a plane as SVG, at drawing quality, and writes it for other
//! programs as DXF, GeoJSON, WKT and WKB; draws the cut scene in space as PNG.
//!
//! A [`Drawing`] holds what the plane cut: one [`Item`] an object, with its closed loops and, where
//! the object is open, its open chains. [`Drawing::to_svg`] lays it out as a page of 1,000 px width:
//! title, grid in the coordinates of the file, filled and hatched objects, areas in the rooms, scale
//! bar and legend. [`Drawing::to_png`] draws the same page in pixels. Its look is a [`Theme`].
//!
//! The class of an object is its name up to `/`. Classes of IFC are drawn as floor plans are: rooms
//! light and underneath, openings dashed, walls and slabs hatched with lines that run on from one
//! neighbour to the next. Any other class has a colour that depends on its name alone.
//!
//! A [`Preview`] shows the cut scene itself, in 3D, as PNG.
//!
//! The drawing is for eyes: its coordinates are relative to the page and rounded to 0.01 px. The
//! other formats hold every coordinate as it is, in the two axes of the plane.

mod class;
mod color;
mod drawing;
mod dxf;
mod geojson;
mod grid;
mod hatch;
mod ids;
mod label;
mod legend;
mod obstacles;
mod outline;
mod page;
mod palette;
mod paper;
mod png;
mod preview;
mod rings;
mod style;
mod svg;
mod text;
mod theme;
mod trace;
mod wkb;
mod wkt;

pub use crate::drawing::Drawing;
pub use crate::drawing::Item;
pub use crate::drawing::class_of;
pub use crate::palette::Palette;
pub use crate::png::PngError;
pub use crate::preview::{Body, Half, Look, Preview, Size, SizeError, Up, View, ViewError};
pub use crate::theme::Theme;
pub use crate::theme::ThemeError;
pub use crate::theme::ThemeErrorKind;
