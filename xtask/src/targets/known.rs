//! The targets of other platforms, and what is checked and tested for them.

/// The crates of the core: the library with the package of some of its tests, and readers, writers and drawings without a
/// command.
pub(crate) const CORE: [&str; 9] = [
    "transect-exact",
    "transect",
    "transect-tests",
    "transect-mesh",
    "transect-io",
    "transect-draw",
    "transect-report",
    "transect-check",
    "transect-example",
];

/// Builds the tests of batches with optimization. In an emulator, and in many runs, they would take too long without.
pub(crate) const OPTIMIZED: &str = "--config=profile.dev.package.transect-tests.opt-level=1";

/// The tests that run in an emulator, which is ten to a hundred times slower: one `cargo test` with these arguments each.
/// They read all facts, and the bytes of all formats.
pub(crate) const EMULATED: [&[&str]; 5] = [
    &["--package=transect-tests", "--test=conformance"],
    &["--package=transect-tests", OPTIMIZED, "--test=batches"],
    &[
        "--package=transect",
        "--test=tests",
        "--",
        "answers::",
        "region::conformance::",
    ],
    &[
        "--package=transect-mesh",
        "--test=meshes",
        "--",
        "cutting::",
    ],
    &[
        "--package=transect-io",
        "--package=transect-check",
        "--tests",
    ],
];

/// A target, and the reason to check it.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) name: &'static str,
    /// The code or the property that no other target has.
    pub(crate) why: &'static str,
    /// Is `true` if the viewer's server and the command also run there.
    pub(crate) has_command: bool,
    pub(crate) tests: Tests,
}

/// The machines that run the tests of a target.
#[derive(Debug)]
pub(crate) enum Tests {
    /// Only machines of this kind.
    Own,
    /// Also machines of another kind: this one.
    AlsoOn(&'static str),
    /// Also x86-64 machines with Linux, with a linker and an emulator.
    Emulated {
        linker: &'static str,
        /// The emulator and its arguments.
        emulator: &'static [&'static str],
    },
}

/// All known targets.
///
/// Big-endian tests run in QEMU, with the released compiler and the linker of the distribution. Miri would need a nightly
/// compiler, and is slower than QEMU; the library has no `unsafe` code for Miri to examine.
pub(crate) static TARGETS: [Target; 9] = [
    Target {
        name: "x86_64-unknown-linux-gnu",
        why: "Linux",
        has_command: true,
        tests: Tests::Own,
    },
    Target {
        name: "aarch64-unknown-linux-gnu",
        why: "loops with the vector instructions of ARM",
        has_command: true,
        tests: Tests::Emulated {
            linker: "aarch64-linux-gnu-gcc",
            emulator: &["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"],
        },
    },
    Target {
        name: "x86_64-unknown-linux-musl",
        why: "Linux with another C library, for programs without dynamic libraries",
        has_command: true,
        tests: Tests::AlsoOn("x86_64-unknown-linux-gnu"),
    },
    Target {
        name: "aarch64-apple-darwin",
        why: "macOS on ARM",
        has_command: true,
        tests: Tests::Own,
    },
    Target {
        name: "x86_64-apple-darwin",
        why: "macOS on x86-64",
        has_command: true,
        tests: Tests::Own,
    },
    Target {
        name: "x86_64-pc-windows-msvc",
        why: "Windows: other signals, other paths",
        has_command: true,
        tests: Tests::Own,
    },
    Target {
        name: "x86_64-pc-windows-gnu",
        why: "Windows with the C library of MinGW",
        has_command: true,
        tests: Tests::Emulated {
            linker: "x86_64-w64-mingw32-gcc",
            emulator: &["wine"],
        },
    },
    Target {
        name: "wasm32-unknown-unknown",
        why: "browsers: 32-bit addresses, no threads and no files",
        has_command: false,
        tests: Tests::Own,
    },
    Target {
        name: "s390x-unknown-linux-gnu",
        why: "big-endian numbers",
        has_command: false,
        tests: Tests::Emulated {
            linker: "s390x-linux-gnu-gcc",
            emulator: &["qemu-s390x", "-L", "/usr/s390x-linux-gnu"],
        },
    },
];

/// Returns the target with this name.
///
/// # Errors
/// Returns a message with all names if the target is unknown.
pub(crate) fn known(name: &str) -> Result<&'static Target, String> {
    let found = TARGETS.iter().find(|target| target.name == name);
    found.ok_or_else(|| {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        format!("the known targets are {}", names.join(", "))
    })
}
