//! All that the position of a shape relative to a plane can be.

use std::error::Error;

use transect::{Aabb, Plane, Segment, Shape, Sphere, Triangle};

use crate::canvas::{Anchor, Canvas, INK, SHAPE, STROKE, Type, View, color, window};

const UNIT: f64 = 34.0;
const WIDTH: f64 = 104.0;
const LEFT: f64 = 124.0;
const HEIGHT: f64 = 102.0;

pub(crate) fn draw() -> Result<String, Box<dyn Error>> {
    let plane = Plane::new([0.0, 1.0], 0.0)?;
    let mut canvas = Canvas::new(
        "extent",
        [760.0, 322.0],
        "Six shapes at a plane, with the sides of their backmost and frontmost points",
    );
    canvas.card([0.0, 0.0], [760.0, 322.0]);
    let view = View {
        zero: [0.0, HEIGHT],
        unit: UNIT,
    };
    let width = 760.0 / UNIT;
    canvas.plane(
        &view,
        &plane,
        &window([0.0, -2.7], [width, HEIGHT / UNIT + 0.1])?,
    );
    canvas.words([16.0, HEIGHT - 10.0], Anchor::Start, Type::Note, "front");
    canvas.words([16.0, HEIGHT + 21.0], Anchor::Start, Type::Note, "back");

    let triangle = Triangle::new([[-0.8, -0.7], [0.7, -0.3], [0.1, 1.1]]);
    let standing = Aabb::new([-0.7, 0.0], [0.7, 1.4])?;
    let hanging = Triangle::new([[-0.8, -1.5], [0.8, -1.2], [0.1, 0.0]]);
    let below = Aabb::new([-0.7, -1.9], [0.7, -0.6])?;
    let within = Segment::new([-0.8, 0.0], [0.8, 0.0]);
    let sphere = Sphere::new([0.0, 1.5], 0.75)?;
    let columns: [(&str, &dyn Fn(&mut Canvas, &View) -> Column); 6] = [
        ("Sphere", &|canvas, view| {
            canvas.circle(view.at(sphere.center()), UNIT * sphere.radius(), SHAPE);
            Column::of(&plane, &sphere)
        }),
        ("Aabb", &|canvas, view| {
            let ([a, b], [c, d]) = (standing.min(), standing.max());
            canvas.polygon(&view.all(&[[a, b], [c, b], [c, d], [a, d]]), SHAPE);
            Column::of(&plane, &standing)
        }),
        ("Triangle", &|canvas, view| {
            canvas.polygon(&view.all(&triangle.corners), SHAPE);
            Column::of(&plane, &triangle)
        }),
        ("Triangle", &|canvas, view| {
            canvas.polygon(&view.all(&hanging.corners), SHAPE);
            Column::of(&plane, &hanging)
        }),
        ("Aabb", &|canvas, view| {
            let ([a, b], [c, d]) = (below.min(), below.max());
            canvas.polygon(&view.all(&[[a, b], [c, b], [c, d], [a, d]]), SHAPE);
            Column::of(&plane, &below)
        }),
        ("Segment", &|canvas, view| {
            canvas.polyline(&view.all(&within.ends), STROKE);
            Column::of(&plane, &within)
        }),
    ];
    for (row, words) in ["frontmost", "backmost", "side()", "touches()"]
        .into_iter()
        .enumerate()
    {
        canvas.words([16.0, height(row)], Anchor::Start, Type::Code, words);
    }
    for (place, (name, draw)) in columns.into_iter().enumerate() {
        let middle = LEFT + WIDTH * (place as f64 + 0.5);
        let view = View {
            zero: [middle - 6.0, HEIGHT],
            unit: UNIT,
        };
        let column = draw(&mut canvas, &view);
        let [from, to] = column.interval.map(|distance| {
            let [x, y] = view.at([0.0, distance]);
            [x + 40.0, y]
        });
        canvas.bar(from, to, INK, 2.6);
        canvas.dot(from, column.extent.backmost);
        canvas.dot(to, column.extent.frontmost);
        canvas.words([middle - 17.0, 200.0], Anchor::Start, Type::Note, name);
        for (row, side) in [column.extent.frontmost, column.extent.backmost]
            .into_iter()
            .enumerate()
        {
            canvas.circle(
                [middle - 27.0, height(row) - 4.5],
                4.0,
                &format!(r#"fill="{}""#, color(side)),
            );
            canvas.words(
                [middle - 17.0, height(row)],
                Anchor::Start,
                Type::Code,
                &format!("{side:?}"),
            );
        }
        canvas.words(
            [middle - 17.0, height(2)],
            Anchor::Start,
            Type::Code,
            &format!("{:?}", column.extent.side()),
        );
        canvas.words(
            [middle - 17.0, height(3)],
            Anchor::Start,
            Type::Code,
            &column.extent.touches().to_string(),
        );
    }
    Ok(canvas.svg())
}

fn height(row: usize) -> f64 {
    232.0 + 24.0 * row as f64
}

struct Column {
    extent: transect::Extent,
    interval: [f64; 2],
}

impl Column {
    fn of(plane: &Plane<2>, shape: &impl Shape<2>) -> Self {
        let interval = plane.interval(shape);
        Self {
            extent: plane.extent(shape),
            interval: [interval.backmost, interval.frontmost],
        }
    }
}
