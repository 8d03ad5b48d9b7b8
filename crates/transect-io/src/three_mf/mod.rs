//! 3MF, the 3D Manufacturing Format: models in XML inside a ZIP package (3MF Core Specification 1.4).
//!
//! Also read are the colours of the materials extension, and objects in other files of the package (production
//! extension).
//!
//! This reader is our own: `threemf` and `threemf2` read coordinates of other types without lines in their errors, and
//! neither limits the size to which a package expands. Packages are read by `zip`, and XML by `quick-xml`.

mod color;
mod graph;
mod model;
mod package;
mod paint;
mod place;
mod read;
mod space;
mod unit;
mod write;
mod xml;

pub(crate) use read::read;
pub(crate) use write::write;
