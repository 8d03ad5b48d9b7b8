//! Damages the halves of a cut on purpose before they are certified and written. Only tests do this (feature
//! `sabotage`). The caps of a half are its triangles on the plane.
//!
//! The environment variable `TRANSECT_SABOTAGE` names the kind of damage, such as `shifted_cap`.

use std::collections::{BTreeMap, BTreeSet};

use transect::vector::{cross, length, sub};
use transect_mesh::scene::spoil_halves;
use transect_mesh::{CAP, Mesh, RawMesh};

/// Makes this process damage all halves, if the environment variable is set.
pub(crate) fn obey() {
    let Ok(name) = std::env::var("TRANSECT_SABOTAGE") else {
        return;
    };
    let spoil = by_name(&name).unwrap_or_else(|| panic!("no sabotage is called {name:?}"));
    spoil_halves(Box::new(move |meshes: [&mut Mesh; 2]| {
        let before = meshes.each_ref().map(|mesh| Half::of(mesh));
        let mut halves = before.clone();
        spoil(&mut halves);
        // A half that is not damaged is not replaced, so its vertices keep their order.
        for ((mesh, half), before) in meshes.into_iter().zip(halves).zip(before) {
            if half != before {
                *mesh = half.into_mesh();
            }
        }
    }));
}

type Sabotage = fn(&mut [Half; 2]);

fn by_name(name: &str) -> Option<Sabotage> {
    Some(match name {
        "flipped" => |[front, _]| front.flip(front.first_of_surface()),
        "dropped" => |[front, _]| front.remove(front.first_of_surface()),
        "doubled" => |[front, _]| front.repeat(front.first_of_surface()),
        "moved" => moved,
        "folded_cap" => folded_cap,
        "shifted_cap" => shifted_cap,
        "loop_left_out" => loop_left_out,
        "inner_shell" => inner_shell,
        "crossing_off" => crossing_off,
        "residual" => residual,
        "exchanged" => |[front, back]| std::mem::swap(front, back),
        "wrong_half" => wrong_half,
        "divided" => |[front, _]| front.divide(front.first_of_surface()),
        "seam" => |[_, back]| back.divide_edge(back.first_of_surface()),
        "fin" => |[_, back]| back.add_fin(),
        "other_cap" => |[_, back]| back.fill_caps_differently(),
        "cap_mark" => |[front, _]| {
            let cap = front.caps().next().expect("a cap");
            front.parts[cap] = 0;
        },
        _ => return None,
    })
}

/// A half as lists of vertices and triangles, without attributes.
#[derive(Clone, PartialEq)]
struct Half {
    positions: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
    parts: Vec<u32>,
}

impl Half {
    fn of(mesh: &Mesh) -> Self {
        let count = mesh.triangles().len();
        Self {
            positions: mesh.positions().to_vec(),
            triangles: mesh.triangles().to_vec(),
            parts: (0..count).map(|triangle| mesh.part(triangle)).collect(),
        }
    }

    fn into_mesh(self) -> Mesh {
        Mesh::new(RawMesh {
            positions: self.positions,
            triangles: self.triangles,
            parts: self.parts,
            ..RawMesh::default()
        })
        .expect("a mesh")
    }

    fn caps(&self) -> impl Iterator<Item = usize> {
        (0..self.parts.len()).filter(|&triangle| self.parts[triangle] == CAP)
    }

    fn first_of_surface(&self) -> usize {
        let mut all = self.parts.iter();
        all.position(|&part| part != CAP).expect("surface")
    }

    fn flip(&mut self, triangle: usize) {
        self.triangles[triangle].swap(1, 2);
    }

    fn remove(&mut self, triangle: usize) {
        self.triangles.remove(triangle);
        self.parts.remove(triangle);
    }

    fn repeat(&mut self, triangle: usize) {
        self.push(self.triangles[triangle], self.parts[triangle]);
    }

    fn push(&mut self, triangle: [u32; 3], part: u32) {
        self.triangles.push(triangle);
        self.parts.push(part);
    }

