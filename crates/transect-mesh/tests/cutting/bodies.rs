//! Tests of bodies: boxes with integer coordinates, whose winding numbers are counted by comparisons of integers.

use transect_mesh::{BodyKind, Mesh};

use crate::cutting::laws::{Verdict, law};
use crate::cutting::meshes::Grid;
use crate::random::Random;
use crate::run::cases;

/// A box, and how often its surface occurs: −1 for a box that is inside out.
#[derive(Debug)]
pub(crate) struct Cuboid {
    min: [i64; 3],
    max: [i64; 3],
    pub(crate) times: i32,
}

impl Cuboid {
    pub(crate) fn random(random: &mut Random) -> Self {
        let ends = [0; 3].map(|_| {
            let [a, b] = [random.between(0, 12), random.between(0, 12)];
            [a.min(b), a.max(b) + i64::from(a == b)]
        });
        Self {
            min: ends.map(|[min, _]| min),
            max: ends.map(|[_, max]| max),
            times: random.pick(&[1, 1, 1, -1, 2, -2]),
        }
    }

    pub(crate) fn grids(&self) -> impl Iterator<Item = Grid> {
        let grid = Grid::cuboid(self.min, self.max);
        let grid = if self.times < 0 {
            grid.inverted()
        } else {
            grid
        };
        std::iter::repeat_n(grid, self.times.unsigned_abs() as usize)
    }

    /// Returns `true` if the point beside p (x + δ, y + ε, z + ε²) is inside.
    pub(crate) fn holds(&self, p: [i64; 3]) -> bool {
        (0..3).all(|axis| self.min[axis] <= p[axis] && p[axis] < self.max[axis])
    }

    /// Returns `true` if the box is a part of another one.
    fn is_in(&self, other: &Self) -> bool {
        (0..3).all(|axis| other.min[axis] <= self.min[axis] && self.max[axis] <= other.max[axis])
    }

    /// Returns `true` if points outside, inside and between the insides of both boxes exist.
    pub(crate) fn crosses(&self, other: &Self) -> bool {
        let is_common = (0..3)
            .all(|axis| self.min[axis].max(other.min[axis]) < self.max[axis].min(other.max[axis]));
        is_common && !self.is_in(other) && !other.is_in(self)
    }

    /// Returns `true` if another box is around this one, or around its greatest corner if they cross. Boxes that only
    /// touch are not around each other.
    fn is_inside_of(&self, other: &Self) -> bool {
        if self.crosses(other) {
            other.holds(self.max)
        } else {
            self.is_in(other)
        }
    }

    fn corners(&self) -> Vec<[i64; 3]> {
        let corner = |bits: usize| {
            [0, 1, 2].map(|axis| {
                if bits >> axis & 1 == 0 {
                    self.min[axis]
                } else {
                    self.max[axis]
                }
            })
        };
        (0..8).map(corner).collect()
    }
}

fn check(random: &mut Random) -> Result<usize, String> {
    let cuboids: Vec<Cuboid> = (0..random.between(1, 5))
        .map(|_| Cuboid::random(random))
        .collect();
    let mut corners: Vec<[i64; 3]> = cuboids.iter().flat_map(Cuboid::corners).collect();
    corners.sort_unstable();
    let count = corners.len();
    corners.dedup();
    // Boxes with a common edge are one body.
    if corners.len() < count {
        return Ok(0);
    }
    let grids: Vec<Grid> = cuboids.iter().flat_map(Cuboid::grids).collect();
    let mesh = Grid::union(&grids).mesh();
    let found = mesh.bodies();
    // Vertices on edges of other boxes divide these, and may connect surfaces.
    if mesh.with_divided_edges().is_some() || found.bodies.len() != cuboids.len() {
        law!(
            mesh.with_divided_edges().is_some(),
            "{} bodies of {cuboids:?}",
            found.bodies.len()
        );
        return Ok(0);
    }
    for (place, (cuboid, body)) in cuboids.iter().zip(&found.bodies).enumerate() {
        let others = cuboids
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != place);
        let outside: i32 = others
            .filter(|(_, other)| cuboid.is_inside_of(other))
            .map(|(_, other)| other.times)
            .sum();
        let inside = outside + cuboid.times;
        law!(
            body.windings == [outside, inside],
            "{place}: {body:?} of {cuboids:?}"
        );
        let size: i64 = (0..3)
            .map(|axis| cuboid.max[axis] - cuboid.min[axis])
            .product();
        law!(
            body.volume == (size * i64::from(cuboid.times)) as f64,
            "{place}: {body:?} of {cuboids:?}"
        );
        let kind = match (outside, inside) {
            (_, 0) => BodyKind::Cavity,
            (0, 1) => BodyKind::Solid,
            (..=0, ..0) => BodyKind::InsideOut,
            (2.., 1) => BodyKind::Cavity,
            _ => BodyKind::CountedAgain,
        };
        law!(body.kind == kind, "{place}: {body:?} of {cuboids:?}");
    }
    for one in 0..cuboids.len() {
        for other in one + 1..cuboids.len() {
            let crosses = cuboids[one].crosses(&cuboids[other]);
            let is_found = found.crossing.contains(&[one, other]);
            law!(crosses == is_found, "{one} and {other} of {cuboids:?}");
        }
    }
    Ok(cuboids.len())
}

#[test]
fn bodies_of_random_boxes_are_what_integers_say() -> Verdict {
    let mut compared = 0;
    for seed in 0..cases(10_000) {
        compared += check(&mut Random::new(seed)).map_err(|what| format!("seed {seed}: {what}"))?;
    }
    law!(compared > cases(5_000), "{compared}");
    Ok(())
}

/// Open surfaces have no inside, flat ones neither, and a mesh without triangles has no bodies.
#[test]
fn surfaces_without_an_inside_are_named() {
    let whole = Grid::cuboid([0; 3], [2; 3]).mesh().into_raw();
    let mut open = whole.clone();
    open.triangles.pop();
    let bodies = |raw| Mesh::new(raw).expect("a mesh").bodies();
    let found = bodies(open);
    assert_eq!(
        (found.bodies[0].kind, found.bodies[0].volume),
        (BodyKind::Open, 0.0)
    );
    let mut sheet = whole;
    sheet.triangles.truncate(1);
    let [a, b, c] = sheet.triangles[0];
    sheet.triangles.push([b, a, c]);
    let found = bodies(sheet);
    assert_eq!(
        (found.bodies.len(), found.bodies[0].kind),
        (1, BodyKind::Flat)
    );
    assert!(found.count_once());
    assert!(Mesh::default().bodies().bodies.is_empty());
}

/// A pane that fills its frame, and boxes that stand face to face, are solids: touching is not lying inside.
#[test]
fn bodies_that_touch_do_not_lie_in_each_other() {
    let face_to_face = [
        Grid::cuboid([0, 1, 1], [2, 2, 2]),
        Grid::cuboid([2, 0, 0], [4, 3, 3]),
    ];
    let solids = |grids: &[Grid], count| {
        let found = Grid::union(grids).mesh().bodies();
        let kinds: Vec<BodyKind> = found.bodies.iter().map(|body| body.kind).collect();
        assert_eq!(kinds, vec![BodyKind::Solid; count]);
        assert!(found.count_once());
    };
    solids(&face_to_face, 2);
    solids(&[face_to_face[1].clone(), face_to_face[0].clone()], 2);
}
