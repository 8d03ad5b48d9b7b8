//! `transect completions` and `transect man`, generated from the definitions of the arguments.

use clap::CommandFactory;
use clap::builder::Resettable;
use clap_mangen::Man;

use crate::arguments::{Arguments, CompletionsArguments, ManArguments};
use crate::error::CommandError;
use crate::status::Status;
use crate::stdout::print;

/// Runs `transect completions`.
pub(crate) fn completions(arguments: &CompletionsArguments) -> Result<Status, CommandError> {
    let mut script = Vec::new();
    clap_complete::generate(
        arguments.shell,
        &mut Arguments::command(),
        "transect",
        &mut script,
    );
    print(&String::from_utf8_lossy(&script))?;
    Ok(Status::SUCCESS)
}

/// Runs `transect man`.
pub(crate) fn man(arguments: &ManArguments) -> Result<Status, CommandError> {
    let mut command = Arguments::command().disable_help_subcommand(true);
    // `build` gives each subcommand its full name, such as `transect cut`, and its usage line.
    command.build();
    let page = match &arguments.subcommand {
        None => command,
        Some(name) => match command.find_subcommand(name) {
            Some(subcommand) => subcommand.clone(),
            None => {
                let names = command.get_subcommands().map(clap::Command::get_name);
                let names: Vec<&str> = names.collect();
                return Err(CommandError::with_hint(
                    format!("there is no subcommand {name:?}"),
                    format!("the subcommands are {}", names.join(", ")),
                ));
            }
        },
    };
    let more = page.get_after_long_help().map(ToString::to_string);
    let page = page
        .after_help(Resettable::Reset)
        .after_long_help(Resettable::Reset);
    let mut text = Vec::new();
    Man::new(page)
        .date("")
        .source(concat!("transect ", env!("CARGO_PKG_VERSION")))
        .manual("transect")
        .render(&mut text)
        .map_err(CommandError::new)?;
    print(&(String::from_utf8_lossy(&text) + sections(&more.unwrap_or_default()).as_str()))?;
    Ok(Status::SUCCESS)
}

/// Returns the part of a help text that follows the flags, in the markup of manual pages (roff). Example commands are
/// kept unchanged, so that they can be copied.
fn sections(help: &str) -> String {
    let mut text = String::new();
    for line in help.lines() {
        let content = line.trim_start();
        let escaped = content.replace('\\', "\\e").replace('-', "\\-");
        text += &match line.len() - content.len() {
            0 if content.is_empty() => String::new(),
            0 => format!(".SH {}\n", escaped.trim_end_matches(':').to_uppercase()),
            // A line indented by two spaces has a term, two spaces and its meaning; for example, an exit status and
            // what it means.
            2 => match escaped.split_once("  ") {
                Some((name, meaning)) => format!(".TP\n{name}\n{meaning}\n"),
                None => format!(".PP\n{escaped}\n"),
            },
            _ if content.starts_with("transect ") => format!(".RS 4\n.nf\n{escaped}\n.fi\n.RE\n"),
            _ => format!("{escaped}\n"),
        };
    }
    text
}
