//! What a cut has to tell.

use crate::report::Report;
use crate::totals::Totals;

/// What there is to say when the work is done.
pub(crate) struct Answer {
    pub(crate) report: Report,
    pub(crate) totals: Totals,
    /// The unit of all coordinates, if there is one.
    pub(crate) unit: Option<String>,
    /// Why the objects of `--why` lie where they do, in words.
    pub(crate) reasons: String,
}
