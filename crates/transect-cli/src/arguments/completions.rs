//! The arguments of `transect completions`.

use clap::Args;
use clap_complete::Shell;

use crate::arguments::help::MORE;

const EXAMPLES: &str = "\
Examples:
  Install completions for bash:
    transect completions bash > ~/.local/share/bash-completion/completions/transect
  Install completions for zsh; the folder must be in $fpath:
    transect completions zsh > ~/.zfunc/_transect
  Install completions for fish:
    transect completions fish > ~/.config/fish/completions/transect.fish";

/// Print a shell script that completes subcommands, flags and values
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES, after_help = MORE)]
pub(crate) struct CompletionsArguments {
    /// The shell to print the script for
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}