    fn add_position(&mut self, position: [f64; 3]) -> u32 {
        self.positions.push(position);
        self.positions.len() as u32 - 1
    }

    /// Divides a triangle into three by a new vertex inside it. The mesh stays closed, and its area and volume stay the
    /// same.
    fn divide(&mut self, triangle: usize) {
        let [a, b, c] = self.triangles[triangle];
        let corners = [a, b, c].map(|vertex| self.positions[vertex as usize]);
        // The weights are powers of two. So if the coordinates are small whole numbers, the new vertex is exactly in
        // the plane of the triangle.
        let inside = std::array::from_fn(|axis| {
            0.5 * corners[0][axis] + 0.25 * corners[1][axis] + 0.25 * corners[2][axis]
        });
        let inside = self.add_position(inside);
        self.triangles[triangle] = [a, b, inside];
        self.push([b, c, inside], self.parts[triangle]);
        self.push([c, a, inside], self.parts[triangle]);
    }

    /// Divides a triangle in two by a new vertex in the middle of an edge. The neighbour at this edge is not divided,
    /// so the mesh is open there. Its area and volume stay the same.
    fn divide_edge(&mut self, triangle: usize) {
        let [a, b, c] = self.triangles[triangle];
        let [from, to] = [a, b].map(|vertex| self.positions[vertex as usize]);
        let middle = std::array::from_fn(|axis| 0.5 * from[axis] + 0.5 * to[axis]);
        let middle = self.add_position(middle);
        self.triangles[triangle] = [a, middle, c];
        self.push([middle, b, c], self.parts[triangle]);
    }

    /// Adds two triangles on the same three vertices with opposite orientation. They enclose no volume.
    fn add_fin(&mut self) {
        let [a, b, c] = self.triangles[self.first_of_surface()];
        let fin = [a, b, c].map(|vertex| self.positions[vertex as usize]);
        let [a, b, c] = fin.map(|corner| self.add_position(corner.map(|c| c + 16.0)));
        self.push([a, b, c], 0);
        self.push([a, c, b], 0);
    }

    /// Fills the boundary of the caps with another fan: triangles that share one vertex of the boundary, the apex. The
    /// boundary must be a single convex loop.
    fn fill_caps_differently(&mut self) {
        let caps: Vec<usize> = self.caps().collect();
        let corners: Vec<u32> = caps.iter().flat_map(|&cap| self.triangles[cap]).collect();
        let is_alone = |vertex: &&u32| corners.iter().filter(|other| other == vertex).count() == 1;
        // If the present triangles are a fan, all of them have its apex as a corner. A vertex that belongs to only one
        // of them is not this apex, and becomes the apex of the new fan.
        let apex = *corners.iter().find(is_alone).expect("an ear");
        let fan = self.fan(self.positions[apex as usize]);
        assert_eq!(fan.len(), caps.len(), "caps that fill one loop");
        for (cap, triangle) in caps.into_iter().zip(fan) {
            self.triangles[cap] = triangle;
        }
    }

    /// Moves the listed triangles by a vector. Their corners become new vertices, so neighbouring triangles do not
    /// move.
    fn shift(&mut self, triangles: &[usize], by: [f64; 3]) {
        let mut moved: BTreeMap<u32, u32> = BTreeMap::new();
        for &triangle in triangles {
            let corners = self.triangles[triangle];
            self.triangles[triangle] = corners.map(|vertex| {
                let position = self.positions[vertex as usize];
                let place = std::array::from_fn(|axis| position[axis] + by[axis]);
                *moved
                    .entry(vertex)
                    .or_insert_with(|| self.add_position(place))
            });
        }
    }

    fn vertices(&self, triangles: impl Iterator<Item = usize>) -> BTreeSet<u32> {
        triangles.flat_map(|t| self.triangles[t]).collect()
    }

