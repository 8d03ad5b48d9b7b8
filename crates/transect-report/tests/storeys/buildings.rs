//! Buildings of boxes.

use std::fmt::Write;

use transect_io::Document;

/// A box with its name and two opposite corners.
pub(crate) type Box3 = (&'static str, [f64; 3], [f64; 3]);

/// Reads boxes as an OBJ file with one object per box.
pub(crate) fn read(boxes: &[Box3]) -> Document {
    let mut text = String::new();
    for (index, (name, low, high)) in boxes.iter().enumerate() {
        let _ = writeln!(text, "o {name}");
        for corner in 0..8 {
            let [x, y, z] = [0, 1, 2].map(|axis| match corner >> axis & 1 {
                1 => high[axis],
                _ => low[axis],
            });
            let _ = writeln!(text, "v {x} {y} {z}");
        }
        for face in [
            [1, 3, 4, 2],
            [5, 6, 8, 7],
            [1, 2, 6, 5],
            [3, 7, 8, 4],
            [1, 5, 7, 3],
            [2, 4, 8, 6],
        ] {
            let [a, b, c, d] = face.map(|vertex: usize| vertex + 8 * index);
            let _ = writeln!(text, "f {a} {b} {c} {d}");
        }
    }
    read_text(&text)
}

/// Reads the text of an OBJ file.
pub(crate) fn read_text(text: &str) -> Document {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("building.obj");
    std::fs::write(&path, text).expect("a file");
    transect_io::read(&[path]).expect("a model")
}

/// Returns three slabs of 10 × 8. Their tops are at the heights 0, 3 and 6.
pub(crate) fn slabs() -> Vec<Box3> {
    vec![
        ("slab 0", [0.0, 0.0, -0.3], [10.0, 8.0, 0.0]),
        ("slab 1", [0.0, 0.0, 2.7], [10.0, 8.0, 3.0]),
        ("slab 2", [0.0, 0.0, 5.7], [10.0, 8.0, 6.0]),
    ]
}

/// Returns a house without IFC names: three slabs, walls between them, and a parapet of 0.6 on the roof.
pub(crate) fn house() -> Vec<Box3> {
    let mut boxes = slabs();
    for bottom in [0.0, 3.0] {
        let top = bottom + 2.7;
        boxes.push(("west", [0.0, 0.0, bottom], [0.3, 8.0, top]));
        boxes.push(("east", [9.7, 0.0, bottom], [10.0, 8.0, top]));
        boxes.push(("south", [0.3, 0.0, bottom], [9.7, 0.3, top]));
        boxes.push(("north", [0.3, 7.7, bottom], [9.7, 8.0, top]));
    }
    boxes.push(("parapet", [0.0, 0.0, 6.0], [10.0, 0.2, 6.6]));
    boxes
}

/// Returns a tower of 10 × 10 with ten storeys, each 3 high.
pub(crate) fn tower() -> Vec<Box3> {
    let mut boxes = Vec::new();
    for storey in 0..=10 {
        let bottom = 3.0 * f64::from(storey);
        boxes.push(("slab", [0.0, 0.0, bottom - 0.3], [10.0, 10.0, bottom]));
        if storey < 10 {
            let top = bottom + 2.7;
            boxes.push(("west", [0.0, 0.0, bottom], [0.3, 10.0, top]));
            boxes.push(("east", [9.7, 0.0, bottom], [10.0, 10.0, top]));
            boxes.push(("south", [0.3, 0.0, bottom], [9.7, 0.3, top]));
            boxes.push(("north", [0.3, 9.7, bottom], [9.7, 10.0, top]));
        }
    }
    boxes
}
