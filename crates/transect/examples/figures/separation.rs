//! Draws the figure of separating axes: two shapes apart, touching and overlapping.

use std::error::Error;

use transect::{ConvexPolygon, Plane, Separation, Shape, separation};

use crate::canvas::{
    Anchor, BACK, Canvas, DASHED, FRONT, GHOST, INK, ON, PLANE, Type, View, number, point,
};

const WIDTH: f64 = 245.0;
const HEIGHT: f64 = 324.0;

pub(crate) fn draw() -> Result<String, Box<dyn Error>> {
    let mut canvas = Canvas::new(
        "separation",
        [760.0, HEIGHT],
        "Two convex polygons: apart, with an axis on which their intervals are; touching; overlapping, with \
         the least translation that parts them",
    );
    let first = ConvexPolygon::new([[-2.0, -0.5], [-0.5, -1.5], [0.5, -0.5], [-0.5, 1.0]])?;
    let second = |x: f64, y: f64| {
        let corners = [[0.0, 0.0], [1.5, -0.5], [2.0, 1.0], [0.5, 1.5]];
        ConvexPolygon::new(corners.map(|[a, b]| [a + x, b + y]))
    };
    for (place, second) in [
        second(0.25, 1.25)?,
        second(0.0, 0.25)?,
        second(-0.75, -0.25)?,
    ]
    .iter()
    .enumerate()
    {
        panel(&mut canvas, (WIDTH + 12.5) * place as f64, &first, second);
    }
    Ok(canvas.svg())
}

fn panel(canvas: &mut Canvas, left: f64, first: &ConvexPolygon<2>, second: &ConvexPolygon<2>) {
    canvas.card([left, 0.0], [WIDTH, HEIGHT]);
    let view = View {
        zero: [left + 92.0, 122.0],
        unit: 38.0,
    };
    let fill = |color: &str| {
        format!(
            r#"fill="{color}" fill-opacity=".25" stroke="{color}" stroke-width="1.8" stroke-linejoin="round""#
        )
    };
    canvas.polygon(&view.all(first.corners()), &fill(FRONT));
    canvas.polygon(&view.all(second.corners()), &fill(BACK));
    let separation = separation(first, second);
    let (axis, heading, fields) = match &separation {
        Separation::Apart { axis } => (
            *axis,
            "Apart",
            axis.iter()
                .map(|axis| format!("axis: {}", point(axis)))
                .collect(),
        ),
        Separation::Overlapping { depth, axis } => (
            Some(*axis),
            "Overlapping",
            vec![
                format!("depth: {}", number(*depth)),
                format!("axis: {}", point(axis)),
            ],
        ),
    };
    canvas.words([left + 14.0, 272.0], Anchor::Start, Type::Heading, heading);
    let note = match separation.translation() {
        None => "a plane is between",
        Some([0.0, 0.0]) => "touching",
        Some(_) => "→ translation()",
    };
    canvas.words([left + WIDTH - 14.0, 272.0], Anchor::End, Type::Note, note);
    for (shape, corner, name) in [(first, 0, "a"), (second, 2, "b")] {
        let count = shape.corners().len() as f64;
        // The name of the shape is written inside the shape, away from its middle towards a corner that is far from the
        // other shape.
        let place = [0, 1].map(|axis| {
            let middle = shape.corners().iter().map(|c| c[axis]).sum::<f64>() / count;
            0.7 * middle + 0.3 * shape.corners()[corner][axis]
        });
        let [x, y] = view.at(place);
        canvas.words([x, y + 5.0], Anchor::Middle, Type::Symbol, name);
    }
    for (row, field) in fields.iter().enumerate() {
        let at = [left + 14.0, 293.0 + 17.0 * row as f64];
        canvas.words(at, Anchor::Start, Type::Code, field);
    }
    if let Some(axis) = axis {
        intervals(canvas, &view, [first, second], axis);
    }
    if let Some([dx, dy]) = separation.translation()
        && [dx, dy] != [0.0; 2]
    {
        let moved: Vec<_> = second
            .corners()
            .iter()
            .map(|[x, y]| [x + dx, y + dy])
            .collect();
        canvas.polygon(&view.all(&moved), GHOST);
        let corner = second.corners()[2];
        canvas.arrow(
            view.at(corner),
            view.at([corner[0] + dx, corner[1] + dy]),
            ON,
            2.2,
        );
    }
}

/// Draws the intervals of both shapes along the axis, on a line beside the shapes that is parallel to the axis.
fn intervals(canvas: &mut Canvas, view: &View, shapes: [&ConvexPolygon<2>; 2], axis: [f64; 2]) {
    let Ok(plane) = Plane::new(axis, 0.0) else {
        return;
    };
    let length = (axis[0] * axis[0] + axis[1] * axis[1]).sqrt();
    let [u, v] = axis.map(|coordinate| coordinate / length);
    let aside = 1.7;
    let at = |along: f64, lane: f64| {
        let lane = aside + lane;
        view.at([along * u + lane * v, along * v - lane * u])
    };
    let seen = shapes.map(|shape| plane.interval(shape));
    canvas.arrow(
        at(seen[0].backmost - 0.3, 0.0),
        at(seen[1].frontmost + 0.5, 0.0),
        INK,
        1.0,
    );
    // The separating plane is drawn halfway between the intervals, if they do not overlap.
    let middle = seen[0].frontmost.midpoint(seen[1].backmost);
    if seen[0].frontmost <= middle {
        canvas.line(at(middle, -3.7), at(middle, 0.5), PLANE);
    }
    for (shape, (color, lane)) in shapes.into_iter().zip([(FRONT, -0.09), (BACK, 0.09)]) {
        let interval = plane.interval(shape);
        for (end, point) in [interval.backmost, interval.frontmost]
            .into_iter()
            .zip(shape.extremes(&plane))
        {
            canvas.line(view.at(point), at(end, lane), DASHED);
        }
        canvas.bar(
            at(interval.backmost, lane),
            at(interval.frontmost, lane),
            color,
            5.0,
        );
    }
}