    /// Groups the triangles that are connected by shared vertices.
    fn connected(&self, triangles: impl Iterator<Item = usize>) -> Vec<Vec<usize>> {
        let mut groups: Vec<(BTreeSet<u32>, Vec<usize>)> = Vec::new();
        for triangle in triangles {
            let mut own = (BTreeSet::from(self.triangles[triangle]), vec![triangle]);
            groups.retain(|(vertices, members)| {
                let apart = vertices.is_disjoint(&own.0);
                if !apart {
                    own.0.extend(vertices);
                    own.1.extend(members);
                }
                apart
            });
            groups.push(own);
        }
        groups.into_iter().map(|(_, members)| members).collect()
    }

    /// Returns the vertices of the boundary of the caps, in order. The boundary must be a single loop.
    fn outline(&self) -> Vec<u32> {
        let mut edges: BTreeSet<[u32; 2]> = BTreeSet::new();
        for triangle in self.caps() {
            let [a, b, c] = self.triangles[triangle];
            for [from, to] in [[a, b], [b, c], [c, a]] {
                if !edges.remove(&[to, from]) {
                    edges.insert([from, to]);
                }
            }
        }
        let next: BTreeMap<u32, u32> = edges.into_iter().map(|[from, to]| (from, to)).collect();
        let start = *next.keys().next().expect("a cap");
        let mut outline = vec![start];
        while outline.len() < next.len() {
            outline.push(next[&outline[outline.len() - 1]]);
        }
        outline
    }

    /// Returns triangles that fill the boundary of the caps as a fan: all of them share the boundary vertex at position
    /// `apex`.
    fn fan(&self, apex: [f64; 3]) -> Vec<[u32; 3]> {
        let mut outline = self.outline();
        let is_apex = |vertex: &u32| self.positions[*vertex as usize] == apex;
        let start = outline.iter().position(is_apex).expect("the same outline");
        outline.rotate_left(start);
        let pairs = outline[1..].windows(2);
        pairs.map(|pair| [outline[0], pair[0], pair[1]]).collect()
    }

    fn area(&self, triangles: &[[u32; 3]]) -> f64 {
        let area = |triangle: &[u32; 3]| {
            let [a, b, c] = triangle.map(|vertex| self.positions[vertex as usize]);
            0.5 * length(&cross(&sub(&b, &a), &sub(&c, &a)))
        };
        triangles.iter().map(area).sum()
    }
}

/// Moves a triangle of the front half by a quarter of one of its edges.
fn moved([front, _]: &mut [Half; 2]) {
    let triangle = front.first_of_surface();
    let [a, b, _] = front.triangles[triangle].map(|vertex| front.positions[vertex as usize]);
    front.shift(&[triangle], sub(&b, &a).map(|c| 0.25 * c));
}

/// Replaces the caps of both halves by a fan over their boundary. Its apex is the boundary vertex whose fan has the
/// largest area.
fn folded_cap(halves: &mut [Half; 2]) {
    let front = &halves[0];
    let outline = front.outline().into_iter();
    let apexes = outline.map(|vertex| front.positions[vertex as usize]);
    let area = |apex: &[f64; 3]| front.area(&front.fan(*apex));
    let apex = apexes.max_by(|a, b| area(a).total_cmp(&area(b)));
    let apex = apex.expect("an outline");
    for half in halves {
        let fan = half.fan(apex);
        let caps: Vec<usize> = half.caps().collect();
        for cap in caps.into_iter().rev() {
            half.remove(cap);
        }
        for triangle in fan {
            half.push(triangle, CAP);
        }
    }
}

/// Moves the caps of the front half within the plane, by a quarter of an edge.
fn shifted_cap([front, _]: &mut [Half; 2]) {
    let caps: Vec<usize> = front.caps().collect();
    let [a, b, _] = front.triangles[caps[0]].map(|vertex| front.positions[vertex as usize]);
    front.shift(&caps, sub(&b, &a).map(|c| 0.25 * c));
}

