//! The answer to `transect --version`: the version, and how this program was built.

use std::sync::LazyLock;

use transect::batch::Level;

/// The version with the page, the allocator, the platform and the CPU level: what the report of a defect needs.
pub(crate) static LONG: LazyLock<String> = LazyLock::new(|| {
    let page = if transect_view::has_page() {
        "there"
    } else {
        "missing (`cargo xtask install` builds a command with it)"
    };
    let allocator = if cfg!(feature = "mimalloc") {
        "mimalloc"
    } else {
        "that of the system"
    };
    format!(
        "{}\npage of `transect view`: {page}\nallocator: {allocator}\nplatform: {}, {}\nCPU level: {}",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::ARCH,
        std::env::consts::OS,
        Level::best()
    )
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_says_how_the_program_was_built() {
        let lines: Vec<&str> = LONG.lines().collect();
        let [version, page, allocator, platform, level] = lines[..] else {
            panic!("five lines: {lines:?}");
        };
        assert_eq!(version, env!("CARGO_PKG_VERSION"));
        assert!(page.starts_with("page of `transect view`: "), "{page}");
        assert!(allocator.starts_with("allocator: "), "{allocator}");
        assert!(platform.contains(std::env::consts::OS), "{platform}");
        assert!(level.starts_with("CPU level: "), "{level}");
    }
}
