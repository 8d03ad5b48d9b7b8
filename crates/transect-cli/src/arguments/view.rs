//! What can be typed behind `transect view`.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use clap::builder::NonEmptyStringValueParser;

use crate::arguments::help::MORE;
use crate::arguments::plane::PlaneArguments;

const EXAMPLES: &str = "\
Examples:
  Look at a building, cut 1.2 m above its zero; drag the plane, and the section follows:
    transect view office.glb --plane z=1.2
  What a plane is to boxes, spheres, lines and polygons, to play with:
    transect view --example
  On a machine without a screen, and in the browser of your own: there
    transect view office.glb --port 8080 --no-open
  and here, then open the address that was printed there:
    ssh -L 8080:127.0.0.1:8080 that-machine
  The address in a script, which keeps the viewer running:
    transect view part.stl --no-open --token \"$SECRET\"

Exit status:
  0  ended by Ctrl-C or SIGTERM
  2  bad usage, a file that is not there, or a port that is taken
  101  an internal error of transect (report it!)";

/// Look at a model in the browser: move the plane, and the exact section follows
///
/// The page comes from this command, at an address of this machine alone, and nothing leaves it. The first
/// line that is printed is the address: with a secret token, without which nobody is answered. All that the
/// page tells is what `transect cut` tells, and its files are the same bytes. A file that is damaged is told
/// on the page. Ctrl-C ends it.
#[derive(Args, Debug)]
#[command(after_help = MORE, after_long_help = EXAMPLES)]
pub(crate) struct ViewArguments {
    /// Files to look at: STL, OBJ, PLY, glTF or GLB; several make one scene
    #[arg(value_name = "MODEL")]
    pub(crate) models: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) plane: PlaneArguments,

    /// Begin with the example scene: shapes and planes to drag, and what they are to each other
    #[arg(long)]
    pub(crate) example: bool,

    /// The unit of the coordinates, instead of the one that the files are in; nothing is converted
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) unit: Option<String>,

    /// Do not open the browser: print the address alone
    #[arg(long, help_heading = "Server")]
    pub(crate) no_open: bool,

    /// The port to listen at; 0 takes a free one
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Server")]
    pub(crate) port: u16,

    /// The address to listen at; any but that of this machine alone shows the model, over a
    /// connection that is not encrypted, to whoever has the token
    #[arg(long, value_name = "H", default_value_t = Host(Ipv4Addr::LOCALHOST.into()), help_heading = "Server")]
    pub(crate) host: Host,

    /// The secret of the address, instead of a random one: at least 8 letters, digits, - or _
    #[arg(long, value_name = "T", help_heading = "Server")]
    pub(crate) token: Option<String>,
}

/// An address to listen at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Host(pub(crate) IpAddr);

impl FromStr for Host {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.eq_ignore_ascii_case("localhost") {
            return Ok(Self(Ipv4Addr::LOCALHOST.into()));
        }
        let address = text.trim_start_matches('[').trim_end_matches(']').parse();
        address.map(Self).map_err(|_| {
            "an address is four numbers, such as 127.0.0.1, one of IPv6, such as ::1, or localhost"
                .into()
        })
    }
}

impl std::fmt::Display for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}
