//! Fitting a plane: the plane nearest to the points of a scanned table, and the points that lie off it.

use std::error::Error;

use transect::Plane;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let scan = [
        [0.0, 0.0, 0.75],
        [1.0, 0.0, 0.75],
        [0.0, 1.0, 0.75],
        [1.0, 1.0, 0.75],
        [0.5, 0.5, 0.751],
    ];
    let fit = Plane::best_fit(&scan)?;
    println!(
        "{}: root mean square {:.6}",
        fit.plane, fit.root_mean_square
    );
    assert!(fit.largest_distance < 0.001);
    let farthest = scan.iter().max_by(|a, b| {
        let [a, b] = [a, b].map(|point| fit.plane.signed_distance(point).abs());
        a.total_cmp(&b)
    });
    assert_eq!(farthest, Some(&[0.5, 0.5, 0.751]));
    Ok(())
}
