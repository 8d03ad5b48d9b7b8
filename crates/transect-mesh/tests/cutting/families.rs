//! Random meshes and planes for tests. Meshes are closed and clean, closed and self-crossing, or dirty.

use transect::Plane;

use crate::cutting::meshes::{Grid, determinant, sub};
use crate::random::Random;

/// The families of random meshes, with the properties that tests may expect of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    /// Cubic cells of a grid, chosen at random. Some cells touch only along an edge or at a vertex.
    Voxels,
    /// Boxes that share faces, edges and vertices, or are separate. Some are hollow.
    Boxes,
    /// A solid whose top is a grid of small integer heights.
    Terrain,
    /// A convex hull in general position.
    Hull,
    /// A ring-shaped surface.
    Torus,
    /// Tetrahedra, each closed, that overlap and share vertices.
    Tetrahedra,
    /// A closed mesh that crosses itself, because some of its vertices were moved.
    Crossing,
    /// A closed mesh together with a copy of itself or of its inside-out mesh, or its inside-out mesh alone.
    Doubled,
    /// A closed mesh in which triangles were removed, turned over, doubled or made degenerate.
    Dirty,
    /// Random triangles without any structure.
    Soup,
}

impl Family {
    pub(crate) const ALL: [Self; 10] = [
        Self::Voxels,
        Self::Boxes,
        Self::Terrain,
        Self::Hull,
        Self::Torus,
        Self::Tetrahedra,
        Self::Crossing,
        Self::Doubled,
        Self::Dirty,
        Self::Soup,
    ];

    /// Returns `true` if the meshes of the family bound bodies that do not cross themselves and are oriented outwards.
    pub(crate) fn is_clean(self) -> bool {
        matches!(
            self,
            Self::Voxels | Self::Boxes | Self::Terrain | Self::Hull
        )
    }

    pub(crate) fn is_closed(self) -> bool {
        !matches!(self, Self::Dirty | Self::Soup)
    }

    pub(crate) fn mesh(self, random: &mut Random) -> Grid {
        match self {
            Self::Voxels => voxels(random),
            Self::Boxes => boxes(random),
            Self::Terrain => terrain(random),
            Self::Hull => hull(random),
            Self::Torus => {
                let (around, across) = (random.between(3, 9), random.between(3, 7));
                let radius = random.between(4, 12) as f64;
                Grid::torus(around as u32, across as u32, radius, radius / 2.0)
            }
            Self::Tetrahedra => {
                let count = random.between(1, 6);
                Grid::union(&(0..count).map(|_| tetrahedron(random)).collect::<Vec<_>>())
            }
            Self::Crossing => {
                let mut grid = closed(random);
                // All vertices at one position move together, so the mesh stays closed.
                for _ in 0..random.between(1, 6) {
                    let from = random.pick(&grid.positions);
                    let by = point(random, 3);
                    for position in grid.positions.iter_mut().filter(|p| **p == from) {
                        *position = [from[0] + by[0], from[1] + by[1], from[2] + by[2]];
                    }
                }
                grid
            }
            Self::Doubled => {
                let grid = closed(random);
                match random.below(4) {
                    0 => grid.inverted(),
                    1 => Grid::union(&[grid.clone(), grid]),
                    2 => Grid::union(&[grid.clone(), grid.inverted()]),
                    _ => {
                        let other = closed(random);
                        Grid::union(&[grid, other.inverted()])
                    }
                }
            }
            Self::Dirty => dirty(random),
            Self::Soup => {
                let positions: Vec<_> = (0..random.between(3, 12))
                    .map(|_| point(random, 4))
                    .collect();
                let triangles = (0..random.between(1, 30))
                    .map(|_| [0; 3].map(|_: u32| random.below(positions.len()) as u32))
                    .collect();
                Grid {
                    positions,
                    triangles,
                }
            }
        }
    }
}

fn point(random: &mut Random, bound: i64) -> [i64; 3] {
    [0; 3].map(|_: i64| random.between(-bound, bound))
}

fn closed(random: &mut Random) -> Grid {
    let family = random.pick(&[
        Family::Voxels,
        Family::Boxes,
        Family::Terrain,
        Family::Hull,
        Family::Torus,
        Family::Tetrahedra,
    ]);
    family.mesh(random)
}

fn voxels(random: &mut Random) -> Grid {
    let (side, thinness) = (random.between(2, 4), random.pick(&[2, 2, 3, 4]));
    let mut cells = Vec::new();
    for x in 0..side {
        for y in 0..side {
            for z in 0..side {
                if random.one_in(thinness) {
                    cells.push([x, y, z]);
                }
            }
        }
    }
    if cells.is_empty() {
        cells.push([0; 3]);
    }
    let size = random.between(1, 3);
    Grid::voxels(&cells, size, random)
}

