//! The command-line arguments, each with its help. `crate::resolve` checks them and turns them into plain data
//! (`crate::command`).

mod check;
mod classify;
mod color;
mod completions;
mod cut;
mod display;
mod each;
mod heights;
mod help;
mod info;
mod man;
mod measure;
mod memory;
mod paper;
mod plane;
mod region;
mod slice;
mod slips;
mod spaces;
mod to_unit;
mod verify;
mod view;
mod weld;
mod words;

use clap::builder::styling::{AnsiColor, Style, Styles};
use clap::{ColorChoice, Parser, Subcommand};

pub(crate) use self::check::CheckArguments;
pub(crate) use self::classify::ClassifyArguments;
pub(crate) use self::color::{apply, color};
pub(crate) use self::completions::CompletionsArguments;
pub(crate) use self::cut::CutArguments;
pub(crate) use self::display::DisplayArguments;
pub(crate) use self::each::EachArguments;
pub(crate) use self::heights::HeightArguments;
use self::help::MORE;
pub(crate) use self::info::InfoArguments;
pub(crate) use self::man::ManArguments;
pub(crate) use self::measure::MeasureArguments;
pub(crate) use self::paper::PaperArguments;
pub(crate) use self::plane::PlaneArguments;
pub(crate) use self::region::RegionArguments;
pub(crate) use self::slice::SliceArguments;
pub(crate) use self::slips::{corrected, direction_after_view};
pub(crate) use self::spaces::split_at_spaces;
pub(crate) use self::to_unit::ToUnitArguments;
pub(crate) use self::verify::VerifyArguments;
pub(crate) use self::view::ViewArguments;
use crate::version;

/// The colours of help and usage errors, the same as in all other messages on stderr.
const STYLES: Styles = Styles::styled()
    .header(Style::new().bold())
    .usage(Style::new().bold())
    .literal(AnsiColor::Cyan.on_default())
    .error(AnsiColor::Red.on_default().bold())
    .valid(AnsiColor::Cyan.on_default().bold())
    .invalid(AnsiColor::Yellow.on_default().bold());

const EXAMPLES: &str = "\
Examples:
  Show the contents of a building, and the planes that contain its faces:
    transect info office.glb
  Cut a building 1.2 m above z = 0; write the section, both closed halves and a report:
    transect cut office.glb --plane z=1.2 -o out
  Do the same in the browser: drag the plane and watch the section change:
    transect view office.glb --plane z=1.2
  Slice the building at every metre of height; draw all layers on one sheet:
    transect slice office.glb --axis z --step 1 -o layers
  Measure a building, and find the height below which half of its volume lies:
    transect measure office.glb --axis z --volume 50%
  Measure all models of a folder, one line per file; files with an error are named at the end:
    transect measure models --each
  Check two halves that another program made:
    transect verify part.stl --plane z=1 upper.stl lower.stl
  Count the boxes of a table that a camera sees:
    transect classify boxes.csv --frustum camera.json
  Read the help of one subcommand:
    transect help cut

Environment:
  NO_COLOR, CLICOLOR_FORCE, TERM=dumb are respected unless --color is always or never";

/// Cut 3D models with a plane, exactly, and certify the result
#[derive(Debug, Parser)]
#[command(name = "transect", version, long_version = version::LONG.as_str())]
#[command(arg_required_else_help = true, styles = STYLES)]
#[command(after_help = MORE, after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// The use of colours: `auto` uses them on terminals, unless NO_COLOR is set or TERM=dumb
    #[arg(long, value_name = "WHEN", default_value = "auto", global = true)]
    #[arg(help_heading = "Display", display_order = 1000)]
    pub(crate) color: ColorChoice,
}

/// The subcommands. The arguments of each have a file of their own.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Cut(Box<CutArguments>),
    Slice(Box<SliceArguments>),
    Measure(Box<MeasureArguments>),
    View(ViewArguments),
    Verify(Box<VerifyArguments>),
    Info(InfoArguments),
    #[command(alias = "sort")]
    Classify(Box<ClassifyArguments>),
    Completions(CompletionsArguments),
    Man(ManArguments),
    Check(CheckArguments),
}
