//! What can be typed behind `transect completions`.

use clap::Args;
use clap_complete::Shell;

use crate::arguments::help::MORE;

const EXAMPLES: &str = "\
Examples:
  For bash, in every shell from now on:
    transect completions bash > ~/.local/share/bash-completion/completions/transect
  For zsh, where a folder of $fpath can be written to:
    transect completions zsh > ~/.zfunc/_transect
  For fish:
    transect completions fish > ~/.config/fish/completions/transect.fish";

/// Print a script that completes commands, flags and values in a shell
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES, after_help = MORE)]
pub(crate) struct CompletionsArguments {
    /// The shell that the script is for
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}
