//! Infinitely small moves of a closed surface into its own inside.

use alloc::vec::Vec;

use hashbrown::HashMap;
use transect::Aabb;
use transect_exact::arrays::Few as _;
use transect_exact::vector::{add, cross, length, scale, sub, unit};
use transect_exact::{Side, orient3d};

use crate::mesh::bodies::shell::Shell;

/// For each vertex that moves, the point toward which it moves.
pub(super) struct Inward {
    centers: HashMap<u32, [f64; 3]>,
    /// For each triangle of the surface, the points toward which its corners move: a corner that does not move is its own
    /// center.
    pub(super) of_triangles: Vec<[[f64; 3]; 3]>,
}

impl Inward {
    /// Returns a move of the vertices of all triangles near a box, by which each triangle at them moves into the inside of
    /// the surface, or `None` if no direction with this property is found at a vertex.
    ///
    /// Then the moved surface lies inside of the surface, but for points outside of the box. So if it crosses another
    /// surface in the box, this surface has points inside of it on both sides of the other one.
    pub(super) fn of(shell: &Shell<'_>, near: &Aabb) -> Option<Self> {
        let inside = match shell.own_winding() {
            0 => return None,
            1.. => Side::Back,
            _ => Side::Front,
        };
        let triangles = || shell.ids().zip(shell.corners());
        let mut around: HashMap<u32, Vec<[&[f64; 3]; 3]>> = HashMap::new();
        for (ids, _) in triangles().filter(|(_, corners)| meets(corners, near)) {
            for id in ids {
                around.entry(id).or_default();
            }
        }
        for (ids, corners) in triangles() {
            for id in ids {
                if let Some(own) = around.get_mut(&id) {
                    own.push(corners);
                }
            }
        }
        let mut centers = HashMap::new();
        for (ids, corners) in triangles() {
            for (id, corner) in ids.into_iter().zip(corners) {
                if let Some(triangles) = around.remove(&id) {
                    centers.insert(id, center(corner, &triangles, inside)?);
                }
            }
        }
        let of_triangles = triangles().map(|(ids, corners)| {
            [0, 1, 2].each(|place: usize| *centers.get(&ids[place]).unwrap_or(corners[place]))
        });
        Some(Self {
            of_triangles: of_triangles.collect(),
            centers,
        })
    }

    /// Returns the point toward which a vertex moves, if it does.
    pub(super) fn center(&self, id: u32) -> Option<[f64; 3]> {
        self.centers.get(&id).copied()
    }
}

/// Returns `true` if the bounding boxes of a triangle and of a surface have a common point.
fn meets(corners: &[&[f64; 3]; 3], near: &Aabb) -> bool {
    (0..3).all(|axis| {
        let own = corners.map(|corner| corner[axis]);
        own.iter().any(|own| *own <= near.max()[axis])
            && own.iter().any(|own| near.min()[axis] <= *own)
    })
}

/// Returns a point strictly on the inner side of all triangles at a vertex.
///
/// At most vertices, the sum of the unit normals shows outward. Otherwise, all directions on the inner side of all triangles
/// are a cone, whose edges are directions in which the planes of two triangles meet. The sum of the edges lies strictly
/// within the cone, if it has an inside. Rounding may spoil both, so the exact sides of the point decide.
fn center(vertex: &[f64; 3], triangles: &[[&[f64; 3]; 3]], inside: Side) -> Option<[f64; 3]> {
    let sign = if inside == Side::Back { -1.0 } else { 1.0 };
    let normals = triangles
        .iter()
        .map(|[a, b, c]| scale(&unit(&cross(&sub(b, a), &sub(c, a))), sign));
    let normals: Vec<[f64; 3]> = normals.collect();
    // The way is about as long as the edges.
    let reach = triangles.iter().flatten().fold(0.0_f64, |most, corner| {
        most.max(length(&sub(corner, vertex)))
    });
    let ahead = |way: &[f64; 3]| add(vertex, &scale(way, reach));
    let sides = |point: [f64; 3]| {
        let triangles = triangles.iter();
        triangles.map(move |[a, b, c]| orient3d(a, b, c, &point))
    };
    let toward = |way: &[f64; 3]| {
        let point = ahead(&unit(way));
        sides(point).all(|side| side == inside).then_some(point)
    };
    let sum = normals
        .iter()
        .fold([0.0; 3], |sum, normal| add(&sum, normal));
    toward(&sum).or_else(|| {
        let mut sum = [0.0; 3];
        for (place, one) in normals.iter().enumerate() {
            for other in &normals[..place] {
                let line = unit(&cross(one, other));
                for way in [1.0, -1.0].map(|sign| scale(&line, sign)) {
                    // Rounding moves the direction off the two planes in which it lies.
                    let wrong = sides(ahead(&way)).filter(|side| *side == -inside).count();
                    if wrong <= 2 {
                        sum = add(&sum, &way);
                    }
                }
            }
        }
        toward(&sum)
    })
}
