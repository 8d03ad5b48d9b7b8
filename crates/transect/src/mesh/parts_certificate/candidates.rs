//! The exact points at which the vertices of pieces and cut faces may lie.

use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::arrays::Few as _;
use crate::mesh::exact_place::Place;
use crate::mesh::parts_certificate::exact::Exact;
use crate::mesh::parts_certificate::whole::Whole;
use crate::mesh::triple::least_first;
use crate::mesh::weld::{Key, key};
use crate::predicates::crossing::crossing;
use crate::side::Side;

/// The exact points, by the positions at which files have them. Each such position has a number.
pub(super) struct Candidates {
    numbers: HashMap<Key, u32>,
    /// For each position, its exact points.
    places: Vec<Vec<Place>>,
    /// For each position, the triangles that have an exact point there.
    triangles: Vec<Vec<u32>>,
    /// For each edge of the mesh, with the lesser vertex first, the planes that cross it, and the positions in the file of these
    /// crossings.
    pub(super) crossings: HashMap<[u32; 2], Vec<(u32, [f64; 3])>>,
    /// The triangles of the input that pieces must cover, each with the number of times that it occurs. Of equal triangles,
    /// the first is listed.
    pub(super) covered: Vec<(u32, i32)>,
}

impl Candidates {
    pub(super) fn of(exact: &Exact<'_>, whole: &Whole) -> Self {
        let mut own = Self {
            numbers: HashMap::new(),
            places: Vec::new(),
            triangles: Vec::new(),
            crossings: HashMap::new(),
            covered: Vec::new(),
        };
        let mut places: HashMap<[u32; 3], usize> = HashMap::new();
        for &triangle in &whole.lacking {
            let corners = exact.input.triangles()[triangle as usize];
            let next = own.covered.len();
            let place = *places.entry(least_first(corners)).or_insert(next);
            if place == next {
                own.covered.push((triangle, 0));
            }
            own.covered[place].1 += 1;
        }
        let mut crossings: HashMap<([u32; 2], u32), u32> = HashMap::new();
        for index in 0..own.covered.len() {
            let triangle = own.covered[index].0;
            own.add_points_of(exact, triangle, Some(triangle), &mut crossings);
        }
        for sides in &exact.sides {
            for (vertex, _) in (0..).zip(sides).filter(|(_, side)| **side == Side::On) {
                let position = &exact.input.positions()[vertex as usize];
                own.add(exact, position, Place::Vertex(vertex), None);
            }
        }
        own.complete(exact, whole, &mut crossings);
        own
    }

    /// Adds exact points at positions of other triangles of the parts that lack them: points where three
    /// planes meet, and then the points of triangles that the parts have as a whole, although a plane crosses them.
    fn complete(
        &mut self,
        exact: &Exact<'_>,
        whole: &Whole,
        crossings: &mut HashMap<([u32; 2], u32), u32>,
    ) {
        let mut unknown: Vec<[f64; 3]> = Vec::new();
        for (part, others) in exact.parts.iter().zip(&whole.others) {
            let mesh = part.mesh();
            let corners = others
                .iter()
                .flat_map(|&index| mesh.triangles()[index as usize]);
            let positions = corners.map(|vertex| mesh.positions()[vertex as usize]);
            unknown.extend(positions.filter(|there| self.places(there).is_empty()));
        }
        unknown.sort_unstable_by_key(key);
        unknown.dedup_by_key(|there| key(there));
        for there in &unknown {
            if let Some((place, position)) = exact.meeting(there) {
                self.add(exact, &position, place, None);
            }
        }
        if unknown.iter().all(|there| !self.places(there).is_empty()) {
            return;
        }
        for triangle in 0..exact.input.triangles().len() as u32 {
            let mut planes = 0..exact.planes.len() as u32;
            if planes.any(|plane| exact.reach(triangle, plane) == [true; 2]) {
                self.add_points_of(exact, triangle, None, crossings);
            }
        }
    }

