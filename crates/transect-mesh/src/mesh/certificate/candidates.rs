//! The exact points at which the vertices of pieces and cut faces may lie.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::{HashMap, HashSet};
use transect_exact::Side;
use transect_exact::arrays::Few as _;
use transect_exact::crossing::crossing;
use transect_exact::vector::{dominant_axis, sub};

use crate::mesh::certificate::exact::{Exact, NONE};
use crate::mesh::certificate::lists::Lists;
use crate::mesh::certificate::whole::Whole;
use crate::mesh::exact_place::Place;
use crate::mesh::triple::least_first;
use crate::mesh::weld::{Key, key};

/// The exact points, by the positions at which files have them. Each such position has a number.
pub(super) struct Candidates {
    /// For each kind of coordinates, the numbers of its positions.
    numbers: Vec<HashMap<Key, u32>>,
    /// For each number, the number with which it was united, or itself. Empty if no numbers were united.
    united: Vec<u32>,
    /// For each position, its exact points.
    places: Lists<Place>,
    /// For each position, the covered triangles that have an exact point there, by their indices.
    triangles: Lists<u32>,
    /// For each part, the numbers of the positions of its vertices, or [`NONE`] for vertices of whole triangles only.
    vertices: Vec<Vec<u32>>,
    /// For each vertex of the input, the number of its position, or [`NONE`] if it lies in no plane and on no covered triangle.
    corners: Vec<u32>,
    /// For each edge of such triangles, with the lesser vertex first, its index.
    edges: HashMap<[u32; 2], u32>,
    /// For each edge, its crossings with planes, in their order from the lesser vertex to the greater one.
    crossings: Vec<Vec<Crossing>>,
    /// The triangles of the input that pieces must cover, each with the number of times that it occurs. Of equal triangles,
    /// the first is listed.
    pub(super) covered: Vec<(u32, i32)>,
    /// For each covered triangle, the indices of its edges.
    edges_of: Vec<[u32; 3]>,
}

/// Returns the triangles that the parts have as a whole, and the exact points of the others. A triangle that planes cross, and
/// that a part seems to have as a whole, may be divided all the same: rounding made one of its pieces equal to it. Then the part
/// has other points of this triangle, too.
pub(super) fn matched(exact: &Exact<'_>, are_labels_right: bool) -> (Whole, Candidates) {
    let mut divided: HashSet<u32> = HashSet::new();
    loop {
        let whole = Whole::of(exact, are_labels_right, &divided);
        let (candidates, more) = Candidates::of(exact, &whole);
        let known = divided.len();
        divided.extend(more);
        if divided.len() == known {
            return (whole, candidates);
        }
    }
}

/// The point where a plane crosses an edge.
#[derive(Clone, Copy)]
struct Crossing {
    plane: u32,
    /// The number of the position in the file.
    number: u32,
    /// The position; each coordinate is the nearest float.
    position: [f64; 3],
}

