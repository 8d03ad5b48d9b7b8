//! A search tree over boxes: finds the boxes that a line meets, and inserts and removes a box.

use std::error::Error;

use transect::Plane;
use transect::batch::AabbColumns;
use transect::bvh::Bvh;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // Boxes of size 1 at the points of a 100 × 100 grid, two units apart.
    let at = |divisor: u16| (0..10_000_u16).map(move |row| f32::from(row / divisor % 100) * 2.0);
    let (x, y): (Vec<f32>, Vec<f32>) = (at(1).collect(), at(100).collect());
    let end = |low: &[f32]| low.iter().map(|low| low + 1.0).collect::<Vec<f32>>();
    let (right, top) = (end(&x), end(&y));
    let mut tree: Bvh<f32, 2> = Bvh::build(&AabbColumns::new([&x, &y], [&right, &top]))?;

    let line = Plane::new([1.0, 0.0], -50.5)?;
    let on = tree.on(&line).count();
    println!("{on} of {} boxes lie on x = 50.5", tree.len());
    assert_eq!(on, 100);
    assert!(tree.on(&Plane::new([1.0, 0.0], -51.5)?).is_empty());

    let id = tree.insert([[51.25, 0.0], [51.75, 1.0]])?;
    let gap = Plane::new([1.0, 0.0], -51.5)?;
    assert_eq!(tree.on(&gap).ids().collect::<Vec<_>>(), [id]);
    tree.remove(id)?;
    assert!(tree.on(&gap).is_empty());
    Ok(())
}
