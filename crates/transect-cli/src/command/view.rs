//! The resolved arguments of `transect view`.

use transect_view::Options;

/// The options of the viewer to start.
pub(crate) struct ViewCommand {
    pub(crate) options: Options,
    /// `true` if the command opens the page in the browser.
    pub(crate) opens: bool,
}
