//! Draws the intersections of a plane with lines, rays and segments.

use std::error::Error;

use transect::{Line, LineMeeting, Plane, Ray, RayMeeting, Segment, SegmentMeeting, Side};

use crate::canvas::{Anchor, Canvas, DASHED, INK, RING, STROKE, Type, View, number, point, window};

const HEIGHT: f64 = 226.0;
const UNIT: f64 = 24.0;

/// A row of panels. Each panel shows the plane y = 0 from the side, as a horizontal line.
struct Strip {
    canvas: Canvas,
    width: f64,
    next: f64,
    plane: Plane<2>,
}

/// The text below a panel.
struct Caption {
    variant: &'static str,
    fields: Vec<String>,
}

impl Strip {
    fn new(name: &'static str, panels: usize, title: &str) -> Result<Self, Box<dyn Error>> {
        Ok(Self {
            canvas: Canvas::new(name, [760.0, HEIGHT], title),
            width: (760.0 - 12.0 * (panels as f64 - 1.0)) / panels as f64,
            next: 0.0,
            plane: Plane::new([0.0, 1.0], 0.0)?,
        })
    }

    /// Adds a panel with its caption. Returns the panel's mapping from coordinates to the sheet. The origin of these
    /// coordinates is in the middle of the drawn plane.
    fn panel(&mut self, caption: &Caption) -> Result<View, Box<dyn Error>> {
        let left = self.next;
        self.next += self.width + 12.0;
        let view = View {
            zero: [left + self.width / 2.0, 74.0],
            unit: UNIT,
        };
        self.canvas.card([left, 0.0], [self.width, HEIGHT]);
        let half = self.width / 2.0 / UNIT + 0.1;
        self.canvas
            .plane(&view, &self.plane, &window([-half, -2.0], [half, 3.5])?);
        if left == 0.0 {
            for (y, words) in [(20.0, "front"), (132.0, "back")] {
                let at = [self.width - 12.0, y];
                self.canvas.words(at, Anchor::End, Type::Note, words);
            }
        }
        self.canvas.words(
            [left + 14.0, 158.0],
            Anchor::Start,
            Type::Heading,
            caption.variant,
        );
        for (row, field) in caption.fields.iter().enumerate() {
            let at = [left + 14.0, 178.0 + 17.0 * row as f64];
            self.canvas.words(at, Anchor::Start, Type::Code, field);
        }
        Ok(view)
    }
}

