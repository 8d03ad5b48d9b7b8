//! The flags of `--each`, shared by all subcommands that read models.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

// No doc comment here: clap would use it as the help of the subcommand.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct EachArguments {
    /// Treat each file apart instead of all files as one scene: one line per file, sorted by path. A folder stands for
    /// the models in it and in its folders; a quoted pattern such as 'models/**/*.stl' is expanded. With --json, each
    /// line is one JSON object. Files with an error are named at the end, and the exit status is 1. With -o, each file
    /// has a folder of its own in DIR, named by the path of the file without its extension (see docs/many-files.md)
    #[arg(long, help_heading = "Many files")]
    pub(crate) each: bool,

    /// The number of files that are treated at the same time, each of which is in memory as a whole. The default is the
    /// number of processors. The answers do not depend on it
    #[arg(long, value_name = "N", requires = "each", help_heading = "Many files")]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// Keep a record of the finished files in this file, as JSON lines. With -o, it is DIR/each.jsonl by default
    #[arg(
        long,
        value_name = "FILE",
        requires = "each",
        help_heading = "Many files"
    )]
    pub(crate) record: Option<PathBuf>,

    /// Continue after a break: files of the record whose contents are the same are not treated again. After a change of
    /// other flags, all files begin anew. Files with an error are tried again
    #[arg(long, requires = "each", help_heading = "Many files")]
    pub(crate) resume: bool,
}
