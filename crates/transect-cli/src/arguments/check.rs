//! What can be typed behind `transect check`.

use std::path::PathBuf;

use clap::Args;

use crate::arguments::help::MORE;

const EXAMPLES: &str = "\
Examples:
  Do the project's own facts hold for this build?
    transect check conformance/*.jsonl
  Facts that another program writes, as it writes them:
    transect check - < facts.jsonl
  A single question, answered by what is received:
    echo '{\"op\": \"point_side\", \"plane\": \"z=1.2\", \"point\": [0, 0, 1.2], \"side\": \"front\", \"why\": \"?\"}' | transect check -
  How many facts fail, for a program:
    transect check facts.jsonl --json | jq '.failures | length'

Exit status:
  0  all facts hold
  1  a fact does not hold; all were checked
  2  bad usage, a file that could not be read, or a line that is no fact: nothing more was checked";

/// Check facts about planes: which hold, and what was expected and received where one does not
///
/// Facts are JSON objects, one a line, as conformance/README.md describes them: a question, its
/// input, the expected answer, and why it is that. They belong to no program and no language.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES, after_help = MORE)]
pub(crate) struct CheckArguments {
    /// Files of facts, one JSON object a line; - reads standard input
    #[arg(required = true, value_name = "FILE.jsonl")]
    pub(crate) facts: Vec<PathBuf>,

    /// Print one JSON object (docs/json.md) instead of the failures and the summary
    #[arg(long)]
    pub(crate) json: bool,
}
