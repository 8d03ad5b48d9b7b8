//! The separating axis test in 2D: two overlapping convex polygons, and the shortest translation that separates them.

use std::error::Error;

use transect::{ConvexPolygon, Separation, overlap, separation};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let ground = ConvexPolygon::new(vec![[0.0, 0.0], [8.0, 0.0], [8.0, 2.0], [0.0, 2.0]])?;
    let player = [[3.0, 1.5], [5.0, 1.5], [4.0, 4.0]];
    let triangle = ConvexPolygon::new(player.to_vec())?;
    assert!(overlap(&ground, &triangle));

    let found = separation(&ground, &triangle);
    let Separation::Overlapping { depth, axis } = found else {
        return Err("the polygons overlap".into());
    };
    println!("the triangle is {depth} deep in the ground; it leaves along {axis:?}");
    assert_eq!((depth, axis), (0.5, [0.0, 1.0]));

    let [right, up] = found.translation().ok_or("an overlap has a translation")?;
    let moved = ConvexPolygon::new(player.map(|[x, y]| [x + right, y + up]).to_vec())?;
    // After the translation, the two polygons only touch: the overlap has the depth zero.
    assert!(matches!(
        separation(&ground, &moved),
        Separation::Overlapping { depth: 0.0, .. }
    ));
    Ok(())
}
