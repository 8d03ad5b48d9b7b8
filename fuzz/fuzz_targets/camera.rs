//! Files of cameras and matrices: any text gives a frustum with at least one plane, or an error with a hint.

#![no_main]

use libfuzzer_sys::fuzz_target;
use transect_report::camera::frustum;

fuzz_target!(|text: &str| {
    match frustum(text) {
        Ok(frustum) => {
            assert!(!frustum.planes().is_empty());
            assert_eq!(frustum.planes().len(), frustum.sides().len());
        }
        Err((_, hint)) => assert!(!hint.is_empty()),
    }
});
