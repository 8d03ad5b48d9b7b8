//! Layers as a file of the Common Layer Interface (CLI), version 2.0: the exchange format of additive manufacturing.
//!
//! The header is text. The geometry is text or binary, with the same commands: a layer at a height, then its polylines.
//! The specification of the format is at <https://www.hmilch.net/downloads/cli_format.html>.

mod header;
mod record;
#[cfg(test)]
mod tests;
mod writer;

pub use header::{CommonLayerEncoding, CommonLayerHeader};
pub use writer::{CommonLayerSummary, CommonLayerWriter, Contour};
