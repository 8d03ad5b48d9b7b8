//! Draws the figure of the main idea: to project shapes onto the normal of a plane.

use std::error::Error;

use transect::{Aabb, Hull, Plane, Shape, Sphere};

use crate::canvas::{
    Anchor, Canvas, DASHED, FRONT, INK, SHAPE, THIN, Type, View, number, rectangle, window,
};

const VIEW: View = View {
    zero: [12.0, 376.0],
    unit: 38.0,
};

pub(crate) fn draw() -> Result<String, Box<dyn Error>> {
    // The normal has length 25, so the signed distance of a point is n·p + d divided by 25.
    let plane = Plane::new([7.0, 24.0], -180.0)?;
    let mut canvas = Canvas::new(
        "interval",
        [760.0, 390.0],
        "Projected onto the normal of a plane, a sphere, a polygon and a box are intervals of distances",
    );
    canvas.card([0.0, 0.0], [760.0, 390.0]);
    canvas.plane(&VIEW, &plane, &window([-1.0, -1.5], [20.0, 10.5])?);

    let foot = [0.9, 173.7 / 24.0];
    let tip = along(&plane, foot, 1.5);
    canvas.arrow(VIEW.at(foot), VIEW.at(tip), FRONT, 2.4);
    let [x, y] = VIEW.at(tip);
    canvas.words([x + 10.0, y + 10.0], Anchor::Start, Type::Symbol, "n");
    canvas.words([16.0, 164.0], Anchor::Start, Type::Symbol, "n·p + d = 0");

    canvas.words([744.0, 26.0], Anchor::End, Type::Note, "front");
    canvas.words([16.0, 374.0], Anchor::Start, Type::Note, "back");

    let sphere = Sphere::new([4.1, 8.1], 1.1)?;
    canvas.circle(VIEW.at(sphere.center()), VIEW.unit * sphere.radius(), SHAPE);
    project(&mut canvas, &plane, &sphere, 6.1, "Sphere", [4.1, 7.95]);

    let hull = Hull::new([[8.4, 4.6], [9.6, 3.4], [11.2, 4.0], [11.3, 5.7], [9.5, 6.3]])?;
    canvas.polygon(&VIEW.all(hull.points()), SHAPE);
    project(&mut canvas, &plane, &hull, 12.4, "Hull", [10.05, 5.3]);

    let aabb = Aabb::new([14.0, 0.9], [16.5, 2.2])?;
    canvas.polygon(&VIEW.all(&rectangle(&aabb)), SHAPE);
    project(&mut canvas, &plane, &aabb, 17.4, "Aabb", [15.25, 1.56]);
    Ok(canvas.svg())
}

/// Returns the point at a signed distance from `from`, in the direction of the plane's normal.
fn along(plane: &Plane<2>, from: [f64; 2], distance: f64) -> [f64; 2] {
    let [x, y] = plane.normal();
    let step = distance / (x * x + y * y).sqrt();
    [from[0] + step * x, from[1] + step * y]
}

/// Draws a shape's interval on an axis beside the shape. The axis is parallel to the normal and crosses the plane at
/// `x`.
fn project(
    canvas: &mut Canvas,
    plane: &Plane<2>,
    shape: &impl Shape<2>,
    x: f64,
    name: &str,
    label: [f64; 2],
) {
    let foot = plane.project(&[x, (180.0 - 7.0 * x) / 24.0]);
    let interval = plane.interval(shape);
    let extent = plane.extent(shape);
    let from = interval.backmost.min(0.0) - 0.35;
    let to = interval.frontmost.max(0.0) + 0.6;
    canvas.arrow(
        VIEW.at(along(plane, foot, from)),
        VIEW.at(along(plane, foot, to)),
        INK,
        1.0,
    );
    let ends = [
        (interval.backmost, extent.backmost),
        (interval.frontmost, extent.frontmost),
    ];
    let places = ends.map(|(distance, _)| VIEW.at(along(plane, foot, distance)));
    for (point, place) in shape.extremes(plane).into_iter().zip(places) {
        canvas.line(VIEW.at(point), place, DASHED);
    }
    canvas.bar(places[0], places[1], INK, 4.0);
    for ((distance, side), place) in ends.into_iter().zip(places) {
        canvas.dot(place, side);
        let sign = if distance > 0.0 { "+" } else { "" };
        canvas.words(
            [place[0] + 12.0, place[1] + 9.0],
            Anchor::Start,
            Type::Code,
            &format!("{sign}{}", number(distance)),
        );
    }
    let zero = VIEW.at(foot);
    canvas.circle(zero, 3.0, THIN);
    let [x, y] = VIEW.at(label);
    canvas.words([x, y - 3.0], Anchor::Middle, Type::Words, name);
    let side = format!("{:?}", extent.side());
    canvas.words([x, y + 15.0], Anchor::Middle, Type::Code, &side);
}