impl Candidates {
    /// Returns the exact points, and those triangles of the input that are not covered and have points at positions which no
    /// covered triangle explains.
    fn of(exact: &Exact<'_>, whole: &Whole) -> (Self, Vec<u32>) {
        let mut own = Self {
            // Without parts there are no codings, but the points of the input get numbers all the same.
            numbers: vec![HashMap::new(); exact.codings.len().max(1)],
            united: Vec::new(),
            places: Lists::default(),
            triangles: Lists::default(),
            vertices: Vec::new(),
            corners: vec![NONE; exact.input.positions().len()],
            edges: HashMap::new(),
            crossings: Vec::new(),
            covered: Vec::new(),
            edges_of: Vec::new(),
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
        for index in 0..own.covered.len() {
            let triangle = own.covered[index].0;
            let edges = own.add_points_of(exact, triangle, Some(index as u32));
            own.edges_of.push(edges);
        }
        // Cut faces may end at vertices in planes, also where no triangle is divided.
        for codes in &exact.codes {
            for (vertex, _) in (0..).zip(codes).filter(|(_, code)| **code % 2 == 1) {
                own.add_vertex(exact, vertex, None);
            }
        }
        own.number_vertices(exact, whole);
        // Three planes may meet in very many points. Only those at positions of the parts are wanted, so these are
        // numbered before.
        own.add_meetings(exact);
        let others = own.add_points_of_crossed(exact);
        own.settle();
        (own, others)
    }

    /// Numbers the positions of the vertices of those triangles that are not whole triangles of the input.
    fn number_vertices(&mut self, exact: &Exact<'_>, whole: &Whole) {
        for ((part, others), &coding) in exact.parts.iter().zip(&whole.others).zip(&exact.coding_of)
        {
            let mesh = part.mesh();
            let mut numbers = vec![NONE; mesh.positions().len()];
            for &index in others {
                for vertex in mesh.triangles()[index as usize] {
                    let number = &mut numbers[vertex as usize];
                    if *number == NONE {
                        *number = self.number(coding, &mesh.positions()[vertex as usize]);
                    }
                }
            }
            self.vertices.push(numbers);
        }
    }

    /// Adds the points where three planes meet at positions of triangles of the parts.
    fn add_meetings(&mut self, exact: &Exact<'_>) {
        if !exact.may_have_meetings() {
            return;
        }
        let mut seen: HashSet<u32> = HashSet::new();
        for part in 0..exact.parts.len() {
            for vertex in 0..self.vertices[part].len() {
                let number = self.vertices[part][vertex];
                if number != NONE && seen.insert(number) {
                    let there = &exact.parts[part].mesh().positions()[vertex];
                    for (place, position) in exact.meetings(part, there) {
                        self.add(exact, &position, place, None);
                    }
                }
            }
        }
    }

    /// If positions of triangles of the parts have no exact point, adds the points of triangles that the parts have as a whole,
    /// although a plane crosses them. Returns those of these triangles that have points at such positions.
    fn add_points_of_crossed(&mut self, exact: &Exact<'_>) -> Vec<u32> {
        let parts = 0..exact.parts.len();
        let strangers = parts.flat_map(|part| self.strangers(exact, part));
        let strangers: HashSet<u32> = strangers.map(|(number, _)| number).collect();
        if strangers.is_empty() {
            return Vec::new();
        }
        let triangles = 0..exact.input.triangles().len() as u32;
        let is_crossed = |triangle: &u32| {
            let mut groups = 0..exact.codes.len();
            groups.any(|group| !exact.crossed(*triangle, group).is_empty())
        };
        let crossed: Vec<u32> = triangles.filter(is_crossed).collect();
        for &triangle in &crossed {
            self.add_points_of(exact, triangle, None);
        }
        let numbers = strangers.iter().map(|number| self.root(*number));
        let places = numbers.flat_map(|number| self.places.of(number));
        let owners: HashSet<Owner> = places.filter_map(Owner::of).collect();
        let is_owner = |triangle: &u32| {
            let corners = exact.input.triangles()[*triangle as usize];
            Owner::all(corners).iter().any(|own| owners.contains(own))
        };
        crossed.into_iter().filter(is_owner).collect()
    }

    /// Adds the exact points of a triangle: its corners, and the points where planes meet its edges and itself. `covered` is its
    /// index if pieces must cover it. Returns the indices of the edges.
    fn add_points_of(
        &mut self,
        exact: &Exact<'_>,
        triangle: u32,
        covered: Option<u32>,
    ) -> [u32; 3] {
        let corners = exact.input.triangles()[triangle as usize];
        for vertex in corners {
            self.add_vertex(exact, vertex, covered);
        }
        let edges = [0, 1, 2].each(|corner: usize| {
            let ends = [corners[corner], corners[(corner + 1) % 3]];
            self.add_edge(exact, ends, covered)
        });
        // Parallel planes do not meet.
        let space = exact.space();
        for group in 0..exact.codes.len() {
            for other in group + 1..exact.codes.len() {
                for &first in exact.crossed(triangle, group) {
                    for &second in exact.crossed(triangle, other) {
                        let signs = space.weight_signs(corners, [first, second]);
                        // Strictly inside: on the border, the point is a crossing of an edge, or a vertex.
                        if signs[0] != Side::On && signs == [signs[0]; 3] {
                            let place = space.face(corners, [first, second]);
                            let position = space.position(&place);
                            self.add(exact, &position, place, covered);
                        }
                    }
                }
            }
        }
        edges
    }

    fn add_vertex(&mut self, exact: &Exact<'_>, vertex: u32, covered: Option<u32>) {
        let number = self.corners[vertex as usize];
        if number != NONE {
            return self.add_triangle(self.root(number), covered);
        }
        let position = &exact.input.positions()[vertex as usize];
        let number = self.add(exact, position, Place::Vertex(vertex), covered);
        self.corners[vertex as usize] = number;
    }

    /// Adds the points where planes cross an edge. Returns the index of the edge.
    fn add_edge(&mut self, exact: &Exact<'_>, [a, b]: [u32; 2], covered: Option<u32>) -> u32 {
        let edge = [a.min(b), a.max(b)];
        let next = self.crossings.len() as u32;
        let index = *self.edges.entry(edge).or_insert(next);
        if index == next {
            let crossings = self.crossings_of(exact, edge);
            self.crossings.push(crossings);
        }
        for place in 0..self.crossings[index as usize].len() {
            let number = self.crossings[index as usize][place].number;
            self.add_triangle(self.root(number), covered);
        }
        index
    }

    /// Returns the crossings of an edge, in their order from the lesser vertex to the greater one.
    fn crossings_of(&mut self, exact: &Exact<'_>, [a, b]: [u32; 2]) -> Vec<Crossing> {
        let space = exact.space();
        let ends_at = |plane: u32| match exact.side_of_vertex(a, plane) {
            Side::Back => [a, b],
            _ => [b, a],
        };
        let mut crossings = Vec::new();
        for group in 0..exact.codes.len() {
            for &plane in exact.crossed_by_edge([a, b], group) {
                let ends = ends_at(plane);
                let [low, high] = ends.each(|end| &space.positions[end as usize]);
                let position = crossing(&exact.planes[plane as usize], low, high);
                let number = self.add(exact, &position, Place::Edge { ends, plane }, None);
                crossings.push(Crossing {
                    plane,
                    number,
                    position,
                });
            }
        }
        if crossings.len() > 1 {
            let way = sub(&space.positions[b as usize], &space.positions[a as usize]);
            let axis = dominant_axis(&way);
            crossings.sort_by(|one, other| {
                // Rounding to the nearest float keeps the order.
                let near = one.position[axis].partial_cmp(&other.position[axis]);
                let order = near.filter(|order| order.is_ne()).unwrap_or_else(|| {
                    let places = [one, other].each(|own| Place::Edge {
                        ends: ends_at(own.plane),
                        plane: own.plane,
                    });
                    space.order(places.each_ref(), axis)
                });
                if way[axis] > 0.0 {
                    order
                } else {
                    order.reverse()
                }
            });
        }
        crossings
    }

    fn add(
        &mut self,
        exact: &Exact<'_>,
        position: &[f64; 3],
        place: Place,
        covered: Option<u32>,
    ) -> u32 {
        let number = self.number_of(exact, position);
        if self.places.of(number).all(|known| *known != place) {
            self.places.push(number, place);
        }
        self.add_triangle(number, covered);
        number
    }

    fn add_triangle(&mut self, number: u32, covered: Option<u32>) {
        // A triangle adds its points in a row, so if it is listed, it is the last.
        if let Some(index) = covered.filter(|index| self.triangles.last(number) != Some(index)) {
            self.triangles.push(number, index);
        }
    }

    /// Returns the number of a position of the input: one number for its positions in all kinds of coordinates.
    fn number_of(&mut self, exact: &Exact<'_>, position: &[f64; 3]) -> u32 {
        let Some((first, others)) = exact.codings.split_first() else {
            return self.number(0, position);
        };
        let number = self.number(0, &first.place(position));
        for (coding, written) in (1..).zip(others) {
            let other = self.number(coding, &written.place(position));
            self.unite(number, other);
        }
        self.root(number)
    }

    /// Returns the number of a position in one kind of coordinates.
    fn number(&mut self, coding: usize, there: &[f64; 3]) -> u32 {
        let next = self.places.count();
        let number = *self.numbers[coding].entry(key(there)).or_insert(next);
        if number == next {
            self.places.add_list();
            self.triangles.add_list();
        }
        self.root(number)
    }

    /// Returns the number that stands for a number and all that were united with it.
    fn root(&self, mut number: u32) -> u32 {
        // Paths are short: a number is united with those of other codings, and with those of misplaced vertices.
        while let Some(&above) = self.united.get(number as usize)
            && above != number
        {
            number = above;
        }
        number
    }

    /// Makes two numbers one: exact points of the one are points of the other.
    pub(super) fn unite(&mut self, one: u32, other: u32) {
        let [one, other] = [one, other].each(|number| self.root(number));
        if one != other {
            self.united
                .extend(self.united.len() as u32..self.places.count());
            let (low, high) = (one.min(other), one.max(other));
            self.united[high as usize] = low;
            self.places.append(low, high);
            self.triangles.append(low, high);
        }
    }

    /// Replaces united numbers by those that stand for them.
    pub(super) fn settle(&mut self) {
        if self.united.is_empty() {
            return;
        }
        let mut vertices = core::mem::take(&mut self.vertices);
        let mut corners = core::mem::take(&mut self.corners);
        let all = vertices.iter_mut().flatten().chain(&mut corners);
        all.filter(|number| **number != NONE)
            .for_each(|number| *number = self.root(*number));
        let mut crossings = core::mem::take(&mut self.crossings);
        for crossing in crossings.iter_mut().flatten() {
            crossing.number = self.root(crossing.number);
        }
        (self.vertices, self.corners, self.crossings) = (vertices, corners, crossings);
    }

    /// Returns the positions of a part's vertices at which no exact point lies, with their numbers. Only vertices of triangles
    /// that are not whole triangles of the input are returned.
    pub(super) fn strangers<'s>(
        &'s self,
        exact: &'s Exact<'_>,
        part: usize,
    ) -> impl Iterator<Item = (u32, &'s [f64; 3])> {
        let positions = exact.parts[part].mesh().positions();
        let known = self.vertices[part].iter().copied().zip(positions);
        known.filter(|(number, _)| *number != NONE && self.places.is_empty(self.root(*number)))
    }

