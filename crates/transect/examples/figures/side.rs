//! Draws the figure of the front of a plane. In 2D, a plane is a line through two points: its front is on the left,
//! seen from the first point towards the second point. In 3D, the plane's three points run counter-clockwise when they
//! are seen from the front.

use std::error::Error;

use transect::{Frame, Plane, Side};

use crate::canvas::{Anchor, Canvas, DASHED, FRONT, ON, PATCH, Type, View, number, window};

pub(crate) fn draw() -> Result<String, Box<dyn Error>> {
    let mut canvas = Canvas::new(
        "side",
        [760.0, 310.0],
        "Front, on and back: in 2D the front is left of the way from the first point to the second, \
         in 3D it is where three points are seen counter-clockwise",
    );
    line(&mut canvas)?;
    plane(&mut canvas)?;
    Ok(canvas.svg())
}

fn line(canvas: &mut Canvas) -> Result<(), Box<dyn Error>> {
    let view = View {
        zero: [4.0, 278.0],
        unit: 36.0,
    };
    canvas.card([0.0, 0.0], [372.0, 310.0]);
    let ends = [[1.5, 2.0], [7.5, 4.0]];
    let plane = Plane::through(ends)?;
    canvas.plane(&view, &plane, &window([-0.2, -1.0], [10.3, 7.8])?);
    canvas.words(
        [18.0, 30.0],
        Anchor::Start,
        Type::Heading,
        "2D: the front is left",
    );
    let [from, to] = ends.map(|end| view.at(end));
    canvas.arrow(from, to, ON, 2.2);
    for ([x, y], name) in [(from, "a"), (to, "b")] {
        canvas.spot([x, y], ON);
        canvas.words([x + 2.0, y + 20.0], Anchor::Start, Type::Symbol, name);
    }
    let middle = [4.5, 3.0];
    let [n, m] = plane.normal();
    let tip = view.at([middle[0] + n / 3.6, middle[1] + m / 3.6]);
    canvas.arrow(view.at(middle), tip, FRONT, 2.2);
    let [x, y] = tip;
    canvas.words([x + 10.0, y + 8.0], Anchor::Start, Type::Symbol, "n");
    for point in [[6.6, 5.3], [3.0, 2.5], [5.4, 1.4]] {
        let [x, y] = view.at(point);
        let side = plane.side(&point);
        canvas.dot([x, y], side);
        let value = number(plane.value(&point));
        let sign = if plane.value(&point) > 0.0 { "+" } else { "" };
        let (at, anchor) = match side {
            Side::On => ([x - 12.0, y - 26.0], Anchor::End),
            _ => ([x + 11.0, y - 3.0], Anchor::Start),
        };
        canvas.words(at, anchor, Type::Code, &format!("{side:?}"));
        canvas.words(
            [at[0], at[1] + 17.0],
            anchor,
            Type::Note,
            &format!("n·p + d = {sign}{value}"),
        );
    }
    Ok(())
}

fn plane(canvas: &mut Canvas) -> Result<(), Box<dyn Error>> {
    let view = View {
        zero: [566.0, 205.0],
        unit: 56.0,
    };
    canvas.card([388.0, 0.0], [372.0, 310.0]);
    canvas.words(
        [406.0, 30.0],
        Anchor::Start,
        Type::Heading,
        "3D: counter-clockwise from the front",
    );
    let points = [[1.0, -1.0, 0.0], [0.5, 1.0, 0.25], [-1.5, 0.0, 0.0]];
    let plane = Plane::through(points)?;
    let frame = Frame::of(&plane);
    let corner = |u, v| frame.to_3d(&[u, v]);
    let patch = [
        corner(-2.3, -1.7),
        corner(2.3, -1.7),
        corner(2.3, 1.7),
        corner(-2.3, 1.7),
    ];
    canvas.polygon(&view.all_3d(&patch), PATCH);
    let seen = view.all_3d(&points);
    for (from, to) in [(0, 1), (1, 2), (2, 0)] {
        let [a, b] = [seen[from], seen[to]];
        let part = |t: f64| [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
        canvas.arrow(part(0.1), part(0.9), ON, 1.8);
    }
    for (place, &at) in seen.iter().enumerate() {
        canvas.dot(at, plane.side(&points[place]));
        let aside = [[0.0, 20.0], [14.0, 0.0], [-14.0, 5.0]][place];
        canvas.words(
            [at[0] + aside[0], at[1] + aside[1]],
            Anchor::Middle,
            Type::Symbol,
            ["a", "b", "c"][place],
        );
    }
    let foot = plane.project(&[-1.2, 0.9, 0.0]);
    let [n, m, o] = plane.normal();
    let tip = [foot[0] + 0.45 * n, foot[1] + 0.45 * m, foot[2] + 0.45 * o];
    canvas.arrow(view.at_3d(foot), view.at_3d(tip), FRONT, 2.2);
    let [x, y] = view.at_3d(tip);
    canvas.words([x + 12.0, y + 8.0], Anchor::Start, Type::Symbol, "n");
    for point in [[2.0, -0.2, 0.8], [-1.0, -0.6, -1.2]] {
        let at = view.at_3d(point);
        canvas.line(view.at_3d(plane.project(&point)), at, DASHED);
        canvas.dot(at, plane.side(&point));
        canvas.words(
            [at[0] + 11.0, at[1] + 5.0],
            Anchor::Start,
            Type::Code,
            &format!("{:?}", plane.side(&point)),
        );
    }
    Ok(())
}
