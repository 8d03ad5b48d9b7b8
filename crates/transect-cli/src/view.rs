//! `transect view`: serves the viewer, and opens it in the browser.

use std::net::Ipv4Addr;
use std::path::PathBuf;

use transect::CuttingPlane;
use transect_draw::Up;
use transect_mesh::WeldDistance;
use transect_report::CutRequest;
use transect_view::{Options, Server, StartError, has_page};

use crate::command::ViewCommand;
use crate::error::{CommandError, warn};
use crate::interrupt;
use crate::status::Status;
use crate::stdout::print;
use crate::view_file;

/// Opens the viewer with the models and the plane of a cut: the first one if there are several.
pub(crate) fn open_cut(
    models: Vec<PathBuf>,
    request: CutRequest,
    weld: Option<WeldDistance>,
    up: Option<Up>,
) -> Result<Status, CommandError> {
    let planes = request.planes.planes.iter();
    let planes: Vec<CuttingPlane> = planes.map(|own| own.plane).collect();
    if planes.len() > 1 {
        let name = &request.planes.planes[0].name;
        warn(&format!(
            "note: the viewer shows the cut by one plane, and begins with plane {name}"
        ));
    }
    let options = Options {
        models,
        plane: planes.first().copied(),
        up,
        unit: request.unit,
        weld,
        inside: request.rule.inside,
        example: false,
        host: Ipv4Addr::LOCALHOST.into(),
        port: 0,
        token: None,
    };
    serve(&options, true)
}

/// Runs `transect view`.
pub(crate) fn run(command: &ViewCommand) -> Result<Status, CommandError> {
    match command {
        ViewCommand::Serve { options, opens } => serve(options, *opens),
        ViewCommand::Export {
            options,
            file,
            replaces,
        } => view_file::write(options, file, *replaces),
    }
}

/// Serves the page until a signal ends the server.
fn serve(options: &Options, opens: bool) -> Result<Status, CommandError> {
    let server = Server::bind(options).map_err(|error| match &error {
        StartError::Listen { .. } if options.port != 0 => CommandError::with_hint(
            format!("--port {}: {error}", options.port),
            "is a viewer running there already? --port 0 takes a free port",
        ),
        StartError::Listen { .. } => CommandError::with_hint(
            format!("--host {}: {error}", options.host),
            "use an address of this machine; 127.0.0.1 always works",
        ),
        StartError::Token(_) => CommandError::with_hint(
            format!("--token: {error}"),
            "leave it out to use a random token",
        ),
        _ => CommandError::new(&error),
    })?;
    let stopper = server.stopper();
    interrupt::on_signal(move || stopper.stop());
    let url = server.url();
    print(&format!("{url}\n"))?;
    if !options.host.is_loopback() {
        warn(&format!(
            "note: other machines can reach {}: anyone who has the token can see the model, and the \
             connection is not encrypted",
            options.host
        ));
        warn(
            "  hint: an SSH tunnel is safer: ssh -L PORT:127.0.0.1:PORT; see transect view --help",
        );
    }
    if !has_page() {
        warn(
            "note: this transect was built without the page of the viewer; the address only explains how to build \
             the page, so no browser is opened",
        );
        warn(
            "  hint: in a clone of the project, `cargo xtask install` installs transect with the page",
        );
    } else if opens {
        open(&url);
    }
    warn("Ctrl-C ends the viewer");
    server.run().map_err(CommandError::new)?;
    warn("the viewer has ended");
    Ok(Status::SUCCESS)
}

/// Opens the address in the browser, if there is a display.
fn open(url: &str) {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let needs_display = cfg!(all(unix, not(target_os = "macos")));
    if needs_display && !is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY") {
        warn(
            "note: no display was found: open the address in a browser, through a tunnel if necessary",
        );
        return;
    }
    if let Err(error) = open::that_detached(url) {
        warn(&format!(
            "note: the browser could not be opened ({error}): open the address in a browser"
        ));
    }
}