/// Removes one connected cap from each half: the cap with the least vertex. Vertices are compared by x, then y, then z.
fn loop_left_out(halves: &mut [Half; 2]) {
    for half in halves {
        let least = |group: &Vec<usize>| {
            let vertices = half.vertices(group.iter().copied());
            let places = vertices.iter().map(|&v| half.positions[v as usize]);
            places.min_by(|a, b| a.partial_cmp(b).expect("numbers"))
        };
        let groups = half.connected(half.caps()).into_iter();
        let group = groups.min_by(|a, b| least(a).partial_cmp(&least(b)).expect("numbers"));
        let mut group = group.expect("a cap");
        group.sort_unstable();
        for triangle in group.into_iter().rev() {
            half.remove(triangle);
        }
    }
}

/// Flips all triangles of one shell (a connected surface) that the plane does not cut.
fn inner_shell(halves: &mut [Half; 2]) {
    for half in halves {
        let is_whole = |group: &Vec<usize>| group.iter().all(|&t| half.parts[t] != CAP);
        let mut groups = half.connected(0..half.triangles.len()).into_iter();
        if let Some(shell) = groups.find(is_whole) {
            for triangle in shell {
                half.flip(triangle);
            }
            return;
        }
    }
    panic!("there is no shell without a cap");
}

/// Moves one vertex on the plane, in both halves. Its coordinate of largest magnitude increases by two float steps, in
/// the precision of the output.
fn crossing_off(halves: &mut [Half; 2]) {
    let first = &halves[0];
    let mut places = first.positions.as_flattened().iter();
    let is_single = places.all(|&c| f64::from(c as f32) == c);
    let up = |c: f64| {
        if is_single {
            f64::from((c as f32).next_up().next_up())
        } else {
            c.next_up().next_up()
        }
    };
    // A vertex that both halves have lies on the plane.
    let behind = &halves[1].positions;
    let mut common = first
        .positions
        .iter()
        .filter(|place| behind.contains(place));
    let from = *common.next().expect("a crossing");
    let axis = (0..3).max_by(|&a, &b| from[a].abs().total_cmp(&from[b].abs()));
    let axis = axis.expect("three axes");
    for half in halves {
        for position in half.positions.iter_mut().filter(|p| **p == from) {
            position[axis] = up(position[axis]);
        }
    }
}

/// Adds to the front half a tetrahedron that is not in the input. The halves stay closed, but their volumes no longer
/// add up to the volume of the input.
fn residual([front, _]: &mut [Half; 2]) {
    let caps = front.vertices(front.caps());
    let all = 0..front.positions.len() as u32;
    let off: Vec<u32> = all.filter(|vertex| !caps.contains(vertex)).collect();
    let mut middle = [0.0; 3];
    for (axis, coordinate) in middle.iter_mut().enumerate() {
        let places = off
            .iter()
            .map(|&vertex| front.positions[vertex as usize][axis]);
        // A multiple of 1/64 is exact in f32 unless the model is very large.
        *coordinate = (places.sum::<f64>() / off.len() as f64 * 64.0).round() / 64.0;
    }
    let corners = [
        [0.0; 3],
        [0.25, 0.0, 0.0],
        [0.0, 0.25, 0.0],
        [0.0, 0.0, 0.25],
    ];
    let [a, b, c, d] = corners.map(|corner: [f64; 3]| {
        front.add_position(std::array::from_fn(|axis| middle[axis] + corner[axis]))
    });
    for triangle in [[a, c, b], [a, b, d], [b, c, d], [a, d, c]] {
        front.push(triangle, 0);
    }
}

/// Moves a triangle that does not touch the plane from the front half to the back half.
fn wrong_half([front, back]: &mut [Half; 2]) {
    let caps = front.vertices(front.caps());
    let is_off = |&triangle: &usize| {
        let corners = front.triangles[triangle];
        corners.iter().all(|vertex| !caps.contains(vertex))
    };
    let triangle = (0..front.triangles.len()).find(is_off);
    let triangle = triangle.expect("a triangle off the plane");
    let corners = front.triangles[triangle].map(|vertex| front.positions[vertex as usize]);
    let corners = corners.map(|corner| back.add_position(corner));
    back.push(corners, 0);
    front.remove(triangle);
}