    /// Adds the exact points of a triangle: its corners, and the points where planes meet its edges and itself. `covered` is the
    /// triangle if pieces must cover it.
    fn add_points_of(
        &mut self,
        exact: &Exact<'_>,
        triangle: u32,
        covered: Option<u32>,
        crossings: &mut HashMap<([u32; 2], u32), u32>,
    ) {
        let positions = exact.input.positions();
        let corners = exact.input.triangles()[triangle as usize];
        for vertex in corners {
            let position = &positions[vertex as usize];
            self.add(exact, position, Place::Vertex(vertex), covered);
        }
        let planes = 0..exact.planes.len() as u32;
        let planes = planes.filter(|&plane| exact.reach(triangle, plane) == [true; 2]);
        let planes: Vec<u32> = planes.collect();
        for &plane in &planes {
            let side = |vertex: u32| exact.sides[plane as usize][vertex as usize];
            for corner in 0..3 {
                let (a, b) = (corners[corner], corners[(corner + 1) % 3]);
                let ends = match [side(a), side(b)] {
                    [Side::Back, Side::Front] => [a, b],
                    [Side::Front, Side::Back] => [b, a],
                    _ => continue,
                };
                if let Some(&number) = crossings.get(&(ends, plane)) {
                    self.add_triangle(number, covered);
                    continue;
                }
                let [low, high] = ends.each(|end| &positions[end as usize]);
                let position = crossing(&exact.planes[plane as usize], low, high);
                let place = Place::Edge { ends, plane };
                let number = self.add(exact, &position, place, covered);
                crossings.insert((ends, plane), number);
                let on_edge = self.crossings.entry([a.min(b), a.max(b)]).or_default();
                on_edge.push((plane, exact.place(&position)));
            }
        }
        let space = exact.space();
        for (place, &first) in planes.iter().enumerate() {
            for &second in &planes[place + 1..] {
                let signs = space.weight_signs(corners, [first, second]);
                if signs[0] != Side::On && signs == [signs[0]; 3] {
                    let place = space.face(corners, [first, second]);
                    let position = space.position(&place);
                    self.add(exact, &position, place, covered);
                }
            }
        }
    }

    fn add(
        &mut self,
        exact: &Exact<'_>,
        position: &[f64; 3],
        place: Place,
        triangle: Option<u32>,
    ) -> u32 {
        let number = self.number(&exact.place(position));
        let places = &mut self.places[number as usize];
        if !places.contains(&place) {
            places.push(place);
        }
        self.add_triangle(number, triangle);
        number
    }

    fn add_triangle(&mut self, number: u32, triangle: Option<u32>) {
        let triangles = &mut self.triangles[number as usize];
        if triangles.last() != triangle.as_ref() {
            triangles.extend(triangle);
        }
    }

    fn number(&mut self, there: &[f64; 3]) -> u32 {
        let next = self.places.len() as u32;
        let number = *self.numbers.entry(key(there)).or_insert(next);
        if number == next {
            self.places.push(Vec::new());
            self.triangles.push(Vec::new());
        }
        number
    }

    /// Returns the exact points at a position of a file.
    pub(super) fn places(&self, there: &[f64; 3]) -> &[Place] {
        let number = self.numbers.get(&key(there));
        number.map_or(&[], |&number| &self.places[number as usize])
    }

    /// Returns the covered triangles that have exact points at all three positions.
    pub(super) fn triangles_with(&self, corners: &[[f64; 3]; 3]) -> Vec<u32> {
        let lists = corners.each_ref().each(|corner| {
            let number = self.numbers.get(&key(corner));
            number.map_or(&[][..], |&number| &self.triangles[number as usize])
        });
        let [first, rest @ ..] = &lists;
        let is_common = |triangle: &&u32| rest.iter().all(|list| list.contains(triangle));
        first.iter().filter(is_common).copied().collect()
    }
}

/// Returns `true` if an exact point belongs to a triangle with these corners.
pub(super) fn is_of(place: &Place, corners: &[u32; 3]) -> bool {
    match place {
        Place::Vertex(vertex) => corners.contains(vertex),
        Place::Edge { ends, .. } => ends.iter().all(|end| corners.contains(end)),
        Place::Face { corners: own, .. } => own == corners,
        Place::Meeting(_) | Place::Rounded(_) => false,
    }
}
