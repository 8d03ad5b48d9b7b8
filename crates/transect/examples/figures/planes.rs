//! Draws the intersections of two and of three planes, in a cube.

use std::error::Error;

use transect::{
    Aabb, ConvexPolygon, ConvexPolyhedron, Plane, ShapeSplit, ThreePlanesMeeting, TwoPlanesMeeting,
};

use crate::canvas::{Anchor, Canvas, ON, PATCH, RING, Type, View, point};

const HEIGHT: f64 = 256.0;

struct Strip {
    canvas: Canvas,
    width: f64,
    next: f64,
    cube: ConvexPolyhedron,
}

impl Strip {
    fn new(name: &'static str, panels: usize, title: &str) -> Result<Self, Box<dyn Error>> {
        let cube: Vec<_> = Aabb::new([-1.0; 3], [1.0; 3])?.corners().collect();
        Ok(Self {
            canvas: Canvas::new(name, [760.0, HEIGHT], title),
            width: (760.0 - 12.0 * (panels as f64 - 1.0)) / panels as f64,
            next: 0.0,
            cube: ConvexPolyhedron::hull_of(&cube)?,
        })
    }

    /// Adds a panel that shows the planes where they lie in the cube, and the lines in which two planes cross. If
    /// `with_line` is `true`, these lines are thick.
    fn panel(
        &mut self,
        planes: &[Plane],
        variant: &str,
        fields: &[String],
        with_line: bool,
    ) -> Result<View, Box<dyn Error>> {
        let left = self.next;
        self.next += self.width + 12.0;
        let view = View {
            zero: [left + self.width / 2.0, 96.0],
            unit: 56.0,
        };
        self.canvas.card([left, 0.0], [self.width, HEIGHT]);
        for face in self.cube.faces() {
            let corners: Vec<_> = face.iter().map(|&v| self.cube.vertices()[v]).collect();
            self.canvas.polygon(&view.all_3d(&corners), FAINT);
        }
        let mut crossings = Vec::new();
        for (place, plane) in planes.iter().enumerate() {
            let ShapeSplit::Halves { section: cut, .. } = plane.split(&self.cube) else {
                continue;
            };
            self.canvas.polygon(&view.all_3d(&cut), PATCH);
            let patch = ConvexPolygon::new(cut)?;
            for other in &planes[..place] {
                if let ShapeSplit::Halves { section: cut, .. } = other.split(&patch) {
                    crossings.push([view.at_3d(cut[0]), view.at_3d(cut[1])]);
                }
            }
        }
        for [from, to] in crossings {
            let width = if with_line { 3.2 } else { 1.8 };
            self.canvas.bar(from, to, ON, width);
        }
        self.canvas
            .words([left + 14.0, 205.0], Anchor::Start, Type::Heading, variant);
        for (row, field) in fields.iter().enumerate() {
            let at = [left + 14.0, 225.0 + 17.0 * row as f64];
            self.canvas.words(at, Anchor::Start, Type::Code, field);
        }
        Ok(view)
    }

    /// Draws an arrow from a point on the plane towards the front of the plane.
    fn normal(&mut self, view: &View, plane: &Plane, near: [f64; 3]) {
        let from = plane.project(&near);
        let normal = plane.normal();
        let size = normal.iter().map(|c| c * c).sum::<f64>().sqrt();
        let to = core::array::from_fn(|axis| from[axis] + 0.42 * normal[axis] / size);
        self.canvas
            .arrow(view.at_3d(from), view.at_3d(to), crate::canvas::FRONT, 2.0);
    }
}

const FAINT: &str = r#"fill="none" stroke="currentColor" stroke-width="1" stroke-opacity=".16""#;

fn parsed<const N: usize>(texts: [&str; N]) -> Result<Vec<Plane>, Box<dyn Error>> {
    let planes: Result<Vec<Plane>, _> = texts.iter().map(|text| text.parse()).collect();
    Ok(planes?)
}

pub(crate) fn two() -> Result<String, Box<dyn Error>> {
    let title = "Two planes have a line in common, are the same set, or are parallel";
    let mut strip = Strip::new("meet_two_planes", 3, title)?;
    for (texts, near) in [
        (
            ["z = 0", "3x + z = 0.75"],
            [[0.65, -0.6, 0.0], [-0.2, -0.5, 0.6]],
        ),
        (["z = 0", "-2z = 0"], [[-0.3, 0.0, 0.0], [0.3, 0.0, 0.0]]),
        (
            ["z = 0.5", "2z + 1 = 0"],
            [[0.0, 0.0, 0.5], [0.0, 0.0, -0.5]],
        ),
    ] {
        let planes = parsed(texts)?;
        let (variant, fields) = match planes[0].meet(&planes[1]) {
            TwoPlanesMeeting::Line(line) => (
                "Line",
                vec![
                    format!("origin: {}", point(&line.origin())),
                    format!("direction: {}", point(&line.direction())),
                ],
            ),
            TwoPlanesMeeting::Same { is_flipped } => {
                ("Same", vec![format!("is_flipped: {is_flipped}")])
            }
            TwoPlanesMeeting::Parallel { is_flipped, side } => (
                "Parallel",
                vec![
                    format!("is_flipped: {is_flipped}"),
                    format!("side: {side:?}"),
                ],
            ),
        };
        let view = strip.panel(&planes, variant, &fields, variant == "Line")?;
        for (plane, near) in planes.iter().zip(near) {
            strip.normal(&view, plane, near);
        }
    }
    Ok(strip.canvas.svg())
}

pub(crate) fn three() -> Result<String, Box<dyn Error>> {
    let title = "Three planes have a point, a line, a plane or nothing in common";
    let mut strip = Strip::new("meet_three_planes", 4, title)?;
    for texts in [
        ["z = -0.25", "3x + z = 0.5", "y = 0.5"],
        ["z = 0", "3x + z = 0.75", "z = 3x - 0.75"],
        ["z = 0", "2z = 0", "-z = 0"],
        ["z = -0.5", "z + 2x = 0.6", "z = 2x + 0.6"],
    ] {
        let planes = parsed(texts)?;
        let meeting = Plane::meet_three([&planes[0], &planes[1], &planes[2]]);
        let (variant, fields) = match meeting {
            ThreePlanesMeeting::Point(at) => ("Point", vec![point(&at)]),
            ThreePlanesMeeting::Line(line) => (
                "Line",
                vec![
                    format!("origin: {}", point(&line.origin())),
                    format!("direction: {}", point(&line.direction())),
                ],
            ),
            ThreePlanesMeeting::Plane => ("Plane", Vec::new()),
            ThreePlanesMeeting::Nothing => ("Nothing", Vec::new()),
        };
        let view = strip.panel(&planes, variant, &fields, variant == "Line")?;
        let note = match meeting {
            ThreePlanesMeeting::Point(at) => {
                strip.canvas.spot(view.at_3d(at), ON);
                strip.canvas.circle(view.at_3d(at), 9.0, RING);
                continue;
            }
            ThreePlanesMeeting::Line(_) => continue,
            ThreePlanesMeeting::Plane => "all are the same set",
            ThreePlanesMeeting::Nothing => "two by two, three lines",
        };
        let at = [view.zero[0] - strip.width / 2.0 + 14.0, 225.0];
        strip.canvas.words(at, Anchor::Start, Type::Note, note);
    }
    Ok(strip.canvas.svg())
}
