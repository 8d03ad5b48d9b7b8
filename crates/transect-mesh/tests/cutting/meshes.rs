//! Meshes with integer coordinates: simple bodies, and bodies made of random numbers.

use transect_mesh::{Mesh, RawMesh};

use crate::random::Random;

/// Triangles whose corners are indices of integer positions. A position may occur several times in the list.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Grid {
    pub(crate) positions: Vec<[i64; 3]>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

impl Grid {
    pub(crate) fn mesh(&self) -> Mesh {
        self.mesh_with(|position| position.map(|c| c as f64))
    }

    /// Returns the mesh with its positions mapped by the function `image`.
    pub(crate) fn mesh_with(&self, image: impl Fn(&[i64; 3]) -> [f64; 3]) -> Mesh {
        Mesh::new(RawMesh {
            positions: self.positions.iter().map(image).collect(),
            triangles: self.triangles.clone(),
            ..RawMesh::default()
        })
        .expect("integer positions and valid indices")
    }

    pub(crate) fn corners(&self) -> impl Iterator<Item = [[i64; 3]; 3]> + '_ {
        self.triangles
            .iter()
            .map(|t| t.map(|v| self.positions[v as usize]))
    }

    fn vertex(&mut self, position: [i64; 3]) -> u32 {
        self.positions.push(position);
        self.positions.len() as u32 - 1
    }

    /// Adds a quadrangle as two triangles. The corners are counter-clockwise seen from outside, and `diagonal` selects
    /// one of the two diagonals.
    pub(crate) fn quad(&mut self, corners: [[i64; 3]; 4], diagonal: bool) {
        let [a, b, c, d] = corners.map(|corner| self.vertex(corner));
        if diagonal {
            self.triangles.extend([[a, b, c], [a, c, d]]);
        } else {
            self.triangles.extend([[a, b, d], [b, c, d]]);
        }
    }

    pub(crate) fn append(&mut self, other: &Self) {
        let offset = self.positions.len() as u32;
        self.positions.extend_from_slice(&other.positions);
        self.triangles
            .extend(other.triangles.iter().map(|t| t.map(|v| v + offset)));
    }

    pub(crate) fn union(parts: &[Self]) -> Self {
        let mut union = Self::default();
        for part in parts {
            union.append(part);
        }
        union
    }

    /// Returns the same body, turned inside out.
    pub(crate) fn inverted(mut self) -> Self {
        for triangle in &mut self.triangles {
            triangle.swap(1, 2);
        }
        self
    }

    pub(crate) fn translated(mut self, by: [i64; 3]) -> Self {
        for position in &mut self.positions {
            for axis in 0..3 {
                position[axis] += by[axis];
            }
        }
        self
    }

    pub(crate) fn tetrahedron(corners: [[i64; 3]; 4]) -> Self {
        let [a, b, c, d] = corners;
        let turned = determinant(&sub(&b, &a), &sub(&c, &a), &sub(&d, &a)) < 0;
        let grid = Self {
            positions: corners.to_vec(),
            triangles: vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]],
        };
        if turned { grid.inverted() } else { grid }
    }

    pub(crate) fn cuboid(min: [i64; 3], max: [i64; 3]) -> Self {
        Self::prism(
            &[
                [min[0], min[1]],
                [max[0], min[1]],
                [max[0], max[1]],
                [min[0], max[1]],
            ],
            min[2],
            max[2],
        )
    }

    /// Returns a prism over a polygon between two heights.
    /// The polygon is star-shaped about its first point and runs counter-clockwise.
    pub(crate) fn prism(polygon: &[[i64; 2]], low: i64, high: i64) -> Self {
        let count = polygon.len() as u32;
        let mut grid = Self::default();
        for height in [low, high] {
            for &[x, y] in polygon {
                grid.positions.push([x, y, height]);
            }
        }
        for from in 0..count {
            let to = (from + 1) % count;
            grid.triangles
                .extend([[from, to, to + count], [from, to + count, from + count]]);
        }
        for last in 2..count {
            grid.triangles.push([0, last, last - 1]);
            grid.triangles.push([count, count + last - 1, count + last]);
        }
        grid
    }

    /// Returns the surface of full cells in a cubic grid with edges of length `size`:
    /// the faces between full and empty cells.
    pub(crate) fn voxels(cells: &[[i64; 3]], size: i64, random: &mut Random) -> Self {
        let full = |cell: [i64; 3]| cells.contains(&cell);
        let mut grid = Self::default();
        for &cell in cells {
            for axis in 0..3 {
                for outward in [-1, 1] {
                    let mut next = cell;
                    next[axis] += outward;
                    if !full(next) {
                        grid.quad(face(cell, axis, outward > 0, size), random.one_in(2));
                    }
                }
            }
        }
        grid
    }

    /// Returns the solid between the level `base` and a grid of heights. The points of the grid are `step` apart in x
    /// and in y.
    pub(crate) fn terrain(heights: &[Vec<i64>], base: i64, step: i64, random: &mut Random) -> Self {
        let (rows, columns) = (heights.len(), heights[0].len());
        let top = |i: usize, j: usize| [j as i64 * step, i as i64 * step, heights[i][j]];
        let bottom = |i: usize, j: usize| [j as i64 * step, i as i64 * step, base];
        let mut grid = Self::default();
        for i in 0..rows - 1 {
            for j in 0..columns - 1 {
                let ring = [(i, j), (i, j + 1), (i + 1, j + 1), (i + 1, j)];
                grid.quad(ring.map(|(i, j)| top(i, j)), random.one_in(2));
                grid.quad(
                    [3, 2, 1, 0].map(|k: usize| bottom(ring[k].0, ring[k].1)),
                    true,
                );
            }
        }
        let around = (0..columns - 1)
            .map(|j| (0, j))
            .chain((0..rows - 1).map(|i| (i, columns - 1)))
            .chain((1..columns).rev().map(|j| (rows - 1, j)))
            .chain((1..rows).rev().map(|i| (i, 0)));
        let around: Vec<(usize, usize)> = around.collect();
        for (index, &(i, j)) in around.iter().enumerate() {
            let (k, l) = around[(index + 1) % around.len()];
            grid.quad([bottom(i, j), bottom(k, l), top(k, l), top(i, j)], true);
        }
        grid
    }

    /// Returns a ring of `around` × `across` quadrangles, rounded to integers.
    pub(crate) fn torus(around: u32, across: u32, radius: f64, tube: f64) -> Self {
        let mut grid = Self::default();
        for i in 0..around {
            let turn = f64::from(i) / f64::from(around) * core::f64::consts::TAU;
            for j in 0..across {
                let lean = f64::from(j) / f64::from(across) * core::f64::consts::TAU;
                let out = radius + tube * lean.cos();
                let point = [out * turn.cos(), out * turn.sin(), tube * lean.sin()];
                grid.positions.push(point.map(|c| c.round() as i64));
            }
        }
        let id = |i: u32, j: u32| (i % around) * across + j % across;
        for i in 0..around {
            for j in 0..across {
                let [a, b, c, d] = [id(i, j), id(i + 1, j), id(i + 1, j + 1), id(i, j + 1)];
                grid.triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
        grid
    }

    /// Returns the convex hull of points in general position, or `None` if four points lie in one plane.
    pub(crate) fn hull(points: &[[i64; 3]]) -> Option<Self> {
        let mut grid = Self {
            positions: points.to_vec(),
            triangles: Vec::new(),
        };
        let count = points.len();
        for a in 0..count {
            for b in a + 1..count {
                for c in a + 1..count {
                    if b == c {
                        continue;
                    }
                    let [ab, ac] = [b, c].map(|v| sub(&points[v], &points[a]));
                    let mut outside = 0;
                    for other in (0..count).filter(|&v| v != a && v != b && v != c) {
                        match determinant(&ab, &ac, &sub(&points[other], &points[a])) {
                            0 => return None,
                            positive if positive > 0 => outside += 1,
                            _ => {}
                        }
                    }
                    if outside == 0 {
                        grid.triangles.push([a, b, c].map(|v| v as u32));
                    }
                }
            }
        }
        Some(grid)
    }
}

/// Returns the corners of a cell's face, counter-clockwise seen from outside.
fn face(cell: [i64; 3], axis: usize, far: bool, size: i64) -> [[i64; 3]; 4] {
    let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
    let mut corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(u, v)| {
        let mut corner = cell;
        corner[axis] += i64::from(far);
        corner[next] += u;
        corner[last] += v;
        corner.map(|c| c * size)
    });
    if !far {
        corners.reverse();
    }
    corners
}

pub(crate) fn sub(a: &[i64; 3], b: &[i64; 3]) -> [i64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(crate) fn determinant(a: &[i64; 3], b: &[i64; 3], c: &[i64; 3]) -> i64 {
    a[0] * (b[1] * c[2] - b[2] * c[1])
        + a[1] * (b[2] * c[0] - b[0] * c[2])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
}
