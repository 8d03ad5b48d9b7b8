//! The places of the tests that detect mutations: packages of cargo, the page of the viewer, and the Python package.

use std::path::Path;

/// The tests of the page of `transect view` that need no browser, relative to the root.
pub(crate) const WEB: &str = "crates/transect-view/web";

/// The Python package, relative to the root.
pub(crate) const PYTHON: &str = "crates/transect-python";

/// The folders of the workspaces whose tests can be listed, relative to the root. Each has its own settings of cargo.
pub(crate) const WORKSPACES: [&str; 2] = ["", "crates/transect-sql"];

/// A crate with tests that cargo builds.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Crate {
    /// The packages that have the tests of this crate. The first one is the crate itself.
    pub(crate) packages: &'static [&'static str],
    /// The folder of the crate's workspace, one of [`WORKSPACES`].
    pub(crate) workspace: &'static str,
}

/// The crates whose tests can be listed for a mutation.
pub(crate) const CRATES: [Crate; 7] = [
    Crate::of(&["transect-exact"], WORKSPACES[0]),
    Crate::of(&["transect", "transect-tests"], WORKSPACES[0]),
    Crate::of(&["transect-mesh"], WORKSPACES[0]),
    Crate::of(&["transect-io"], WORKSPACES[0]),
    Crate::of(&["transect-draw"], WORKSPACES[0]),
    Crate::of(&["transect-report"], WORKSPACES[0]),
    Crate::of(&["transect-sql"], WORKSPACES[1]),
];

impl Crate {
    const fn of(packages: &'static [&'static str], workspace: &'static str) -> Self {
        Self {
            packages,
            workspace,
        }
    }

    pub(crate) fn name(&self) -> &'static str {
        self.packages[0]
    }

    /// Returns `true` if this crate has tests of a name: that of the crate, or of a file or a folder in `tests`.
    fn has(&self, root: &Path, name: &str) -> bool {
        let tests = root.join("crates").join(self.name()).join("tests");
        let tops = ["main.rs", "mod.rs"].map(|top| tests.join(name).join(top));
        name == self.name()
            || tests.join(format!("{name}.rs")).exists()
            || tops.iter().any(|top| top.exists())
    }
}

/// The place of tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Home {
    Crate(&'static Crate),
    /// A file of tests of the page, which Node.js runs.
    Page,
    /// A file of tests of the Python package, which pytest runs.
    Python,
}

impl Home {
    /// Returns the place of tests by their name, or `None` if no tests have this name. If several crates have tests of one
    /// name, the name stands for those of the first crate.
    pub(crate) fn of(root: &Path, name: &str) -> Option<Self> {
        let is_in = |folder: &str| root.join(folder).join("tests").join(name).exists();
        if name.ends_with(".test.mjs") {
            return is_in(WEB).then_some(Self::Page);
        }
        if name.ends_with(".py") {
            return is_in(PYTHON).then_some(Self::Python);
        }
        CRATES
            .iter()
            .find(|home| home.has(root, name))
            .map(Self::Crate)
    }
}
