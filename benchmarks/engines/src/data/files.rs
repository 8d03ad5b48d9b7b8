//! Boxes of real models from `../shared/data` beside the repository, or from `$TRANSECT_SHARED/data`.

use std::path::{Path, PathBuf};

use transect::Plane;

use crate::ask::Bounds;
use crate::data::{rounded, unit_plane_through};

/// Returns the path of a file of the shared data. If the file is missing, prints a message and returns `None`.
pub(crate) fn shared(name: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = std::env::var_os("TRANSECT_SHARED").map_or_else(beside, PathBuf::from);
    let path = folder.join("data").join(name);
    if path.exists() {
        return Some(path);
    }
    eprintln!("left out: {} is not there", path.display());
    None
}

/// Returns the bounding boxes of the 1.06 million triangles of a terrain with walls and a floor, and an oblique plane
/// through the middle. The boxes are flat, clustered and in file order. They are moved to the origin, so that f32 keeps
/// their shape.
pub(crate) fn terrain() -> Option<(Plane, Vec<Bounds>)> {
    let path = shared("terrain_thuringia_solid.ply")?;
    let document = transect_io::read(&[path]).expect("a file of the shared data");
    let mesh = &document.scene.meshes[0].mesh;
    let middle = mesh.bounds()?.center();
    let boxes = (0..mesh.triangles().len()).map(|triangle| {
        let corners = mesh.corners(triangle);
        let ends = |least: fn(f64, f64) -> f64| {
            let axis = |axis: usize| {
                let numbers = corners.iter().map(|corner| corner[axis] - middle[axis]);
                numbers.reduce(least).expect("three corners") as f32
            };
            core::array::from_fn(axis)
        };
        [ends(f64::min), ends(f64::max)]
    });
    Some((unit_plane_through([0.0; 3]), boxes.collect()))
}

/// Returns the boxes of the objects of an office building, in enough copies side by side to have `count` boxes.
/// The copies stand 60 × 60 × 20 units apart. The plane cuts the ground floors of all copies.
pub(crate) fn office(count: usize) -> Option<(Plane, Vec<Bounds>)> {
    let path = shared("office_a_boxes.csv")?;
    let mut table = csv::Reader::from_path(path).expect("a file of the shared data");
    let number = |record: &csv::StringRecord, column: usize| -> f32 {
        record[column].parse().expect("a number in the shared data")
    };
    let one: Vec<Bounds> = table
        .records()
        .map(|record| {
            let record = record.expect("a row of the shared data");
            [4, 7].map(|first| core::array::from_fn(|axis| number(&record, first + axis)))
        })
        .collect();
    let copies = count.div_ceil(one.len());
    let side = (copies as f64).cbrt().ceil() as usize;
    let boxes = (0..count).map(|place| {
        let copy = place / one.len();
        let place_of_copy = [copy % side, copy / side % side, copy / side / side];
        let moved = [60.0, 60.0, 20.0];
        one[place % one.len()].map(|corner| {
            core::array::from_fn(|axis| corner[axis] + place_of_copy[axis] as f32 * moved[axis])
        })
    });
    let plane = Plane::new([0.0, 0.0, 1.0], -1.2).expect("a plane");
    Some((rounded(&plane), boxes.collect()))
}
