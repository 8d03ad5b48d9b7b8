//! Pages that show many parallel sections: a sheet with one small picture per layer, and contour lines of all layers on
//! one page.

mod contours;
mod labels;
mod shading;
mod sheet;
mod strip;

pub use crate::layers::contours::{ContourDrawing, ContourLine};
pub use crate::layers::sheet::LayerSheet;
