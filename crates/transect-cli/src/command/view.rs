//! A viewer to be started.

use transect_view::Options;

/// What to show, and where.
pub(crate) struct ViewCommand {
    pub(crate) options: Options,
    /// Whether the browser is opened.
    pub(crate) opens: bool,
}
