//! The version of the interface.

use core::ffi::c_char;

/// The version of the interface. A function or record that programs use was changed or removed if this number grew.
pub const TRANSECT_ABI_VERSION: u32 = 1;

/// The revision of the interface. Functions were added if this number grew and the version did not.
pub const TRANSECT_ABI_REVISION: u32 = 0;

/// Returns the `TRANSECT_ABI_VERSION` of the loaded library. A program that was compiled with another version must not
/// call its other functions.
#[unsafe(no_mangle)]
pub extern "C" fn transect_abi_version() -> u32 {
    TRANSECT_ABI_VERSION
}

/// Returns the `TRANSECT_ABI_REVISION` of the loaded library. A program needs a library whose revision is not less than
/// the one it was compiled with.
#[unsafe(no_mangle)]
pub extern "C" fn transect_abi_revision() -> u32 {
    TRANSECT_ABI_REVISION
}

/// Returns the version of the package, such as `0.1.0`. The text is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn transect_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}
