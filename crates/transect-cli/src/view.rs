//! `transect view`: the model, the plane and the section in the browser, live.

use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::process::ExitCode;

use transect_report::CutRequest;
use transect_view::{Options, Server, StartError};

use crate::command::ViewCommand;
use crate::error::{CommandError, warn};
use crate::interrupt;
use crate::stdout::print;

/// Opens what was cut at its plane.
pub(crate) fn open_cut(
    models: Vec<PathBuf>,
    request: CutRequest,
) -> Result<ExitCode, CommandError> {
    let options = Options {
        models,
        plane: Some(request.plane),
        unit: request.unit,
        example: false,
        host: Ipv4Addr::LOCALHOST.into(),
        port: 0,
        token: None,
    };
    run(&ViewCommand {
        options,
        opens: true,
    })
}

/// Serves until a signal ends it.
pub(crate) fn run(command: &ViewCommand) -> Result<ExitCode, CommandError> {
    let ViewCommand { options, opens } = command;
    let server = Server::bind(options).map_err(|error| match &error {
        StartError::Listen { .. } if options.port != 0 => CommandError::with_hint(
            format!("--port {}: {error}", options.port),
            "is a viewer running there already? --port 0 takes a free port",
        ),
        StartError::Listen { .. } => CommandError::with_hint(
            format!("--host {}: {error}", options.host),
            "the address has to be one of this machine; 127.0.0.1 always is",
        ),
        StartError::Token => CommandError::with_hint(
            format!("--token: {error}"),
            "leave it out, and a random one is made",
        ),
        _ => CommandError::new(&error),
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
    if *opens {
        open(&url);
    }
    warn("Ctrl-C ends the viewer");
    server.run().map_err(CommandError::new)?;
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
