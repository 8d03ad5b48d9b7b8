//! The resolved arguments of `transect view`.

use std::path::PathBuf;

use transect_view::{Options, PageFileOptions};

/// The task of `transect view`.
pub(crate) enum ViewCommand {
    /// Serve the page.
    Serve {
        options: Options,
        /// `true` if the command opens the page in the browser.
        opens: bool,
    },
    /// Write the page into a file, with the answers for some planes.
    Export {
        options: PageFileOptions,
        file: PathBuf,
        /// `true` to replace the file if it exists.
        replaces: bool,
    },
}
