//! Draws the section of a scene by a plane as SVG, in drawing quality, and the cut scene in 3D as PNG. Also exports the
//! section as DXF, GeoJSON, WKT and WKB.
//!
//! A [`Drawing`] holds the section: one [`Item`] per object, with its closed loops and, for an open object, its open
//! chains. [`Drawing::to_svg`] lays the section out on a page of 1,000 px width, with a title, a grid in the
//! coordinates of the file, filled and hatched objects, room areas, a scale bar and a legend. [`Drawing::to_png`] draws
//! the same page in pixels. A [`Theme`] sets the colours and hatches.
//!
//! The class of an object is its name up to `/`. IFC classes are drawn as in floor plans: rooms in a light colour below
//! the parts of the building, openings dashed, walls and slabs hatched with lines that continue from one neighbour to
//! the next. The colour of any other class depends only on its name.
//!
//! A [`LayerSheet`] shows many parallel sections side by side, and a [`ContourDrawing`] shows them as contour lines on
//! one page. A [`MaskFrame`] draws a section as a black-and-white picture for resin printers.
//!
//! A [`CurveChart`] shows the area of the section and the volume behind the plane against the height of the plane.
//!
//! A [`Preview`] shows the cut scene itself, in 3D, as PNG.
//!
//! The drawing is for viewing: its coordinates are relative to the page and rounded to 0.01 px. The other formats hold
//! the unrounded coordinates, along the two axes of the plane.

#[cfg(feature = "pictures")]
mod canvas;
mod cap_style;
mod class;
mod color;
mod corners;
mod crs;
mod curve;
mod dimension;
mod drawing;
mod drawn_classes;
mod dxf;
mod exaggeration;
mod features;
mod fonts;
mod geojson;
#[cfg(feature = "pictures")]
mod glyphs;
mod grid;
mod hatch;
#[cfg(feature = "pictures")]
mod hatching;
mod ids;
mod label;
mod layers;
mod legend;
mod mask;
mod numbers;
mod obstacles;
mod outline;
mod page;
mod palette;
mod paper;
mod picture_size;
mod pixels;
#[cfg(feature = "pictures")]
mod png;
mod polygons;
#[cfg(feature = "pictures")]
mod preview;
mod rings;
mod screen;
mod style;
mod svg;
mod text;
mod theme;
mod trace;
mod up;
mod view;
mod wkb;
mod wkt;
mod wrap;

pub use crate::cap_style::CapStyle;
pub use crate::corners::CollinearPoints;
pub use crate::crs::{Crs, CrsError};
pub use crate::curve::{CurveChart, CurveMark, CurveSample};
pub use crate::drawing::Drawing;
pub use crate::drawing::{Item, Limit};
pub use crate::drawn_classes::{DrawnClasses, class_of};
pub use crate::dxf::{DxfLayers, DxfLayersHeader, write_plans_dxf};
pub use crate::exaggeration::{Exaggeration, ExaggerationError};
pub use crate::features::Features;
pub use crate::fonts::{FontError, Fonts};
pub use crate::geojson::{GeoJsonLayers, LayerGeometry};
#[cfg(feature = "pictures")]
pub use crate::glyphs::missing_characters;
pub use crate::layers::{ContourDrawing, ContourLine, LayerSheet};
pub use crate::mask::{Mask, MaskArchive, MaskDepth, MaskError, MaskFrame, mask_name};
pub use crate::numbers::{counted, grouped};
pub use crate::palette::Palette;
pub use crate::paper::{
    DrawingScale, Orientation, Paper, PaperDrawing, PaperError, PaperSet, PaperSize, ScaleError,
};
pub use crate::picture_size::{Size, SizeError};
#[cfg(feature = "pictures")]
pub use crate::png::PngError;
#[cfg(feature = "pictures")]
pub use crate::preview::{Body, Half, Look, Preview, PreviewError};
pub use crate::theme::Theme;
pub use crate::theme::ThemeError;
pub use crate::theme::ThemeErrorKind;
pub use crate::up::Up;
pub use crate::view::{View, ViewError};
pub use crate::wkb::WkbLayers;
