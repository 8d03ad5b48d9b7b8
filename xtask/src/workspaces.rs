//! The workspaces of their own that are part of what is published.

/// The manifests of these workspaces, relative to the root.
pub(crate) const OWN_WORKSPACES: [&str; 4] = [
    "crates/transect-c/Cargo.toml",
    "crates/transect-python/Cargo.toml",
    "crates/transect-sql/Cargo.toml",
    "crates/transect-wasm/Cargo.toml",
];
