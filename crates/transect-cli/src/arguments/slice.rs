//! The arguments of `transect slice`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use transect::polygons::InsideRule;
use transect_draw::{Crs, Up};
use transect_io::CommonLayerEncoding;
use transect_report::OnPlaneRule;
use transect_report::heights::AtLayer;
use transect_report::slice::request::TerrainRule;

use crate::arguments::display::DisplayArguments;
use crate::arguments::each::EachArguments;
use crate::arguments::heights::{HeightArguments, heights_are_required};
use crate::arguments::help::MORE;
use crate::arguments::paper::PaperArguments;
use crate::arguments::to_unit::ToUnitArguments;
use crate::arguments::weld::WeldArguments;
use crate::arguments::words::words;

/// The values of `--mirror`, and the axes that each of them mirrors.
const MIRRORED: [(&str, [bool; 2]); 3] = [
    ("x", [true, false]),
    ("y", [false, true]),
    ("xy", [true, true]),
];

/// The values of `--cli`.
const ENCODINGS: [(&str, CommonLayerEncoding); 2] = [
    ("binary", CommonLayerEncoding::Binary),
    ("ascii", CommonLayerEncoding::Ascii),
];

const USAGE: &str = "\
transect slice <MODEL>... --axis <AXIS> --step <S> [--from <H> --to <H>] [-o <DIR>] [OPTIONS]
       transect slice <MODEL>... --axis <AXIS> --count <N> [-o <DIR>] [OPTIONS]
       transect slice <MODEL>... --normal <N> --heights <H>,... [-o <DIR>] [OPTIONS]
       transect slice <MODEL>... --storeys [--axis <AXIS>] [-o <DIR>] [OPTIONS]
       transect slice <MODEL>... --axis <AXIS> --step <S> --each [-o <DIR> [--resume]] [OPTIONS]";

const EXAMPLES: &str = "\
Examples:
  Print area, perimeter and volume of a building at every metre of height:
    transect slice office.glb --axis z --step 1
  Draw all storeys on one sheet, and write a table of the layers:
    transect slice office.glb --axis z --step 1 -o out
  Write one drawing per layer, of the walls alone, at two heights:
    transect slice office.glb --axis z --heights 1.2,5.4 --only 'IfcWall*' -o walls --write layers
  Find the storeys of a building, and draw the plan of each on A3, with dimensions:
    transect slice office.glb --storeys -o plans --paper a3 --dimension
  Write layers of 0.1 for a machine, each with the section in its middle:
    transect slice part.stl --axis z --step 0.1 --unit in -o build --write layers.cli
  Write masks for a resin printer, with pixels of 0.02:
    transect slice part.stl --axis z --step 0.1 -o resin --write masks --resolution 0.02
  Draw twelve slices of a part from left to right:
    transect slice part.stl --axis x --count 12 -o part --write sheet.svg
  Print the areas for a script; each section is taken in the middle of its layer:
    transect slice part.stl --axis z --step 0.05 --at-layer middle --json | jq .layers[].area
  Slice all models of a folder, each into a folder of its own:
    transect slice models --each --axis z --count 20 -o layers --write layers.csv

Exit status:
  0  success
  1  --strict was given, and an object is open, or a layer is blank or has open outlines;
     with --each, some files have an error
  2  bad input, bad usage, or a file could not be read or written; nothing was written. If only
     standard output cannot be written, the files of -o are in place, and the message says so
  101  an internal error of transect (please report it); nothing was written
  130, 143  ended by Ctrl-C or SIGTERM; either all files were written or none";

