//! Sections of real models from `../shared/data`, and of plates with square holes.

use std::collections::HashMap;

use transect::Plane;
use transect_mesh::{Mesh, RawMesh, Section};

use crate::data::files::shared;

/// A section, and its loops in the forms that the engines take.
pub(crate) struct Figure {
    pub(crate) section: Section,
    /// The corners of all loops, one loop after the other.
    pub(crate) corners: Vec<[f64; 2]>,
    /// The polygons: indices of their corners, and the place at which each hole starts.
    pub(crate) polygons: Vec<(Vec<u32>, Vec<usize>)>,
    /// The corners at different places.
    pub(crate) places: Vec<[f64; 2]>,
    /// The edges between `places`.
    pub(crate) edges: Vec<[usize; 2]>,
}

impl Figure {
    fn of(section: Section) -> Self {
        let loops: Vec<Vec<[f64; 2]>> = (0..section.loops.len())
            .map(|index| section.loop_2d(index))
            .collect();
        let firsts: Vec<usize> = loops
            .iter()
            .scan(0, |next, walk| {
                let first = *next;
                *next += walk.len();
                Some(first)
            })
            .collect();
        let corners_of = |index: usize| firsts[index]..firsts[index] + loops[index].len();
        let polygons = section.polygons().into_iter().map(|(outer, holes)| {
            let mut corners: Vec<u32> = corners_of(outer).map(|corner| corner as u32).collect();
            let starts = holes.into_iter().map(|hole| {
                let start = corners.len();
                corners.extend(corners_of(hole).map(|corner| corner as u32));
                start
            });
            let starts = starts.collect();
            (corners, starts)
        });
        let polygons = polygons.collect();
        let mut places: Vec<[f64; 2]> = Vec::new();
        let mut numbers: HashMap<[u64; 2], usize> = HashMap::new();
        let mut edges = Vec::new();
        for walk in &loops {
            let walk = walk.iter().map(|place| {
                let number = numbers.entry(place.map(f64::to_bits));
                *number.or_insert_with(|| {
                    places.push(*place);
                    places.len() - 1
                })
            });
            let walk: Vec<usize> = walk.collect();
            let next = walk.iter().cycle().skip(1);
            edges.extend(walk.iter().zip(next).map(|(&from, &to)| [from, to]));
        }
        Self {
            corners: loops.concat(),
            section,
            polygons,
            places,
            edges,
        }
    }

    /// Returns `true` if the boundary of the triangles is the loops, edge by edge, and if they cover the area of the
    /// section.
    pub(crate) fn is_filled_by(&self, triangles: &[[u32; 3]]) -> bool {
        let mut boundary: HashMap<[[u64; 2]; 2], i32> = HashMap::new();
        let mut add = |[from, to]: [[f64; 2]; 2], times: i32| {
            let [from, to] = [from, to].map(|place| place.map(f64::to_bits));
            if from < to {
                *boundary.entry([from, to]).or_default() += times;
            } else if to < from {
                *boundary.entry([to, from]).or_default() -= times;
            }
        };
        let mut covered = 0.0;
        for triangle in triangles {
            let [a, b, c] = triangle.map(|corner| self.corners[corner as usize]);
            let doubled = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
            covered += 0.5 * doubled.abs();
            // Some engines return clockwise triangles.
            let turn = if doubled < 0.0 { -1 } else { 1 };
            for edge in [[a, b], [b, c], [c, a]] {
                add(edge, turn);
            }
        }
        for edge in &self.edges {
            add(edge.map(|place| self.places[place]), -1);
        }
        let area = self.section.area();
        boundary.values().all(|&times| times == 0) && (covered - area).abs() <= 1e-9 * area.abs()
    }
}

/// The models, with their planes.
const MODELS: [(&str, &str, &str); 5] = [
    ("koala", "koala.obj", "y = 0.1"),
    ("spot", "spot.obj", "y = 0.2"),
    ("gear", "cad_featuretype.stl", "z = 0.5"),
    ("terrain", "terrain_thuringia_solid.ply", "z = 500"),
    ("office", "office_a.glb", "z = 1.2"),
];

/// The plates, with the number of holes along a side.
const GRILLES: [(&str, usize); 5] = [
    ("grille of 9", 3),
    ("grille of 100", 10),
    ("grille of 576", 24),
    ("grille of 1936", 44),
    ("grille of 10000", 100),
];

/// The names of all data.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    let models = MODELS.iter().map(|(name, ..)| *name);
    models.chain(GRILLES.iter().map(|(name, _)| *name))
}

/// Returns the sections of all objects of a model that the plane cuts, or the section of a plate.
pub(crate) fn figures(name: &str) -> Option<Vec<Figure>> {
    if let Some((_, side)) = GRILLES.iter().find(|(grille, _)| *grille == name) {
        let plane: Plane = "z = 0.5".parse().expect("a plane");
        return Some(vec![Figure::of(grille(*side).section(&plane))]);
    }
    let (_, file, plane) = MODELS.iter().find(|(model, ..)| *model == name)?;
    let document = transect_io::read(&[shared(file)?]).expect("a file of the shared data");
    let plane: Plane = plane.parse().expect("a plane");
    let meshes = document.scene.meshes.iter();
    let sections = meshes.map(|object| object.mesh.section(&plane));
    let cut = sections.filter(|section| !section.loops.is_empty());
    Some(cut.map(Figure::of).collect())
}

/// Returns the walls of a plate with `side` × `side` square holes. The diagonals of the walls give each side of a hole a
/// node in the middle.
fn grille(side: usize) -> Mesh {
    let mut raw = RawMesh::default();
    let mut wall = |corners: [[f64; 2]; 4]| {
        let first = raw.positions.len() as u32;
        for [x, y] in corners {
            raw.positions.extend([[x, y, 0.0], [x, y, 1.0]]);
        }
        for corner in 0..4 {
            let [a, b] = [corner, (corner + 1) % 4].map(|corner| first + 2 * corner);
            raw.triangles.extend([[a, b, b + 1], [a, b + 1, a + 1]]);
        }
    };
    let size = (3 * side + 1) as f64;
    wall([[0.0, 0.0], [size, 0.0], [size, size], [0.0, size]]);
    for hole in 0..side * side {
        let [x, y] = [hole / side, hole % side].map(|place| (3 * place + 1) as f64);
        wall([[x, y], [x, y + 2.0], [x + 2.0, y + 2.0], [x + 2.0, y]]);
    }
    Mesh::new(raw).expect("a plate")
}
