//! The flags for drawings on paper.

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use transect_draw::{DrawingScale, Orientation, PaperSize};

use crate::arguments::words::words;

// No doc comment here: clap would use it as the help of the subcommand.
#[derive(Args, Clone, Debug)]
pub(crate) struct PaperArguments {
    /// Draw the sections on paper of this size, with a title block and to scale: section.svg and section.png,
    /// or the drawings of layers. Also write a PDF, unless --write names files one by one. Sizes: a4, a3, a2,
    /// a1, a0, letter, legal, tabloid
    #[arg(
        long,
        value_name = "SIZE",
        value_parser = words(PaperSize::NAMES),
        hide_possible_values = true,
        requires = "output",
        help_heading = "Paper"
    )]
    pub(crate) paper: Option<PaperSize>,

    /// The scale on paper, such as 1:100 or 5:1. A drawing that is larger than a sheet is on several
    /// sheets. Without this flag, the drawing is on one sheet at the largest scale of ISO 5455 that fits:
    /// 1:n or n:1, where n is 1, 2 or 5 times a power of ten
    #[arg(long, value_name = "1:N", requires = "paper", help_heading = "Paper")]
    pub(crate) scale: Option<DrawingScale>,

    /// The orientation of the paper, instead of the one with fewer sheets or the larger scale
    #[arg(
        long,
        value_name = "ORIENTATION",
        value_parser = words(Orientation::NAMES),
        requires = "paper",
        help_heading = "Paper"
    )]
    pub(crate) orientation: Option<Orientation>,

    /// Draw a north arrow. North is this many degrees clockwise from the y axis (−z if y points up), seen from
    /// above. Only for level planes
    #[arg(
        long,
        value_name = "DEGREES",
        allow_hyphen_values = true,
        requires = "paper",
        help_heading = "Paper"
    )]
    pub(crate) north: Option<f64>,

    /// The date in the title block, instead of today's date (UTC)
    #[arg(
        long,
        value_name = "TEXT",
        value_parser = NonEmptyStringValueParser::new(),
        requires = "paper",
        help_heading = "Paper"
    )]
    pub(crate) date: Option<String>,

    /// Draw dimensions: the overall lengths along both axes, and on each side a chain of lengths along the
    /// outline with its openings. In SVG, PNG, PDF and DXF drawings, with or without --paper
    #[arg(long, requires = "output", help_heading = "Paper")]
    pub(crate) dimension: bool,
}
