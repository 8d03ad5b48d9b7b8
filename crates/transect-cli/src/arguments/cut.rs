//! The arguments of `transect cut`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use transect::polygons::InsideRule;
use transect_draw::{Crs, Exaggeration, Size, Up, View};
use transect_io::Format;
use transect_report::OnPlaneRule;
use transect_report::request::Keep;

use crate::arguments::display::DisplayArguments;
use crate::arguments::each::EachArguments;
use crate::arguments::help::MORE;
use crate::arguments::memory::MemoryArguments;
use crate::arguments::paper::PaperArguments;
use crate::arguments::plane::PlaneArguments;
use crate::arguments::region::{RegionArguments, plane_or_region_is_required};
use crate::arguments::to_unit::ToUnitArguments;
use crate::arguments::weld::WeldArguments;
use crate::arguments::words::words;

const USAGE: &str = "\
transect cut <MODEL>... --plane <EXPR> [-o <DIR>] [OPTIONS]
       transect cut <MODEL>... --point <P> --normal <N> [-o <DIR>] [OPTIONS]
       transect cut <MODEL>... --through <P> --through <P> --through <P> [-o <DIR>] [OPTIONS]
       transect cut <MODEL>... --box|--slab|--region|--frustum <REGION> [-o <DIR>] [OPTIONS]
       transect cut <MODEL>... --plane <EXPR> --plane <EXPR>... [-o <DIR>] [OPTIONS]
       transect cut <MODEL>... --plane <EXPR> --each [-o <DIR> [--resume]] [OPTIONS]";

const EXAMPLES: &str = "\
Examples:
  Cut a building 1.2 m above z = 0; write the section, both closed halves and a report:
    transect cut office.glb --plane z=1.2 -o out
  Draw the plan at 1:100 on A1, ready to print, with north 12.5 degrees clockwise from y:
    transect cut office.glb --plane z=1.2 -o plan --paper a1 --scale 1:100 --north 12.5
  Only report the sides; the plane goes through a point, and the normal points to its front:
    transect cut part.stl --point 0,0,12.5 --normal 1,0,-1
  Cut along a sloping face, given by three of its vertices; they lie on the plane exactly:
    transect cut part.stl --through 0,0,12.5 --through 4,0,13.1 --through 0,3,12.7
  Write only the drawing of the section, both halves and the report for programs:
    transect cut part.stl --plane z=12.5 -o out --write section.svg,halves,report.json
  Cut only the walls, and print the area of the section for a script:
    transect cut office.glb --plane z=1.2 --only 'IfcWall*' --json | jq '.planes[0].section.area'
  Explain the sides of all doors by their backmost and frontmost vertices:
    transect cut office.glb --plane z=1.2 --why 'IfcDoor/*'
  Cut a box out of a building; write the box alone, with a drawing of each of its cut sides:
    transect cut office.glb --box 5,-20,0,25,-5,8 --keep inside -o room
  Divide a part by two planes into up to four parts, named by their sides (front-back and so on):
    transect cut part.stl --plane z=0.5 --plane x=1 -o pieces
  Open the cut in the browser, and move the plane there:
    transect cut office.glb --plane z=1.2 --view
  Cut each STL file of a folder and of the folders in it apart, into folders of their own:
    transect cut 'models/**/*.stl' --each --plane z=0.5 -o pieces --write halves
  Classify the boxes of a table with the columns xmin, ymin, zmin, xmax, ymax, zmax:
    zcat boxes.csv.gz | transect cut - --plane z=1.2 -o out

Exit status:
  0  success
  1  a check failed: the certificate found an error in the halves of an object (please report it),
     or --strict was given, and an object is open or nothing is cut; with --each, some files have an error
  2  bad input, bad usage, or a file could not be read or written; nothing was written. If only
     standard output cannot be written, the files of -o are in place, and the message says so
  101  an internal error of transect (please report it); nothing was written
  130, 143  ended by Ctrl-C or SIGTERM; either all files were written or none";

