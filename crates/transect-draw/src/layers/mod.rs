//! Pages that show many parallel sections: a sheet with one small picture per layer, and contour lines on a map.

mod contours;
mod labels;
mod shading;
mod sheet;
mod strip;

pub use crate::layers::contours::{ContourDrawing, ContourLine};
pub use crate::layers::sheet::LayerSheet;
