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

/// Returns random cells that are connected by faces.
fn connected_cells(random: &mut Random) -> Vec<[i64; 3]> {
    let mut cells = vec![[0; 3]];
    for _ in 0..random.between(1, 4) {
        let mut next = random.pick(&cells);
        next[random.between(0, 2) as usize] += random.pick(&[-1, 1]);
        if !cells.contains(&next) {
            cells.push(next);
        }
    }
    cells
}

/// Returns `true` if two bodies of cells have common points inside, and each has others. The cells of the bodies have edges of
/// the length 4; those of the second are moved.
fn overlap([one, other]: &[Vec<[i64; 3]>; 2], by: [i64; 3]) -> bool {
    let holds = |cells: &[[i64; 3]], p: [i64; 3]| {
        cells.contains(&p.map(|coordinate| coordinate.div_euclid(4)))
    };
    let mut found = [false; 3];
    for place in 0..48_i64.pow(3) {
        let p = [place % 48, place / 48 % 48, place / 2304].map(|coordinate| coordinate - 24);
        let moved = [0, 1, 2].map(|axis: usize| p[axis] - by[axis]);
        match [holds(one, p), holds(other, moved)] {
            [true, true] => found[0] = true,
            [true, false] => found[1] = true,
            [false, true] => found[2] = true,
            [false, false] => {}
        }
    }
    found == [true; 3]
}

/// Bodies of cells with coplanar sides overlap exactly if they have common points inside and others. Some have vertices at
/// which no direction leads into the inside: then an overlap may go unnamed, but no pair is named that does not overlap.
#[test]
fn overlaps_with_coplanar_sides_are_found() -> Verdict {
    let (mut overlapping, mut apart, mut missed) = (0, 0, 0);
    for seed in 0..cases(2_000) {
        let random = &mut Random::new(seed);
        let cells = [connected_cells(random), connected_cells(random)];
        let by = [0; 3].map(|_: i64| random.between(-8, 8));
        // Bodies that share vertices may be one body.
        if by.iter().all(|step| step % 4 == 0) {
            continue;
        }
        let [one, other] = cells.each_ref().map(|own| Grid::voxels(own, 4, random));
        let found = Grid::union(&[one, other.translated(by)]).mesh().bodies();
        if found.bodies.len() != 2 {
            continue;
        }
        let expected = overlap(&cells, by);
        let is_found = !found.crossing.is_empty();
        law!(expected || !is_found, "seed {seed}: {cells:?} by {by:?}");
        overlapping += u64::from(expected);
        apart += u64::from(!expected);
        missed += u64::from(expected && !is_found);
    }
    law!(
        overlapping > cases(400) && apart > cases(400) && 10 * missed < overlapping,
        "{overlapping} {apart} {missed}"
    );
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
