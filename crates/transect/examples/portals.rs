//! Portals: what is seen through a chain of doorways. Each doorway is clipped by the region that is seen through the
//! one before it, and the planes through the eye and the edges of what is left bound the next region.
//!
//! The first region is a frustum. Clipped doorways are clipped again without an error, because their corners stay
//! exact. Run it with `cargo run --example portals`.

use transect::region::ConvexRegion;
use transect::{Camera, ConvexPolygon, Plane, PlaneError, Region, Side};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let eye = [0.0, 0.0, 1.7];
    let camera = Camera::looking(eye, [1.0, 0.1, 0.0], [0.0, 0.0, 1.0]);
    let mut seen = ConvexRegion::new(camera.with_near(0.1).frustum()?.planes());
    // Doorways in walls 3, 6 and 9 metres away: 0.9 wide, 2.1 high, each one farther to the left.
    for (number, [x, y]) in [[3.0, 0.0], [6.0, 0.4], [9.0, 0.9]].into_iter().enumerate() {
        let corners = [[0.0, 0.0], [0.9, 0.0], [0.9, 2.1], [0.0, 2.1]];
        let doorway = ConvexPolygon::new(corners.map(|[u, v]| [x, y + u, v]))?;
        let Some(part) = seen.region().clip(&doorway) else {
            println!("doorway {number} is not seen");
            break;
        };
        let corners = part.corners();
        println!("doorway {number}: {} corners are seen", corners.len());
        assert_eq!(
            seen.region().clip(&part),
            Some(part),
            "nothing is left to clip"
        );
        seen = region_behind(eye, &corners)?;
    }
    // A lamp behind all of them, and one beside.
    let sees = |lamp: [f64; 3]| Region::new(seen.planes()).contains(&lamp);
    assert!(sees([12.0, 1.9, 1.7]) && !sees([12.0, -1.0, 1.7]));
    Ok(())
}

/// Returns the region that is seen through a polygon: in front of the planes through the eye and each edge.
fn region_behind(eye: [f64; 3], corners: &[[f64; 3]]) -> Result<ConvexRegion, PlaneError> {
    let count = corners.len() as f64;
    let middle =
        [0, 1, 2].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f64>() / count);
    let edges =
        (0..corners.len()).map(|index| [corners[index], corners[(index + 1) % corners.len()]]);
    let planes = edges.map(|[from, to]| {
        let plane = Plane::through([eye, from, to])?;
        Ok(if plane.side(&middle) == Side::Back {
            plane.flipped()
        } else {
            plane
        })
    });
    planes.collect::<Result<Vec<_>, _>>().map(ConvexRegion::new)
}