/// Cut a model with a plane into two closed halves, with the section and a certificate
///
/// The command reports the side of each object: front, on or back. Sides are exact for the numbers in
/// the file; there is no tolerance. The front is where the left side of the plane's equation is greater
/// than the right side. For z=1.2, the front is above. Without -o, nothing is written. With -o, the
/// command writes the section (SVG, PNG, DXF, GeoJSON, WKT, WKB), a 3D preview, both halves,
/// objects.csv, report.html and report.json. The boxes of a table (CSV) are classified, but not cut.
///
/// Instead of one plane, a region (--box, --slab, --region, --frustum) cuts a model into the parts inside
/// and outside of it, and several planes (or --grid) divide it into one part per combination of sides.
/// Then -o writes one drawing per plane that cuts (section-NAME.svg), preview.png, the parts, objects.csv,
/// report.html and report.json. See docs/regions.md.
#[derive(Args, Clone, Debug)]
#[command(override_usage = USAGE, after_help = MORE, after_long_help = EXAMPLES)]
#[command(group = plane_or_region_is_required())]
pub(crate) struct CutArguments {
    /// Files to cut: STL, OBJ, PLY, OFF, 3MF, glTF or GLB. Several files make one scene, unless --each is given. A
    /// table of boxes (CSV) must be the only file. - reads standard input
    #[arg(required = true, value_name = "MODEL")]
    pub(crate) models: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) plane: PlaneArguments,

    #[command(flatten)]
    pub(crate) region: RegionArguments,

    /// The part of a region to write: inside, outside or both (the default)
    #[arg(
        long,
        value_name = "PART",
        value_parser = words(Keep::NAMES),
        help_heading = "Region"
    )]
    pub(crate) keep: Option<Keep>,

    /// Move each plane across an axis onto the nearest coordinate of a vertex within half a unit in the last place of a
    /// file with 32-bit numbers: z=1.175 then passes through vertices at 1.1749999523162842. A note has the new height,
    /// which verify needs
    #[arg(long, help_heading = "Plane")]
    pub(crate) snap: bool,

    /// The side of points that lie exactly on the plane, for the section only: `front` gives the section
    /// just behind the plane, `back` the section just in front of it. The halves do not change
    #[arg(
        long,
        value_name = "SIDE",
        default_value = "front",
        value_parser = words(OnPlaneRule::NAMES),
        help_heading = "Plane"
    )]
    pub(crate) on_plane: OnPlaneRule,

    /// The points that are inside, for areas, perimeters, volumes, drawings and polygons: `nonzero` unites bodies
    /// that overlap and fills bodies that are inside out; `odd` leaves out what two bodies share, and takes a body
    /// within another one as a cavity. The halves do not change
    #[arg(
        long,
        value_name = "RULE",
        default_value = "nonzero",
        value_parser = words(InsideRule::NAMES),
        help_heading = "Plane"
    )]
    pub(crate) inside: InsideRule,

    /// Write the section (SVG, PNG, DXF, GeoJSON, WKT, WKB), preview.png, both halves, objects.csv,
    /// report.html and report.json into this folder. --write selects some of them
    #[arg(short, long, value_name = "DIR", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    /// The files to write with -o, separated by commas; nothing else is drawn. Names: section.svg,
    /// section.png, section.pdf, section.dxf, section.geojson, section.wkt, section.wkb, preview.png, parts,
    /// objects.csv, report.html, report.json. With several planes, section.svg and the like stand for one
    /// file per plane. parts are the halves of one plane, or all parts; a name such as front, inside or
    /// front-back is that of one part. section.pdf is on A4 unless --paper is given, which adds it to the
    /// groups drawings and all. An extension such as svg names the only file that has it. Groups: drawings
    /// (SVG, PNG, DXF), data (GeoJSON, WKT, WKB, objects.csv, report.json), halves, preview, all. If all of
    /// them show sections only, the parts and their certificate are not computed, except for --json and
    /// --why
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

    /// The format of the halves, instead of the format of the input
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    #[arg(value_parser = words(Format::ALL.map(|format| (format.extension(), format))))]
    pub(crate) format: Option<Format>,

    /// Leave normals and tangents out of the halves. Then PLY and GLB files have one vertex per position
    /// unless other attributes differ there, and programs compute the shading themselves
    #[arg(long, requires = "output", help_heading = "Output")]
    pub(crate) no_normals: bool,

    /// The unit of the coordinates, for the drawing, the reports, planes that are typed with a unit, and halves in
    /// formats with a unit (glTF, 3MF). Coordinates are not converted. Another unit than that of the file is an error
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    #[arg(help_heading = "Output")]
    pub(crate) unit: Option<String>,

    #[command(flatten)]
    pub(crate) to_unit: ToUnitArguments,

    /// The coordinate reference system of x and y, such as EPSG:25832, for section.geojson, section.wkt and
    /// section.wkb. Only for level planes. Coordinates are not converted
    #[arg(
        long,
        value_name = "EPSG:CODE",
        requires = "output",
        help_heading = "Output"
    )]
    pub(crate) crs: Option<Crs>,

    #[command(flatten)]
    pub(crate) weld: WeldArguments,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,

    /// Use only objects whose whole name matches, such as 'IfcWall*'. May be given several times
    #[arg(long, value_name = "GLOB", help_heading = "Selection")]
    pub(crate) only: Vec<String>,

    /// Leave a class out of the drawing and the preview; all other outputs keep it. The class of an
    /// object is its name up to the first /. May be given several times
    #[arg(long, value_name = "CLASS", help_heading = "Selection")]
    pub(crate) hide: Vec<String>,

    /// Open the cut in the browser at the end, as `transect view` does; with several planes, by the first
    #[arg(long, conflicts_with = "each", help_heading = "Output")]
    pub(crate) view: bool,

    /// The direction of preview.png. auto looks obliquely from above at the front of the plane. The others
    /// are iso, front, back, left, right, top, bottom, or AZ,EL in degrees. AZ is the position of the eye
    /// around the model (0 front, 90 right), EL its elevation (90 straight above)
    #[arg(
        long,
        value_name = "DIRECTION",
        default_value = "auto",
        allow_hyphen_values = true,
        requires = "output",
        help_heading = "Output"
    )]
    pub(crate) look: View,

    /// The axis that points up in the model, in preview.png and in the drawing of the section: x, y or z.
    /// Without this flag, y for glTF unless the model has floors along z and hardly any along y; otherwise z
    #[arg(
        long,
        value_name = "AXIS",
        value_parser = words(Up::NAMES),
        requires = "output",
        help_heading = "Output"
    )]
    pub(crate) up: Option<Up>,

    /// Stretch heights in preview.png by this factor, such as 3 for terrain. The picture states the factor
    #[arg(
        long,
        value_name = "FACTOR",
        default_value = "1",
        requires = "output",
        help_heading = "Output"
    )]
    pub(crate) exaggerate: Exaggeration,

    /// The size of preview.png in pixels: width and height, or only the width; each from 64 to 8192
    #[arg(
        long,
        value_name = "WxH",
        default_value = "1600x1200",
        requires = "output",
        help_heading = "Output"
    )]
    pub(crate) size: Size,

    /// Explain the side of each object whose whole name matches, by its backmost and frontmost vertices,
    /// and for a region, whether it lies inside, meets the region, or lies outside. May be given several times
    #[arg(long, value_name = "GLOB", conflicts_with_all = ["json", "quiet", "each"], help_heading = "Display")]
    pub(crate) why: Vec<String>,

    /// The theme of the drawing: light (the default), dark, or a theme file (see docs/themes.md)
    #[arg(long, value_name = "THEME", help_heading = "Output")]
    pub(crate) theme: Option<String>,

    /// A font file for characters that the built-in font lacks, such as Chinese ones, in section.png and
    /// section.pdf: TrueType,
    /// OpenType, or a collection. May be given several times; the first font that has a character draws it
    #[arg(
        long,
        value_name = "FILE",
        requires = "output",
        help_heading = "Output"
    )]
    pub(crate) font: Vec<PathBuf>,

    /// Keep points of outlines that lie exactly on the segment between their two neighbours, such as those where
    /// the plane cuts the diagonals of walls, in section.dxf, section.geojson, section.wkt and
    /// section.wkb. Pictures show no difference; the halves always have these points
    #[arg(long, requires = "output", help_heading = "Output")]
    pub(crate) keep_collinear: bool,

    #[command(flatten)]
    pub(crate) paper: PaperArguments,

    #[command(flatten)]
    pub(crate) each: EachArguments,

    #[command(flatten)]
    pub(crate) display: DisplayArguments,

    /// Exit with status 1 if any object is open, or if nothing is cut
    #[arg(long, help_heading = "Output")]
    pub(crate) strict: bool,
}

impl CutArguments {
    /// Returns `true` if several planes cut.
    pub(crate) fn has_several_planes(&self) -> bool {
        self.region.has_several_planes(&self.plane)
    }
}
