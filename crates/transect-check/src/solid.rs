//! The meshes of facts (test cases). Each is made by a construction that the fact names, such as `box` or `union`, from
//! integer coordinates.

use serde_json::Value;
use transect::{PlaneThrough, Side};
use transect_mesh::{Mesh, RawMesh};

use crate::fact::{Fact, count, float, list, several};
use crate::fact_error::FactError;

/// Builds the mesh that a fact describes, such as `{"box": [min, max]}`.
pub(crate) fn mesh(value: &Value) -> Result<Mesh, FactError> {
    let solid = solid(value)?;
    let mesh = Mesh::new(RawMesh {
        positions: solid.positions,
        triangles: solid.triangles,
        ..RawMesh::default()
    });
    mesh.map_err(|error| FactError::refused("mesh", error))
}

/// A mesh under construction: its triangles, and their corner positions, of which several may be equal.
#[derive(Default)]
struct Solid {
    positions: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
}

const CONSTRUCTIONS: [&str; 6] = [
    "box",
    "tetrahedron",
    "cells",
    "union",
    "inverted",
    "positions",
];

fn solid(value: &Value) -> Result<Solid, FactError> {
    let fact = Fact::of("mesh", value)?;
    let name = CONSTRUCTIONS.into_iter().find(|name| fact.has(name));
    let Some(name) = name else {
        let expected = format!(
            "an object with one of the keys {}",
            CONSTRUCTIONS.join(", ")
        );
        return Err(FactError::wrong("mesh", value, expected));
    };
    let also: &[&str] = match name {
        "cells" => &["size"],
        "positions" => &["triangles"],
        _ => &[],
    };
    fact.only("this mesh", &[&[name], also].concat())?;
    let input = fact.need(name)?;
    match name {
        "box" => {
            let [min, max] = several("box", input, "two corners")?;
            let (min, max) = (position(min)?, position(max)?);
            if (0..3).all(|axis| min[axis] < max[axis]) {
                Ok(Solid::cuboid(min, max))
            } else {
                let expected = "the least and the greatest corner of a box that has a volume";
                Err(FactError::wrong("box", input, expected))
            }
        }
        "tetrahedron" => {
            let corners = several::<4>("tetrahedron", input, "four points")?;
            let corners: Result<Vec<_>, _> = corners.into_iter().map(position).collect();
            Ok(Solid::tetrahedron(corners?))
        }
        "cells" => {
            let cells: Result<Vec<_>, _> = list("cells", input)?.iter().map(position).collect();
            Ok(Solid::cells(&cells?, integer("size", fact.need("size")?)?))
        }
        "inverted" => Ok(solid(input)?.inverted()),
        "union" => {
            let mut union = Solid::default();
            for part in list("union", input)? {
                union.append(solid(part)?);
            }
            Ok(union)
        }
        _ => {
            let positions: Result<_, _> = list("positions", input)?.iter().map(position).collect();
            let triangles = list("triangles", fact.need("triangles")?)?;
            let triangles: Result<_, _> = triangles.iter().map(triangle).collect();
            Ok(Solid {
                positions: positions?,
                triangles: triangles?,
            })
        }
    }
}

fn position(value: &Value) -> Result<[f64; 3], FactError> {
    let [x, y, z] = several("mesh", value, "three integers")?;
    Ok([
        integer("mesh", x)?,
        integer("mesh", y)?,
        integer("mesh", z)?,
    ])
}

fn integer(key: &'static str, value: &Value) -> Result<f64, FactError> {
    let float = float(key, value)?;
    if float.fract() == 0.0 && float.abs() <= (1_u64 << 53) as f64 {
        Ok(float)
    } else {
        Err(FactError::wrong(key, value, "an integer up to 2⁵³"))
    }
}

fn triangle(value: &Value) -> Result<[u32; 3], FactError> {
    let corners = several::<3>("triangles", value, "three indices")?;
    let mut triangle = [0; 3];
    for (corner, value) in triangle.iter_mut().zip(corners) {
        let index = u32::try_from(count("triangles", value)?);
        *corner =
            index.map_err(|_| FactError::wrong("triangles", value, "the index of a position"))?;
    }
    Ok(triangle)
}

impl Solid {
    /// Adds a quadrangle; its corners are counter-clockwise as seen from outside.
    fn quad(&mut self, corners: [[f64; 3]; 4]) {
        let first = self.positions.len() as u32;
        self.positions.extend(corners);
        let (a, b, c, d) = (first, first + 1, first + 2, first + 3);
        self.triangles.extend([[a, b, c], [a, c, d]]);
    }

    fn cuboid(min: [f64; 3], max: [f64; 3]) -> Self {
        let mut solid = Self::default();
        for axis in 0..3 {
            for outward in [false, true] {
                solid.quad(face(min, max, axis, outward));
            }
        }
        solid
    }

    /// Returns a tetrahedron whose faces point outward.
    fn tetrahedron(corners: Vec<[f64; 3]>) -> Self {
        let base = PlaneThrough::new([corners[0], corners[1], corners[2]]);
        let turned = base.is_ok_and(|base| base.side(&corners[3]) == Side::Back);
        let solid = Self {
            positions: corners,
            triangles: vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]],
        };
        if turned { solid.inverted() } else { solid }
    }

    /// Returns the boundary of a set of cubic cells: the faces between a cell of the set and a cell outside it.
    fn cells(cells: &[[f64; 3]], size: f64) -> Self {
        let mut solid = Self::default();
        for &cell in cells {
            for (axis, outward) in (0..3).flat_map(|axis| [(axis, false), (axis, true)]) {
                let mut next = cell;
                next[axis] += if outward { 1.0 } else { -1.0 };
                if !cells.contains(&next) {
                    let corner = |more: f64| cell.map(|coordinate| size * (coordinate + more));
                    solid.quad(face(corner(0.0), corner(1.0), axis, outward));
                }
            }
        }
        solid
    }

    fn append(&mut self, other: Self) {
        let offset = self.positions.len() as u32;
        self.positions.extend(other.positions);
        let triangles = other.triangles.into_iter();
        self.triangles
            .extend(triangles.map(|corners| corners.map(|corner| corner.saturating_add(offset))));
    }

    fn inverted(mut self) -> Self {
        for triangle in &mut self.triangles {
            triangle.swap(1, 2);
        }
        self
    }
}

/// Returns the face of a box at one end of `axis`, counter-clockwise as seen from outside.
fn face(min: [f64; 3], max: [f64; 3], axis: usize, outward: bool) -> [[f64; 3]; 4] {
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let corner = |at_u: [f64; 3], at_v: [f64; 3]| {
        let mut corner = if outward { max } else { min };
        (corner[u], corner[v]) = (at_u[u], at_v[v]);
        corner
    };
    let [a, b, c, d] = [
        corner(min, min),
        corner(max, min),
        corner(max, max),
        corner(min, max),
    ];
    if outward { [a, b, c, d] } else { [a, d, c, b] }
}
