//! Files of planes: any text gives planes with finite coefficients, or an error that names the file.

#![no_main]

use libfuzzer_sys::fuzz_target;
use transect_report::plane_file::PlaneFile;
use transect_report::planes::CutPlanes;

fuzz_target!(|text: &str| {
    match PlaneFile::parse("planes.txt".as_ref(), text) {
        Ok(file) => {
            let planes = file.planes::<3>().expect("checked by the parser");
            assert_eq!(planes.len(), file.names().len());
            assert!(!planes.is_empty());
            for plane in &planes {
                assert!(
                    plane
                        .normal()
                        .iter()
                        .chain([&plane.offset()])
                        .all(|c| c.is_finite())
                );
            }
            // The check of the region takes time with the cube of the number of planes.
            if planes.len() <= 6 {
                let _ = CutPlanes::of_file(&file);
            }
        }
        Err(error) => assert!(error.message.starts_with("planes.txt")),
    }
    if let Ok(slab) = CutPlanes::of_slab(text) {
        assert_eq!(slab.planes.len(), 2);
    }
});
