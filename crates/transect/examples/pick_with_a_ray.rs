//! Picking with a ray: where the ray under the pointer meets the ground, or the reason that it does not.

use std::error::Error;

use transect::{Plane, Ray, RayMeeting, Side};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let ground = Plane::new([0.0, 0.0, 1.0], 0.0)?;
    let eye = [0.0, 0.0, 2.0];
    let picked = |direction| -> Result<Option<[f64; 3]>, Box<dyn Error>> {
        Ok(match ground.meet(&Ray::new(eye, direction)?) {
            RayMeeting::Point { point, t, .. } => {
                println!("the ground at {point:?}, {t} directions away");
                Some(point)
            }
            RayMeeting::Apart { side, is_parallel } => {
                println!("the sky: the ray stays in {side}, parallel to the ground: {is_parallel}");
                assert_eq!(side, Side::Front);
                None
            }
            RayMeeting::Within => None,
        })
    };
    assert_eq!(picked([1.0, 1.0, -0.5])?, Some([4.0, 4.0, 0.0]));
    assert_eq!(picked([1.0, 0.0, 0.0])?, None);
    assert_eq!(picked([0.0, 1.0, 0.25])?, None);
    Ok(())
}