    /// Returns the numbers of the positions of a triangle's corners, if it is not a whole triangle of the input.
    pub(super) fn corners_of(&self, part: usize, triangle: [u32; 3]) -> [u32; 3] {
        triangle.each(|vertex| self.vertices[part][vertex as usize])
    }

    /// Returns the exact points at a position of a file.
    pub(super) fn places(&self, number: u32) -> impl Iterator<Item = &Place> + Clone {
        self.places.of(number)
    }

    /// Returns `true` if an exact point at a position of a file lies in a plane.
    pub(super) fn have_place_on(&self, exact: &Exact<'_>, number: u32, plane: u32) -> bool {
        let mut places = self.places(number);
        places.any(|place| exact.side(place, plane) == Side::On)
    }

    /// Returns the covered triangles, by their indices, that have exact points at all these positions.
    pub(super) fn triangles_with<'s>(
        &'s self,
        exact: &'s Exact<'_>,
        numbers: &'s [u32],
    ) -> impl Iterator<Item = u32> + use<'s> {
        self.triangles
            .of(numbers[0])
            .copied()
            .filter(move |&index| {
                let (triangle, _) = self.covered[index as usize];
                let corners = &exact.input.triangles()[triangle as usize];
                let mut rest = numbers[1..].iter();
                rest.all(|&number| self.places.of(number).any(|place| is_of(place, corners)))
            })
    }

    /// Returns the number of a position in one kind of coordinates, if it has one.
    pub(super) fn known_number(&self, coding: usize, there: &[f64; 3]) -> Option<u32> {
        let number = self.numbers[coding].get(&key(there))?;
        Some(self.root(*number))
    }

    /// Returns the numbers of the positions at which covered triangles have exact points.
    pub(super) fn numbers_of_covered(&self) -> impl Iterator<Item = u32> {
        let all = 0..self.places.count();
        all.filter(|&number| !self.triangles.is_empty(number))
    }

    /// Returns the index of an edge that planes cross.
    pub(super) fn index_of_edge(&self, [a, b]: [u32; 2]) -> Option<u32> {
        self.edges.get(&[a.min(b), a.max(b)]).copied()
    }

    /// Returns the number of the position where the only plane crosses an edge, which is given by its index.
    pub(super) fn number_of_crossing(&self, edge: usize) -> u32 {
        self.crossings[edge]
            .first()
            .map_or(NONE, |crossing| crossing.number)
    }

    /// Returns the directed edges of a part's triangles by the numbers of the positions of their ends, each with the index of its
    /// triangle and its ends as vertices. Edges are left out of which an end has no number.
    pub(super) fn edges_of_part<'s>(
        &'s self,
        exact: &'s Exact<'_>,
        part: usize,
    ) -> impl Iterator<Item = (u32, [u32; 2], [u32; 2])> + 's {
        let mesh = exact.parts[part].mesh();
        // Vertices away from their places are one with others at these places.
        let number = move |vertex: u32| {
            self.known_number(exact.coding_of[part], &mesh.positions()[vertex as usize])
        };
        let triangles = (0_u32..).zip(mesh.triangles());
        triangles.flat_map(move |(index, triangle)| {
            let numbers = triangle.each(number);
            (0..3).filter_map(move |corner: usize| {
                let next = (corner + 1) % 3;
                let edge = [numbers[corner]?, numbers[next]?];
                Some((index, edge, [triangle[corner], triangle[next]]))
            })
        })
    }

    /// Returns the number of the position of a vertex in a plane or of a covered triangle.
    pub(super) fn number_of_vertex(&self, vertex: u32) -> Option<u32> {
        let number = self.corners[vertex as usize];
        (number != NONE).then_some(number)
    }

    /// Returns the numbers of the positions along an edge of a covered triangle: of its ends, and of its crossings with planes.
    /// The triangle is given by its index, and the edge by its ends and its place.
    pub(super) fn along(&self, index: u32, place: usize, [a, b]: [u32; 2]) -> Vec<u32> {
        let edge = self.edges_of[index as usize][place];
        let crossings = &self.crossings[edge as usize];
        let mut along = Vec::with_capacity(2 + crossings.len());
        along.push(self.corners[a as usize]);
        along.extend(crossings.iter().map(|own| own.number));
        if a > b {
            along[1..].reverse();
        }
        along.push(self.corners[b as usize]);
        along
    }
}

/// An edge, with the lesser vertex first, or a triangle that planes cross at an exact point.
#[derive(PartialEq, Eq, Hash)]
enum Owner {
    Edge([u32; 2]),
    Triangle([u32; 3]),
}

impl Owner {
    fn of(place: &Place) -> Option<Self> {
        match place {
            Place::Edge { ends: [a, b], .. } => Some(Self::Edge([*a.min(b), *a.max(b)])),
            Place::Face { corners, .. } => Some(Self::Triangle(*corners)),
            _ => None,
        }
    }

    /// Returns the triangle with these corners and its edges.
    fn all([a, b, c]: [u32; 3]) -> [Self; 4] {
        let edge = |a: u32, b: u32| Self::Edge([a.min(b), a.max(b)]);
        [
            edge(a, b),
            edge(b, c),
            edge(c, a),
            Self::Triangle([a, b, c]),
        ]
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