fn fields(meeting: impl IntoIterator<Item = (&'static str, String)>) -> Vec<String> {
    meeting
        .into_iter()
        .map(|(name, value)| format!("{name}: {value}"))
        .collect()
}

pub(crate) fn segments() -> Result<String, Box<dyn Error>> {
    let title = "A plane and a segment: they meet in one point, at an end too; or the segment lies within \
                 the plane; or they are apart";
    let mut strip = Strip::new("meet_segment", 4, title)?;
    for ends in [
        [[-2.0, 2.0], [1.0, -1.0]],
        [[-1.5, 1.5], [0.75, 0.0]],
        [[-2.0, 0.0], [2.0, 0.0]],
        [[-2.0, -0.75], [1.5, -1.75]],
    ] {
        let [start, end] = ends;
        let segment = Segment::new(start, end).expect("finite points");
        let meeting = strip.plane.meet(&segment);
        let (caption, common) = match meeting {
            SegmentMeeting::Point { t, point, ends } => (
                Caption {
                    variant: "Point",
                    fields: fields([
                        ("t", number(t)),
                        ("ends", format!("{:?}, {:?}", ends[0], ends[1])),
                    ]),
                },
                Some(point),
            ),
            SegmentMeeting::Within => (
                Caption {
                    variant: "Within",
                    fields: fields([(
                        "ends()",
                        format!("{:?}, {:?}", meeting.ends()[0], meeting.ends()[1]),
                    )]),
                },
                None,
            ),
            SegmentMeeting::Apart { side, is_parallel } => (
                Caption {
                    variant: "Apart",
                    fields: fields([
                        ("side", format!("{side:?}")),
                        ("is_parallel", is_parallel.to_string()),
                    ]),
                },
                None,
            ),
        };
        let view = strip.panel(&caption)?;
        strip.canvas.polyline(&view.all(&ends), STROKE);
        for (end, side) in ends.into_iter().zip(meeting.ends()) {
            strip.canvas.dot(view.at(end), side);
        }
        let [x, y] = view.at(start);
        strip
            .canvas
            .words([x - 2.0, y + 21.0], Anchor::Middle, Type::Note, "start");
        hit(&mut strip.canvas, &view, common);
    }
    Ok(strip.canvas.svg())
}

pub(crate) fn rays() -> Result<String, Box<dyn Error>> {
    let title = "A plane and a ray: they meet in one point; the ray lies within the plane; it leads away \
                 from the plane; it is parallel to it";
    let mut strip = Strip::new("meet_ray", 4, title)?;
    for (origin, direction) in [
        ([-2.0, 2.0], [1.0, -1.0]),
        ([-2.0, 0.0], [1.0, 0.0]),
        ([-2.0, 0.75], [2.0, 0.75]),
        ([-2.0, -1.25], [1.0, 0.0]),
    ] {
        let ray = Ray::new(origin, direction)?;
        let meeting = strip.plane.meet(&ray);
        let (caption, common) = match meeting {
            RayMeeting::Point {
                t,
                point,
                start,
                toward,
            } => (
                Caption {
                    variant: "Point",
                    fields: fields([
                        ("t", number(t)),
                        ("start", format!("{start:?}")),
                        ("toward", format!("{toward:?}")),
                    ]),
                },
                Some(point),
            ),
            RayMeeting::Within => (
                Caption {
                    variant: "Within",
                    fields: fields([("start()", format!("{:?}", meeting.start()))]),
                },
                None,
            ),
            RayMeeting::Apart { side, is_parallel } => (
                Caption {
                    variant: "Apart",
                    fields: fields([
                        ("side", format!("{side:?}")),
                        ("is_parallel", is_parallel.to_string()),
                    ]),
                },
                None,
            ),
        };
        let view = strip.panel(&caption)?;
        let tip = ray.at(if direction[0] > 1.0 { 2.0 } else { 4.0 });
        strip.canvas.arrow(view.at(origin), view.at(tip), INK, 2.0);
        strip.canvas.dot(view.at(origin), meeting.start());
        hit(&mut strip.canvas, &view, common);
    }
    Ok(strip.canvas.svg())
}

pub(crate) fn lines() -> Result<String, Box<dyn Error>> {
    let title = "A plane and a line: they meet in one point, or the line lies within the plane, or they \
                 are parallel and apart";
    let mut strip = Strip::new("meet_line", 3, title)?;
    for (origin, direction) in [
        ([-3.5, -1.5], [1.5, 0.75]),
        ([-1.0, 0.0], [2.0, 0.0]),
        ([-1.0, 1.25], [2.0, 0.0]),
    ] {
        let line = Line::new(origin, direction)?;
        let (caption, common) = match strip.plane.meet(&line) {
            LineMeeting::Point {
                t,
                point: at,
                toward,
            } => (
                Caption {
                    variant: "Point",
                    fields: fields([
                        ("t", number(t)),
                        ("point", point(&at)),
                        ("toward", format!("{toward:?}")),
                    ]),
                },
                Some(at),
            ),
            LineMeeting::Within => (
                Caption {
                    variant: "Within",
                    fields: fields([]),
                },
                None,
            ),
            LineMeeting::Apart { side } => (
                Caption {
                    variant: "Apart",
                    fields: fields([("side", format!("{side:?}"))]),
                },
                None,
            ),
        };
        let view = strip.panel(&caption)?;
        let [from, to] = [
            line.at(-0.6),
            line.at(if direction[1] == 0.0 { 2.0 } else { 4.2 }),
        ]
        .map(|end| view.at(end));
        strip.canvas.line(from, to, DASHED);
        strip
            .canvas
            .arrow(view.at(origin), view.at(line.at(1.0)), INK, 2.0);
        strip.canvas.dot(view.at(origin), strip.plane.side(&origin));
        hit(&mut strip.canvas, &view, common);
    }
    Ok(strip.canvas.svg())
}

/// Draws the common point of the plane and a line, ray or segment, if there is one.
fn hit(canvas: &mut Canvas, view: &View, common: Option<[f64; 2]>) {
    if let Some(common) = common {
        let at = view.at(common);
        canvas.dot(at, Side::On);
        canvas.circle(at, 9.0, RING);
    }
}
