//! Draws the figure of regularized halves (without faces and edges that bound no volume): the parts of a body in each
//! half, and the cut faces (caps) that close the halves.

use std::error::Error;

use transect::Plane;
use transect_mesh::{CAP, Mesh, MeshError, RawMesh};

use crate::canvas::{Anchor, BACK, Canvas, FRONT, INK, ON, SHAPE, Type, View, number};

const WIDTH: f64 = 181.0;
const HEIGHT: f64 = 420.0;
const UNIT: f64 = 50.0;
const DASHES: &str = r##"stroke="#e5484d" stroke-width="1.4" stroke-dasharray="6 4""##;
/// The distance between the two drawn halves.
const APART: f64 = 0.3;

/// A body of depth 1. Its profile in x and z runs counter-clockwise when viewed along y.
struct Body {
    profile: Vec<[f64; 2]>,
    /// The triangles of the profile, as indices of its points.
    triangles: Vec<[u32; 3]>,
}

impl Body {
    fn mesh(&self) -> Result<Mesh, MeshError> {
        let count = self.profile.len() as u32;
        let at = |y: f64| self.profile.iter().map(move |&[x, z]| [x, y, z]);
        let mut triangles = Vec::new();
        for &[a, b, c] in &self.triangles {
            triangles.push([a, b, c]);
            triangles.push([a + count, c + count, b + count]);
        }
        for a in 0..count {
            let b = (a + 1) % count;
            triangles.push([b, a, a + count]);
            triangles.push([b, a + count, b + count]);
        }
        Mesh::new(RawMesh {
            positions: at(0.0).chain(at(1.0)).collect(),
            triangles,
            ..RawMesh::default()
        })
    }
}

pub(crate) fn draw() -> Result<String, Box<dyn Error>> {
    let mut canvas = Canvas::new(
        "split",
        [760.0, HEIGHT],
        "Four bodies, seen from the side, and their halves: cut through the middle, in a face, at vertices, \
         and merely touched",
    );
    let stair = Body {
        profile: vec![
            [-1.0, -1.0],
            [1.0, -1.0],
            [1.0, 0.0],
            [0.0, 0.0],
            [0.0, 1.0],
            [-1.0, 1.0],
        ],
        triangles: vec![[0, 1, 2], [0, 2, 3], [0, 3, 5], [3, 4, 5]],
    };
    let rhomb = Body {
        profile: vec![[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
    };
    let block = Body {
        profile: vec![[-0.8, -0.9], [0.8, -0.9], [1.0, 0.9], [-1.0, 0.9]],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
    };
    let gable = Body {
        profile: vec![[-0.9, 0.0], [0.9, 0.0], [0.9, 0.6], [0.0, 1.1], [-0.9, 0.6]],
        triangles: vec![[0, 1, 2], [0, 2, 4], [2, 3, 4]],
    };
    for (place, (heading, notes, body)) in [
        (
            "Through the inside",
            ["the same cap for both,", "turned over"],
            block,
        ),
        (
            "In a face",
            ["it bounds the back half;", "no cap lies on it"],
            stair,
        ),
        (
            "At vertices",
            ["they are the cut vertices;", "none is made"],
            rhomb,
        ),
        (
            "Touched",
            ["whole on its side;", "no cap, an empty half"],
            gable,
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let left = (WIDTH + 12.0) * place as f64;
        canvas.card([left, 0.0], [WIDTH, HEIGHT]);
        canvas.words([left + 14.0, 28.0], Anchor::Start, Type::Heading, heading);
        halves(&mut canvas, left, &body)?;
        for (row, note) in notes.into_iter().enumerate() {
            let at = [left + 14.0, 324.0 + 17.0 * row as f64];
            canvas.words(at, Anchor::Start, Type::Note, note);
        }
    }
    Ok(canvas.svg())
}

fn halves(canvas: &mut Canvas, left: f64, body: &Body) -> Result<(), Box<dyn Error>> {
    let plane: Plane = "z = 0".parse()?;
    // The side view cuts the body in the middle of its depth.
    let side: Plane = "y = 0.5".parse()?;
    let mesh = body.mesh()?;
    let split = mesh.split(&plane);
    for height in [95.0, 228.0] {
        let view = view(left, height);
        canvas.line(view.at([-1.7, 0.0]), view.at([1.7, 0.0]), DASHES);
    }
    outline(canvas, &mesh, &side, view(left, 95.0), SHAPE);
    for (half, color, shift) in [(&split.front, FRONT, APART), (&split.back, BACK, -APART)] {
        let view = view(left, 228.0 - UNIT * shift);
        let style = format!(
            r#"fill="{color}" fill-opacity=".25" stroke="{INK}" stroke-width="1.5" stroke-linejoin="round""#
        );
        outline(canvas, half, &side, view, &style);
        for chain in caps(half)?.section(&side).open_chains {
            if let [[a, _, b], .., [c, _, d]] = chain[..] {
                canvas.bar(view.at([a, b]), view.at([c, d]), ON, 4.0);
            }
        }
    }
    for (column, words) in ["volume", "cap"].into_iter().enumerate() {
        let at = [left + 110.0 + 56.0 * column as f64, 366.0];
        canvas.words(at, Anchor::End, Type::Note, words);
    }
    for (row, (name, half)) in [("front", &split.front), ("back", &split.back)]
        .into_iter()
        .enumerate()
    {
        let y = 385.0 + 18.0 * row as f64;
        canvas.words([left + 14.0, y], Anchor::Start, Type::Code, name);
        let numbers = [half.volume(), caps(half)?.area()];
        for (column, value) in numbers.into_iter().enumerate() {
            let at = [left + 110.0 + 56.0 * column as f64, y];
            canvas.words(at, Anchor::End, Type::Code, &number(value));
        }
    }
    Ok(())
}

fn view(left: f64, height: f64) -> View {
    View {
        zero: [left + WIDTH / 2.0, height],
        unit: UNIT,
    }
}

fn outline(canvas: &mut Canvas, mesh: &Mesh, side: &Plane, view: View, style: &str) {
    for outline in mesh.section(side).loops {
        let outline: Vec<_> = outline.points.iter().map(|&[x, _, z]| [x, z]).collect();
        canvas.polygon(&view.all(&outline), style);
    }
}

/// Returns a mesh of the caps of a half, without the rest of its surface.
fn caps(half: &Mesh) -> Result<Mesh, MeshError> {
    let triangles = (0..half.triangles().len()).filter(|&index| half.part(index) == CAP);
    Mesh::new(RawMesh {
        positions: half.positions().to_vec(),
        triangles: triangles.map(|index| half.triangles()[index]).collect(),
        ..RawMesh::default()
    })
}
