//! Draws a region and boxes at its edges. Each box has two relations to the region: the conservative one, found plane
//! by plane, and the exact one.

use std::error::Error;

use transect::region::Decision;
use transect::{Aabb, ConvexRegion, ShapeSplit};

use crate::canvas::{Anchor, Canvas, PLANE, SHAPE, THIN, Type, View, rectangle, window};

const WIDTH: f64 = 245.0;
const HEIGHT: f64 = 284.0;
const REGION: &str = r##"fill="#2f86d6" fill-opacity=".25""##;

pub(crate) fn draw() -> Result<String, Box<dyn Error>> {
    let mut canvas = Canvas::new(
        "region",
        [760.0, HEIGHT],
        "Three boxes at a triangular region: past a corner, touching it there, and inside",
    );
    let region = ConvexRegion::hull_of(&[[-2.0, -1.5], [2.0, -1.5], [1.0, 1.0]])?;
    for (place, aabb) in [
        Aabb::new([0.75, 1.125], [2.5, 2.0])?,
        Aabb::new([1.0, 1.0], [2.5, 2.0])?,
        Aabb::new([0.25, -1.5], [1.25, -0.5])?,
    ]
    .iter()
    .enumerate()
    {
        panel(&mut canvas, (WIDTH + 12.5) * place as f64, &region, aabb)?;
    }
    Ok(canvas.svg())
}

fn panel(
    canvas: &mut Canvas,
    left: f64,
    region: &ConvexRegion<2>,
    aabb: &Aabb<2>,
) -> Result<(), Box<dyn Error>> {
    canvas.card([left, 0.0], [WIDTH, HEIGHT]);
    let view = View {
        zero: [left + 112.0, 128.0],
        unit: 40.0,
    };
    let decision = region.region().decide(aabb);
    let deciding = match &decision {
        Decision::Outside { planes } | Decision::Meets { planes } => &planes[..],
        Decision::Inside => &[],
    };
    let sheet = window([-2.8, -2.0], [3.325, 2.9])?;
    for (place, plane) in region.planes().iter().enumerate() {
        if let ShapeSplit::Halves { section: cut, .. } = plane.split(&sheet) {
            let style = if deciding.contains(&place) {
                PLANE
            } else {
                THIN
            };
            canvas.polyline(&view.all(&cut), style);
        }
    }
    let boundary = region.region().boundary();
    let starts = boundary.edges.iter().filter_map(|edge| edge.ends[0]);
    let corners: Vec<_> = starts.map(|start| boundary.vertices[start].point).collect();
    canvas.polygon(&view.all(&corners), REGION);
    canvas.polygon(&view.all(&rectangle(aabb)), SHAPE);

    let answers = [
        ("overlap", region.region().overlap(aabb)),
        (
            "overlap_conservative",
            region.region().overlap_conservative(aabb),
        ),
    ];
    for (row, (question, answer)) in answers.into_iter().enumerate() {
        let y = 250.0 + 19.0 * row as f64;
        let answer = format!("{answer:?}");
        canvas.words([left + 14.0, y], Anchor::Start, Type::Code, question);
        canvas.words([left + 176.0, y], Anchor::Start, Type::Code, &answer);
    }
    Ok(())
}
