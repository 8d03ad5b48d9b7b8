//! The arguments of `transect check`.

use std::path::PathBuf;

use clap::Args;

use crate::arguments::help::MORE;

const EXAMPLES: &str = "\
Examples:
  Check the project's own facts against this build:
    transect check conformance/*.jsonl
  Check facts from standard input:
    transect check - < facts.jsonl
  Compute one answer: it is printed as the received value:
    echo '{\"op\": \"point_side\", \"plane\": \"z=1.2\", \"point\": [0, 0, 1.2], \"side\": \"front\", \"why\": \"?\"}' | transect check -
  Count the failed facts in a script:
    transect check facts.jsonl --json | jq '.failures | length'

Exit status:
  0  success: all facts hold
  1  a fact does not hold; all facts were checked
  2  bad usage, a file could not be read, or a line could not be asked; the other lines were checked
  101  an internal error of transect (please report it)";

/// Check facts about planes, and print the expected and the received value of each failure
///
/// A fact is one JSON object per line: a question, its input, the expected answer, and the reason for
/// the answer. conformance/README.md describes the format. Facts work for any program in any language.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES, after_help = MORE)]
pub(crate) struct CheckArguments {
    /// Files of facts, with one JSON object per line; - reads standard input
    #[arg(required = true, value_name = "FILE.jsonl")]
    pub(crate) facts: Vec<PathBuf>,

    /// Print one JSON object (see docs/json.md) instead of the failures and the summary
    #[arg(long)]
    pub(crate) json: bool,
}
