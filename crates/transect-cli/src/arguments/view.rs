//! The arguments of `transect view`.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use transect::polygons::InsideRule;
use transect_draw::Up;

use crate::arguments::help::MORE;
use crate::arguments::plane::PlaneArguments;
use crate::arguments::weld::WeldArguments;
use crate::arguments::words::words;

const EXAMPLES: &str = "\
Examples:
  Show a building, cut 1.2 m above z = 0; drag the plane and the section follows:
    transect view office.glb --plane z=1.2
  Try planes on boxes, spheres, lines and polygons in the example scene:
    transect view --example
  View a model on a remote machine: start the viewer there
    transect view office.glb --port 8080 --no-open
  then forward the port from your own machine, and open the printed address in your browser:
    ssh -L 8080:127.0.0.1:8080 that-machine
  Write one file to send, with the model and its sections by two planes; it opens without transect
  and without a network:
    transect view office.glb --plane z=1.2 --plane x=10 --export office.html
  Choose the token in a script, so that the address is known in advance:
    TRANSECT_TOKEN=\"$SECRET\" transect view part.stl --no-open

Exit status:
  0  success: ended by Ctrl-C or SIGTERM, or the file of --export is written
  2  bad usage, a missing file, or a port that is in use. With --export also an error in a model file
  101  an internal error of transect (please report it)";

/// View a model in the browser: move the plane, and the exact section follows
///
/// This command serves the page. By default, only this machine can open it, and no data leaves the
/// machine. The first printed line is the address. It contains a secret token; requests without the
/// token are refused. The page shows the same results as `transect cut`, and its downloads are the same
/// files byte for byte. Errors in a model file are shown on the page. Ctrl-C ends the viewer. Instead of
/// serving the page, --export writes it into a file.
#[derive(Args, Debug)]
#[command(after_help = MORE, after_long_help = EXAMPLES)]
pub(crate) struct ViewArguments {
    /// Files to show: STL, OBJ, PLY, OFF, 3MF, glTF or GLB. Several files make one scene
    #[arg(value_name = "MODEL")]
    pub(crate) models: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) plane: PlaneArguments,

    /// Start with the example scene: shapes and planes to drag, with their exact relations
    #[arg(long)]
    pub(crate) example: bool,

    /// The unit of the coordinates, instead of the unit in the files. Coordinates are not converted.
    /// Another unit than that of the file is an error
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) unit: Option<String>,

    #[command(flatten)]
    pub(crate) weld: WeldArguments,

    /// The points that are inside, for areas, perimeters, volumes and filled parts, when the page opens: as in
    /// `transect cut`. The page has a switch where it matters; with --export, the rule is fixed
    #[arg(
        long,
        value_name = "RULE",
        default_value = "nonzero",
        value_parser = words(InsideRule::NAMES)
    )]
    pub(crate) inside: InsideRule,

    /// The axis that points up on the page: x, y or z. Without this flag, z points up
    #[arg(
        long,
        value_name = "AXIS",
        value_parser = words(Up::NAMES)
    )]
    pub(crate) up: Option<Up>,

    /// Write one HTML file instead of serving the page: the model, and for each plane the section, the counts,
    /// the certificate and the curve of areas. The file opens from disk, without transect and without a
    /// network. Without a plane, it holds a level plane through a large section. --plane may be given
    /// several times
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "File",
        requires = "models",
        conflicts_with_all = ["example", "no_open", "port", "host", "token", "token_file"]
    )]
    pub(crate) export: Option<PathBuf>,

    /// Replace the file of --export if it exists
    #[arg(long, requires = "export", help_heading = "File")]
    pub(crate) force: bool,

    /// Print the address, but do not open the browser
    #[arg(long, help_heading = "Server")]
    pub(crate) no_open: bool,

    /// The port to listen on; 0 takes a free port
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Server")]
    pub(crate) port: u16,

    /// The address to listen on. With an address that other machines can reach, anyone who has the token
    /// can see the model, over a connection that is not encrypted
    #[arg(long, value_name = "H", default_value_t = Host(Ipv4Addr::LOCALHOST.into()), help_heading = "Server")]
    pub(crate) host: Host,

    /// The token of the address, instead of a random one: at least 22 random letters, digits, - or _. Other
    /// users of the machine can see it in the list of processes; --token-file and the variable
    /// TRANSECT_TOKEN hide it
    #[arg(
        long,
        value_name = "T",
        help_heading = "Server",
        conflicts_with = "token_file"
    )]
    pub(crate) token: Option<String>,

    /// Read the token from the first line of a file
    #[arg(long, value_name = "FILE", help_heading = "Server")]
    pub(crate) token_file: Option<PathBuf>,
}

/// The address to listen on.
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
            "use an IPv4 address such as 127.0.0.1, an IPv6 address such as ::1, or localhost"
                .into()
        })
    }
}

impl std::fmt::Display for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}
