//! Text is read as a theme with which a section can be drawn, or an error with its position in the text is returned.
//! There is no panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use transect_draw::{Drawing, Item, Theme};

fuzz_target!(|text: &str| {
    match text.parse::<Theme>() {
        Ok(theme) => {
            let square = vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
            let items = ["IfcWall/a", "gripper/b", "IfcSpace/c"].map(|name| Item {
                name: name.into(),
                loops: vec![square.clone()],
                area: 1.0,
                ..Item::default()
            });
            let drawing = Drawing {
                items: items.into(),
                theme,
                ..Drawing::default()
            };
            let svg = drawing.to_svg();
            assert!(!svg.contains("NaN") && !svg.contains("inf"));
        }
        Err(error) => {
            assert!(error.line <= text.lines().count() + 1 && error.column >= 1);
        }
    }
});
