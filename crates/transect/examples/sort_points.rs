//! Sorting a point cloud: the side of each point, as one value per point or as counts.

use std::error::Error;

use transect::batch::{Batch, PointColumns};
use transect::{Plane, Side};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // Points on a line through the plane x = y; the middle one lies exactly on the plane.
    let x = [-1.0, -0.5, 0.1, 0.5, 1.0];
    let y = [1.0, 0.5, 0.1, -0.5, -1.0];
    let z = [0.0; 5];
    let points = PointColumns::new([&x, &y, &z]);
    let plane: Plane = "x = y".parse()?;

    let mut sides = [Side::On; 5];
    let counts = points.sides(&plane, &mut sides);
    println!("{counts:?}\n{sides:?}");
    assert_eq!((counts.front, counts.on, counts.back), (2, 1, 2));
    assert_eq!(points.on(&plane), [2]);

    let mut distances = [0.0; 5];
    points.signed_distances(&plane, &mut distances);
    assert!(distances.is_sorted() && distances[2] == 0.0);
    Ok(())
}
