//! Tests of drawings as SVG pages and as PNG pictures.

mod curves;
mod dimensions;
mod fonts;
mod looks;
mod odd;
mod page;
mod pictures;
mod structure;
mod themes;
mod words;
