//! Culling in a game loop: the bitmaps of the boxes that a camera sees, written into the same buffers in each frame.

use std::error::Error;

use transect::Camera;
use transect::batch::{AabbColumns, Batch, RegionMasks};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // A street of 1000 houses along the y axis. The houses are boxes; each of their six bounds is a column with one
    // value per house.
    let low_y: Vec<f32> = (0..1000_u16).map(|house| f32::from(house) * 10.0).collect();
    let high_y: Vec<f32> = low_y.iter().map(|y| y + 8.0).collect();
    let (zero, width, height) = (vec![0.0; 1000], vec![8.0; 1000], vec![6.0; 1000]);
    let houses = AabbColumns::new([&zero, &low_y, &zero], [&width, &high_y, &height]);

    let words = houses.len().div_ceil(64);
    let (mut meets, mut inside) = (vec![0; words], vec![0; words]);
    let mut seen = Vec::new();
    for frame in 0..60_u8 {
        let eye = [4.0, -20.0 + f64::from(frame), 2.0];
        let camera = Camera::looking(eye, [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]).with_far(Some(500.0));
        let frustum = camera.frustum()?;
        let masks = RegionMasks {
            meets: &mut meets,
            inside: &mut inside,
            null: None,
        };
        let counts = houses.overlap_conservative(&frustum.region(), masks);
        // A renderer would draw the houses whose bit is set in `meets` or in `inside`.
        let drawn = meets
            .iter()
            .zip(&inside)
            .map(|(meets, inside)| (meets | inside).count_ones());
        assert_eq!(drawn.sum::<u32>() as usize, counts.meets + counts.inside);
        seen.push(counts.meets + counts.inside);
    }
    println!(
        "houses in view: {} in the first frame, {} in the last",
        seen[0], seen[59]
    );
    assert_eq!((seen[0], seen[59]), (49, 50));
    Ok(())
}