fn boxes(random: &mut Random) -> Grid {
    // Each box lies within a cell of a coarse grid, and may fill it. So boxes may share vertices, edges and faces.
    let mut grid = Grid::default();
    for x in 0..2 {
        for y in 0..2 {
            for z in 0..2 {
                if random.one_in(3) {
                    continue;
                }
                let low = [x, y, z].map(|c: i64| c * 6 + random.pick(&[0, 0, 0, 1]));
                let high = [x, y, z].map(|c: i64| c * 6 + random.pick(&[6, 6, 6, 5]));
                grid.append(&Grid::cuboid(low, high));
                if random.one_in(3) {
                    let (low, high) = (low.map(|c| c + 1), high.map(|c| c - 1));
                    let is_wide = (0..3).all(|axis| high[axis] - low[axis] > 2);
                    grid.append(&Grid::cuboid(low, high).inverted());
                    if is_wide && random.one_in(2) {
                        let (low, high) = (low.map(|c| c + 1), high.map(|c| c - 1));
                        grid.append(&Grid::cuboid(low, high));
                    }
                }
            }
        }
    }
    if grid.triangles.is_empty() {
        grid = Grid::cuboid([0; 3], [6; 3]);
    }
    grid
}

fn terrain(random: &mut Random) -> Grid {
    let (rows, columns) = (random.between(2, 8), random.between(2, 8));
    let tallest = random.pick(&[1, 2, 4, 9]);
    let heights: Vec<Vec<i64>> = (0..rows)
        .map(|_| (0..columns).map(|_| random.between(0, tallest)).collect())
        .collect();
    let step = random.between(1, 3);
    Grid::terrain(&heights, -1, step, random)
}

fn hull(random: &mut Random) -> Grid {
    loop {
        let count = random.between(4, 9);
        let points: Vec<_> = (0..count).map(|_| point(random, 12)).collect();
        if let Some(hull) = Grid::hull(&points) {
            return hull;
        }
    }
}

fn tetrahedron(random: &mut Random) -> Grid {
    loop {
        let corners: [[i64; 3]; 4] = core::array::from_fn(|_| point(random, 3));
        let [a, b, c, d] = corners;
        if determinant(&sub(&b, &a), &sub(&c, &a), &sub(&d, &a)) != 0 {
            return Grid::tetrahedron(corners);
        }
    }
}

fn dirty(random: &mut Random) -> Grid {
    let mut grid = closed(random);
    for _ in 0..random.between(1, 6) {
        let index = random.below(grid.triangles.len());
        let [a, b, c] = grid.triangles[index];
        match random.below(6) {
            0 if grid.triangles.len() > 1 => {
                grid.triangles.swap_remove(index);
            }
            1 => grid.triangles.push([a, b, c]),
            2 => grid.triangles.push([a, c, b]),
            3 => grid.triangles[index] = [a, c, b],
            4 => grid.triangles.push([a, b, b]),
            _ => {
                // The three vertices of this triangle are on one line.
                let [p, q] = [a, b].map(|v| grid.positions[v as usize]);
                grid.positions
                    .push(core::array::from_fn(|axis| 2 * q[axis] - p[axis]));
                grid.triangles.push([a, b, grid.positions.len() as u32 - 1]);
            }
        }
    }
    grid
}

/// Returns a plane with integer coefficients that is likely to pass through vertices, edges and faces.
pub(crate) fn plane(grid: &Grid, random: &mut Random) -> [i64; 4] {
    let through = random.pick(&grid.positions);
    let normal = match random.below(6) {
        0 | 1 => {
            let mut normal = [0; 3];
            normal[random.below(3)] = random.pick(&[1, -1, 2]);
            normal
        }
        2 => {
            // The plane contains a triangle of the mesh.
            let triangle = random.pick(&grid.triangles);
            let [a, b, c] = triangle.map(|v| grid.positions[v as usize]);
            cross(&sub(&b, &a), &sub(&c, &a))
        }
        3 => {
            // The plane goes through three vertices of the mesh.
            let [b, c] = [random.pick(&grid.positions), random.pick(&grid.positions)];
            cross(&sub(&b, &through), &sub(&c, &through))
        }
        4 => [0; 3].map(|_: i64| random.between(-1, 1)),
        _ => [0; 3].map(|_: i64| random.between(-5, 5)),
    };
    let normal = if normal == [0; 3] { [0, 0, 1] } else { normal };
    let mut offset = -(0..3).map(|axis| normal[axis] * through[axis]).sum::<i64>();
    if random.one_in(3) {
        offset += random.between(-2, 2);
    }
    let [a, b, c] = normal;
    // With twice the normal and an odd offset, n·p + d is never zero at a point p with integer coordinates. The plane
    // passes halfway between such points.
    match random.below(5) {
        0 => [2 * a, 2 * b, 2 * c, 2 * offset + 1],
        _ => [a, b, c, offset],
    }
}

pub(crate) fn cross(a: &[i64; 3], b: &[i64; 3]) -> [i64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

pub(crate) fn to_plane([a, b, c, d]: [i64; 4]) -> Plane {
    Plane::new([a, b, c].map(|n| n as f64), d as f64).expect("a normal that is not zero")
}
