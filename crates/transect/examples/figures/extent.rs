//! Draws the figure of all possible extents (sides of the backmost and the frontmost point) of a shape relative to a
//! plane.

use std::error::Error;

use transect::{Aabb, Extent, Interval, Plane, Segment, Shape, Sphere, Triangle};

use crate::canvas::{Anchor, Canvas, INK, SHAPE, STROKE, Type, View, color, rectangle, window};

const UNIT: f64 = 34.0;
const WIDTH: f64 = 104.0;
const LEFT: f64 = 124.0;
const HEIGHT: f64 = 102.0;

/// The outline of a shape, only for drawing. Extents are computed from the shape itself.
enum Outline {
    Disk([f64; 2], f64),
    Polygon(Vec<[f64; 2]>),
    Line([[f64; 2]; 2]),
}

/// A column of the figure: a shape, with its extent and interval relative to the plane y = 0.
struct Column {
    name: &'static str,
    outline: Outline,
    extent: Extent,
    interval: Interval,
}

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
    let top = [760.0 / UNIT, HEIGHT / UNIT + 0.1];
    canvas.plane(&view, &plane, &window([0.0, -2.7], top)?);
    canvas.words([16.0, HEIGHT - 10.0], Anchor::Start, Type::Note, "front");
    canvas.words([16.0, HEIGHT + 21.0], Anchor::Start, Type::Note, "back");
    let questions = ["frontmost", "backmost", "side()", "touches()"];
    for (row, question) in questions.into_iter().enumerate() {
        canvas.words([16.0, height(row)], Anchor::Start, Type::Code, question);
    }
    for (place, column) in columns(&plane)?.iter().enumerate() {
        let middle = LEFT + WIDTH * (place as f64 + 0.5);
        column.draw(&mut canvas, middle);
    }
    Ok(canvas.svg())
}

fn columns(plane: &Plane<2>) -> Result<[Column; 6], Box<dyn Error>> {
    let sphere = Sphere::new([0.0, 1.5], 0.75)?;
    let standing = Aabb::new([-0.7, 0.0], [0.7, 1.4])?;
    let met = Triangle::new([[-0.8, -0.7], [0.7, -0.3], [0.1, 1.1]]).expect("finite points");
    let hanging = Triangle::new([[-0.8, -1.5], [0.8, -1.2], [0.1, 0.0]]).expect("finite points");
    let below = Aabb::new([-0.7, -1.9], [0.7, -0.6])?;
    let within = Segment::new([-0.8, 0.0], [0.8, 0.0]).expect("finite points");
    let disk = Outline::Disk(sphere.center(), sphere.radius());
    let polygon = |corners: &[[f64; 2]]| Outline::Polygon(corners.to_vec());
    Ok([
        column("Sphere", plane, &sphere, disk),
        column("Aabb", plane, &standing, polygon(&rectangle(&standing))),
        column("Triangle", plane, &met, polygon(&met.corners())),
        column("Triangle", plane, &hanging, polygon(&hanging.corners())),
        column("Aabb", plane, &below, polygon(&rectangle(&below))),
        column("Segment", plane, &within, Outline::Line(within.ends())),
    ])
}

fn column(name: &'static str, plane: &Plane<2>, shape: &impl Shape<2>, outline: Outline) -> Column {
    Column {
        name,
        outline,
        extent: plane.extent(shape),
        interval: plane.interval(shape),
    }
}

impl Column {
    fn draw(&self, canvas: &mut Canvas, middle: f64) {
        let view = View {
            zero: [middle - 6.0, HEIGHT],
            unit: UNIT,
        };
        match &self.outline {
            Outline::Disk(center, radius) => {
                canvas.circle(view.at(*center), UNIT * radius, SHAPE);
            }
            Outline::Polygon(corners) => canvas.polygon(&view.all(corners), SHAPE),
            Outline::Line(ends) => canvas.polyline(&view.all(ends), STROKE),
        }
        let [from, to] = [self.interval.backmost, self.interval.frontmost].map(|distance| {
            let [x, y] = view.at([0.0, distance]);
            [x + 40.0, y]
        });
        canvas.bar(from, to, INK, 2.6);
        canvas.dot(from, self.extent.backmost);
        canvas.dot(to, self.extent.frontmost);

        let left = middle - 17.0;
        canvas.words([left, 200.0], Anchor::Start, Type::Note, self.name);
        let ends = [self.extent.frontmost, self.extent.backmost];
        for (row, side) in ends.into_iter().enumerate() {
            let style = format!(r#"fill="{}""#, color(side));
            canvas.circle([left - 10.0, height(row) - 4.5], 4.0, &style);
        }
        let answers = [
            format!("{:?}", self.extent.frontmost),
            format!("{:?}", self.extent.backmost),
            format!("{:?}", self.extent.side()),
            self.extent.touches().to_string(),
        ];
        for (row, answer) in answers.iter().enumerate() {
            canvas.words([left, height(row)], Anchor::Start, Type::Code, answer);
        }
    }
}

/// Returns the vertical position on the sheet of a row of the table, which stands below the shapes.
fn height(row: usize) -> f64 {
    232.0 + 24.0 * row as f64
}
