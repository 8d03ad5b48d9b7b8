//! Text is read as a plane, or an error is returned. There is no panic. A printed plane reads back as the same plane.
#![no_main]

use libfuzzer_sys::fuzz_target;
use transect::Plane;

fuzz_target!(|text: &str| {
    if let Ok(plane) = text.parse::<Plane>() {
        assert_eq!(plane.to_string().parse(), Ok(plane));
    }
    if let Ok(line) = text.parse::<Plane<2>>() {
        assert_eq!(line.to_string().parse(), Ok(line));
    }
});
