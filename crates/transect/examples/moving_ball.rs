//! A moving ball: the times at which the ball first touches a wall and leaves the wall on the other side.

use std::error::Error;

use transect::{Moving, Passage, Plane, Side, Sphere};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let wall = Plane::new([1.0, 0.0, 0.0], -10.0)?;
    let ball = Sphere::new([0.0, 0.0, 0.0], 2.0)?;
    match wall.passage(&Moving::new(ball, [4.0, 1.0, 0.0])?) {
        Passage::Through {
            touches,
            leaves,
            from,
        } => {
            println!("the ball touches after {touches} s, and is through after {leaves} s");
            assert_eq!((touches, leaves, from), (2.0, 3.0, Side::Back));
        }
        other => return Err(format!("{other:?}").into()),
    }
    // A ball that rolls parallel to the wall never touches it.
    let rolling = Moving::new(ball, [0.0, 1.0, 0.0])?;
    assert!(matches!(wall.passage(&rolling), Passage::Never { .. }));
    Ok(())
}
