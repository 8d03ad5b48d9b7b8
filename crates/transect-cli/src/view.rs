//! `transect view`: the model, the plane and the section in the browser, live.

use std::ffi::{OsStr, OsString};
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use transect_draw::{View, ViewError};
use transect_io::{ReadError, Reason};
use transect_view::{Options, Server, StartError, StartPlane};

use crate::arguments::CutArguments;
use crate::failure::{Failure, warn};
use crate::help::MORE;
use crate::interrupt;
use crate::plane::{self, Asked};
use crate::stdout::print;

/// The value of `transect cut --view` that opens the viewer: what it means without a value.
pub(crate) const VIEWER: &str = "viewer";

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
  101  a fault of transect itself (report it!)";

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
    models: Vec<PathBuf>,

    /// The plane to begin with, as an equation in x, y and z, such as z=1.2 or 2x+3y=17
    #[arg(
        long,
        value_name = "EXPR",
        allow_hyphen_values = true,
        conflicts_with = "through"
    )]
    #[arg(help_heading = "Plane")]
    plane: Option<String>,

    /// A point of the plane to begin with, as x,y,z; given three times, as for `transect cut`
    #[arg(
        long,
        value_name = "P",
        allow_hyphen_values = true,
        help_heading = "Plane"
    )]
    through: Vec<String>,

    /// Begin with the example scene: shapes and planes to drag, and what they are to each other
    #[arg(long)]
    example: bool,

    /// The unit of the coordinates, instead of the one that the files are in; nothing is converted
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    unit: Option<String>,

    /// Do not open the browser: print the address alone
    #[arg(long, help_heading = "Server")]
    no_open: bool,

    /// The port to listen at; 0 takes a free one
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Server")]
    port: u16,

    /// The address to listen at; any but that of this machine alone shows the model, over a
    /// connection that is not encrypted, to whoever has the token
    #[arg(long, value_name = "H", default_value_t = Host(Ipv4Addr::LOCALHOST.into()), help_heading = "Server")]
    host: Host,

    /// The secret of the address, instead of a random one: at least 8 letters, digits, - or _
    #[arg(long, value_name = "T", help_heading = "Server")]
    token: Option<String>,
}

/// An address to listen at.
#[derive(Clone, Copy, Debug)]
struct Host(IpAddr);

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

/// What `transect cut --view` asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Shown {
    /// The viewer, once all is done.
    Viewer,
    /// A direction for preview.png.
    Picture(View),
}

impl Default for Shown {
    fn default() -> Self {
        Self::Picture(View::default())
    }
}

impl FromStr for Shown {
    type Err = ViewError;

    fn from_str(text: &str) -> Result<Self, ViewError> {
        match text {
            VIEWER => Ok(Self::Viewer),
            _ => text.parse().map(Self::Picture),
        }
    }
}

impl Shown {
    /// From where preview.png looks.
    pub(crate) fn picture(self) -> View {
        match self {
            Self::Viewer => View::default(),
            Self::Picture(view) => view,
        }
    }

    /// Refuses what does not go together.
    pub(crate) fn check(self, arguments: &CutArguments) -> Result<(), Failure> {
        match self {
            Self::Picture(view) if view != View::default() && arguments.output.is_none() => {
                Err(Failure::with_hint(
                    "--view: without -o DIR there is no preview.png",
                    "add -o DIR; --view without a value opens the cut in the browser",
                ))
            }
            Self::Viewer => check_files(&arguments.models),
            Self::Picture(_) => Ok(()),
        }
    }
}

/// What was typed, with `--view` spelled out where it stands alone before another flag: its value may begin
/// with a hyphen, as -30,20 does.
pub(crate) fn spelled_out(typed: Vec<OsString>) -> Vec<OsString> {
    let is_flag = |next: &OsStr| {
        let text = next.to_string_lossy();
        text.starts_with('-') && text.parse::<View>().is_err()
    };
    let alone = |place: usize| typed.get(place + 1).is_some_and(|next| is_flag(next));
    let spelled = |(place, word): (usize, &OsString)| match word.to_str() {
        Some("--view") if alone(place) => format!("--view={VIEWER}").into(),
        _ => word.clone(),
    };
    typed.iter().enumerate().map(spelled).collect()
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &ViewArguments) -> Result<ExitCode, Failure> {
    let plane = match (&arguments.plane, arguments.through.as_slice()) {
        (Some(text), _) => Some(plane::of_text(text)?),
        (None, []) => None,
        (None, through) => Some(Asked::Through(plane::through(through)?)),
    };
    check_files(&arguments.models)?;
    let options = Options {
        models: arguments.models.clone(),
        plane: plane.as_ref().map(start_plane),
        unit: arguments.unit.clone(),
        example: arguments.example,
        host: arguments.host.0,
        port: arguments.port,
        token: arguments.token.clone(),
    };
    serve(&options, !arguments.no_open)
}

