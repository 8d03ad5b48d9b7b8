//! What can be typed: each flag with its help. Nothing but that; `resolve` makes requests of it.

mod check;
mod color;
mod completions;
mod cut;
mod forgotten;
mod help;
mod info;
mod man;
mod plane;
mod shown;
mod sort;
mod telling;
mod verify;
mod view;

use clap::builder::styling::{AnsiColor, Style, Styles};
use clap::{ColorChoice, Parser, Subcommand};

pub(crate) use self::check::CheckArguments;
pub(crate) use self::color::{apply, color};
pub(crate) use self::completions::CompletionsArguments;
pub(crate) use self::cut::CutArguments;
pub(crate) use self::forgotten::forgotten;
use self::help::MORE;
pub(crate) use self::info::InfoArguments;
pub(crate) use self::man::ManArguments;
pub(crate) use self::plane::PlaneArguments;
pub(crate) use self::shown::{Shown, spelled_out};
pub(crate) use self::sort::SortArguments;
pub(crate) use self::verify::VerifyArguments;
pub(crate) use self::view::ViewArguments;

/// The colours of help and errors: those of everything else on stderr.
const STYLES: Styles = Styles::styled()
    .header(Style::new().bold())
    .usage(Style::new().bold())
    .literal(AnsiColor::Cyan.on_default())
    .error(AnsiColor::Red.on_default().bold())
    .valid(AnsiColor::Cyan.on_default().bold())
    .invalid(AnsiColor::Yellow.on_default().bold());

const EXAMPLES: &str = "\
Examples:
  What is in a building, and which planes are worth asking for?
    transect info office.glb
  The floor plan 1.2 m above its zero, and both closed halves:
    transect cut office.glb --plane z=1.2 -o out
  The same in the browser: drag the plane, and watch the section
    transect view office.glb --plane z=1.2
  Are the halves that another program made right?
    transect verify part.stl --plane z=1 upper.stl lower.stl
  Which boxes of a table does a camera see?
    transect sort boxes.csv --frustum camera.json
  All about cutting:
    transect help cut

Environment:
  NO_COLOR, CLICOLOR_FORCE, TERM=dumb are respected where --color does not say otherwise";

/// Tell exactly on which side of a plane everything lies, cut it there, and prove it
#[derive(Debug, Parser)]
#[command(name = "transect", version, arg_required_else_help = true, styles = STYLES)]
#[command(after_help = MORE, after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// When to use colours: `auto` on terminals, unless NO_COLOR or TERM=dumb speak against it
    #[arg(long, value_name = "WHEN", default_value = "auto", global = true)]
    #[arg(help_heading = "Display", display_order = 1000)]
    pub(crate) color: ColorChoice,
}

/// One variant a subcommand, one file a subcommand.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Cut(Box<CutArguments>),
    View(ViewArguments),
    Verify(VerifyArguments),
    Info(InfoArguments),
    Sort(Box<SortArguments>),
    Completions(CompletionsArguments),
    Man(ManArguments),
    Check(CheckArguments),
}