/// Slice a model by many parallel planes: drawings, contours and a table of the layers
///
/// The model is read once. Each layer is the same section as that of `transect cut` by the same plane:
/// exact, with the same loops in the same order. Without -o, the command prints a table of the layers and
/// writes nothing. With -o, it writes sheet.svg (all layers side by side), contours.svg (all layers as
/// lines on one page, coloured by height), layers.csv and layers.json.
#[derive(Args, Clone, Debug)]
#[command(override_usage = USAGE, after_help = MORE, after_long_help = EXAMPLES)]
#[command(groups = heights_are_required())]
pub(crate) struct SliceArguments {
    /// Files to slice: STL, OBJ, PLY, OFF, 3MF, glTF or GLB. Several files make one scene, unless --each is given. -
    /// reads standard input
    #[arg(required = true, value_name = "MODEL")]
    pub(crate) models: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) heights: HeightArguments,

    /// Find the floors of a building, and cut 1.2 m above each. Floors are the undersides of rooms (IfcSpace); without
    /// rooms, those of walls and columns; without these, level faces. Without --axis, the up axis is y for glTF unless
    /// there are floors along z and hardly any along y. For other files, it is the one on whose floors the most rooms,
    /// or walls and columns, stand, or whose floors have the largest area. -o writes layers, plans.pdf, plans.dxf,
    /// layers.csv and layers.json
    #[arg(long, conflicts_with_all = ["normal", "from", "to", "at_layer"], help_heading = "Heights")]
    pub(crate) storeys: bool,

    /// The axis that points up in the model, from whose side the drawings are seen: x, y or z. Without this flag, y for
    /// glTF unless the model has floors along z and hardly any along y; otherwise z
    #[arg(
        long,
        value_name = "AXIS",
        value_parser = words(Up::NAMES),
        requires = "output",
        conflicts_with = "storeys",
        help_heading = "Output"
    )]
    pub(crate) up: Option<Up>,

    /// The height of the plans of --storeys above the floors, instead of 1.2 m
    #[arg(
        long,
        value_name = "HEIGHT",
        allow_negative_numbers = true,
        help_heading = "Heights"
    )]
    pub(crate) above: Option<String>,

    /// The place in each layer where its section is taken. With this flag, the layers of --step lie between
    /// its heights. Without it, the sections of --step are taken at its heights (for layers.cli and masks:
    /// in the middle between two heights), and those of --count in the middle of its layers
    #[arg(long, value_name = "PLACE", help_heading = "Heights")]
    #[arg(value_parser = words(AtLayer::NAMES))]
    pub(crate) at_layer: Option<AtLayer>,

    /// Move each height onto the nearest coordinate of a vertex within half a unit in the last place of a file with
    /// 32-bit numbers: a plane at 1.175 then passes through vertices at 1.1749999523162842. Only with --axis
    #[arg(long, conflicts_with = "normal", help_heading = "Heights")]
    pub(crate) snap: bool,

    /// The side of points that lie exactly on a plane: `front` gives the section just below the plane, `back`
    /// the section just above it
    #[arg(
        long,
        value_name = "SIDE",
        default_value = "front",
        value_parser = words(OnPlaneRule::NAMES),
        help_heading = "Heights"
    )]
    pub(crate) on_plane: OnPlaneRule,

    /// The points that are inside, for all outputs: `nonzero` unites bodies that overlap and fills bodies that are
    /// inside out; `odd` leaves out what two bodies share, and takes a body within another one as a cavity
    #[arg(
        long,
        value_name = "RULE",
        default_value = "nonzero",
        value_parser = words(InsideRule::NAMES),
        help_heading = "Heights"
    )]
    pub(crate) inside: InsideRule,

    /// Write sheet.svg, contours.svg, layers.csv and layers.json into this folder. --storeys and
    /// --write select other files
    #[arg(short, long, value_name = "DIR", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    /// The files to write with -o, separated by commas; nothing else is drawn. Names: layers (a folder with
    /// one SVG per layer), sheet.svg, contours.svg, plans.pdf (all layers on paper), plans.dxf (all layers
    /// side by side), contours.geojson, layers.dxf, layers.geojson, layers.wkb, layers.cli (Common Layer
    /// Interface, for machines that build parts), masks (a folder with one PNG per layer, for resin printers),
    /// masks.zip, layers.csv, layers.json. Groups: drawings (layers, sheet.svg, contours.svg, layers.dxf), data
    /// (contours.geojson, layers.geojson, layers.wkb, layers.csv, layers.json), all (all but the plans and the
    /// masks). --paper adds plans.pdf to drawings and all
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        help_heading = "Output"
    )]
    pub(crate) write: Vec<String>,

    /// Replace existing files
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,

    /// The unit of the coordinates, for the drawings and the reports. Coordinates are not converted. Another unit than
    /// that of the file is an error
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    #[arg(help_heading = "Output")]
    pub(crate) unit: Option<String>,

    #[command(flatten)]
    pub(crate) to_unit: ToUnitArguments,

    /// The coordinate reference system of x and y, such as EPSG:25832, for contours.geojson,
    /// layers.geojson and layers.wkb. Only with --axis z. Coordinates are not converted
    #[arg(
        long,
        value_name = "EPSG:CODE",
        requires = "output",
        help_heading = "Output"
    )]
    pub(crate) crs: Option<Crs>,

    /// Draw the model as terrain: contours of its upper surface alone, with hill shading. `auto` does so if the model's
    /// upper faces cover the page once and most of these faces slope
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        value_parser = words(TerrainRule::NAMES),
        help_heading = "Output"
    )]
    pub(crate) terrain: TerrainRule,

    /// The encoding of layers.cli: binary or ascii
    #[arg(
        long,
        value_name = "ENCODING",
        default_value = "binary",
        value_parser = words(ENCODINGS),
        help_heading = "Output"
    )]
    pub(crate) cli: CommonLayerEncoding,

    /// The unit of layers.cli in millimetres: all its coordinates are multiples of this length
    #[arg(
        long,
        value_name = "MM",
        default_value = "0.001",
        help_heading = "Output"
    )]
    pub(crate) cli_unit: f64,

    /// The size of a pixel of masks; masks need it. A pixel is on if its centre is
    /// inside the material
    #[arg(
        long,
        value_name = "SIZE",
        allow_negative_numbers = true,
        help_heading = "Output"
    )]
    pub(crate) resolution: Option<String>,

    /// The rectangle that all masks show, as x0,y0,x1,y1; without it, the extent of all drawn objects
    #[arg(
        long,
        value_name = "RECT",
        allow_hyphen_values = true,
        requires = "resolution"
    )]
    #[arg(help_heading = "Output")]
    pub(crate) mask_frame: Option<String>,

    /// Mirror the masks: x exchanges left and right, y exchanges top and bottom, xy both
    #[arg(long, value_name = "AXES", value_parser = words(MIRRORED), requires = "resolution")]
    #[arg(help_heading = "Output")]
    pub(crate) mirror: Option<[bool; 2]>,

    #[command(flatten)]
    pub(crate) weld: WeldArguments,

    /// Use only objects whose whole name matches, such as 'IfcWall*'. May be given several times
    #[arg(long, value_name = "GLOB", help_heading = "Selection")]
    pub(crate) only: Vec<String>,

    /// Leave a class out of the drawings; the tables keep it. The class of an object is its name up to the
    /// first /. May be given several times
    #[arg(long, value_name = "CLASS", help_heading = "Selection")]
    pub(crate) hide: Vec<String>,

    /// The theme of the drawings: light (the default), dark, or a theme file (see docs/themes.md)
    #[arg(long, value_name = "THEME", help_heading = "Output")]
    pub(crate) theme: Option<String>,

    /// A font file for characters that the built-in font lacks, such as Chinese ones, in plans.pdf: TrueType,
    /// OpenType, or a collection. May be given several times; the first font that has a character draws it
    #[arg(
        long,
        value_name = "FILE",
        requires = "output",
        help_heading = "Output"
    )]
    pub(crate) font: Vec<PathBuf>,

    /// Keep points of outlines that lie exactly on the segment between their two neighbours, such as those where
    /// the plane cuts the diagonals of walls, in DXF, GeoJSON and WKB files. Pictures show no
    /// difference
    #[arg(long, requires = "output", help_heading = "Output")]
    pub(crate) keep_collinear: bool,

    #[command(flatten)]
    pub(crate) paper: PaperArguments,

    #[command(flatten)]
    pub(crate) each: EachArguments,

    #[command(flatten)]
    pub(crate) display: DisplayArguments,

    /// Exit with status 1 if any object is open, if a layer that meets the model is blank or has open outlines, or if
    /// the floors of --storeys cover little of the building
    #[arg(long, help_heading = "Output")]
    pub(crate) strict: bool,
}