/// Opens what was cut at its plane.
pub(crate) fn run_at(arguments: &CutArguments, plane: &Asked) -> Result<ExitCode, Failure> {
    let options = Options {
        models: arguments.models.clone(),
        plane: Some(start_plane(plane)),
        unit: arguments.unit.clone(),
        example: false,
        host: Ipv4Addr::LOCALHOST.into(),
        port: 0,
        token: None,
    };
    serve(&options, true)
}

fn start_plane(plane: &Asked) -> StartPlane {
    match plane {
        Asked::Plane(plane) => StartPlane::Plane(*plane),
        Asked::Through(plane) => StartPlane::Through(*plane),
    }
}

/// Files that are not there are slips of the one who typed. What is wrong with those that are, the page says.
fn check_files(paths: &[PathBuf]) -> Result<(), Failure> {
    for path in paths {
        if path == Path::new("-") {
            return Err(Failure::with_hint(
                "-: the viewer does not read standard input",
                "name a file",
            ));
        }
        if let Err(error) = std::fs::metadata(path) {
            return Err(ReadError {
                path: path.clone(),
                place: None,
                reason: Reason::Io(error),
            }
            .into());
        }
    }
    Ok(())
}

/// Serves until a signal ends it.
fn serve(options: &Options, opens: bool) -> Result<ExitCode, Failure> {
    let server = Server::bind(options).map_err(|error| match &error {
        StartError::Listen { .. } if options.port != 0 => Failure::with_hint(
            format!("--port {}: {error}", options.port),
            "is a viewer running there already? --port 0 takes a free port",
        ),
        StartError::Listen { .. } => Failure::with_hint(
            format!("--host {}: {error}", options.host),
            "the address has to be one of this machine; 127.0.0.1 always is",
        ),
        StartError::Token => Failure::with_hint(
            format!("--token: {error}"),
            "leave it out, and a random one is made",
        ),
        _ => Failure::new(&error),
    })?;
    let stopper = server.stopper();
    interrupt::ask_to_end(move || stopper.stop());
    let url = server.url();
    print(&format!("{url}\n"))?;
    if !options.host.is_loopback() {
        warn(&format!(
            "note: {} is not this machine alone: whoever can reach it and has the token sees the model, \
             and nothing is encrypted",
            options.host
        ));
        warn("  hint: a tunnel is safer: ssh -L PORT:127.0.0.1:PORT, see transect view --help");
    }
    if opens {
        open(&url);
    }
    warn("Ctrl-C ends the viewer");
    server.run().map_err(Failure::new)?;
    warn("the viewer has ended");
    Ok(ExitCode::SUCCESS)
}

/// Opens the browser, where there is a screen to show it on.
fn open(url: &str) {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let needs_display = cfg!(all(unix, not(target_os = "macos")));
    if needs_display && !is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY") {
        warn(
            "note: there is no screen here: open the address in a browser, if need be through a tunnel",
        );
        return;
    }
    if let Err(error) = open::that_detached(url) {
        warn(&format!(
            "note: no browser could be opened ({error}): open the address in one"
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_without_a_value_is_spelled_out() {
        let spelled = |typed: &[&str]| {
            let typed = typed.iter().map(OsString::from).collect();
            let spelled = spelled_out(typed);
            spelled
                .iter()
                .map(|word| word.to_string_lossy().into_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(spelled(&["--view", "--json"]), ["--view=viewer", "--json"]);
        assert_eq!(
            spelled(&["--view", "-o", "out"]),
            ["--view=viewer", "-o", "out"]
        );
        for kept in [["--view", "-30,20"], ["--view", "iso"], ["a.stl", "--view"]] {
            assert_eq!(spelled(&kept), kept);
        }
    }
}
