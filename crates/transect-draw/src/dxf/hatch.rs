//! The material of a section as HATCH entities, with the hatch of its class.

use std::f64::consts::SQRT_2;

use crate::dxf::tags::Tags;
use crate::hatch::{Hatch, Motif};

/// The distance between the two lines of a pair, as a share of the distance from one pair to the next.
const PAIR: f64 = 0.36;

/// A hatch in the plane: one or two families of parallel lines.
///
/// The families are written with the hatch, and most programs draw them. LibreCAD instead draws the pattern of its own
/// library that has the name of the hatch, and nothing without such a pattern. So the hatch has the name of the most
/// similar pattern of LibreCAD, with the scale and the angle at which that pattern has the same lines. The angle is in
/// degrees, as in the DXF reference. LibreCAD 2.2.0 reads radians, so lines of other directions than 45 degrees are turned
/// there.
pub(super) struct HatchLines {
    pattern: Pattern,
    /// The angle by which the pattern is turned, in degrees, counter-clockwise.
    angle: f64,
    /// The factor by which the pattern is enlarged.
    scale: f64,
    families: Vec<Family>,
}

/// A pattern of LibreCAD's library.
#[derive(Clone, Copy)]
struct Pattern {
    name: &'static str,
    /// The angle of its lines in degrees, counter-clockwise from the x axis.
    angle: f64,
    /// The distance between its lines. For dots, the distance at which the motif has as many dots per area.
    spacing: f64,
}

impl Pattern {
    const fn of(motif: Motif) -> Self {
        let (name, angle, spacing) = match motif {
            // AutoCAD has this pattern, too. LibreCAD has no pairs of lines.
            Motif::Lines | Motif::Pairs => ("ANSI31", 45.0, SQRT_2),
            Motif::Cross => ("PLASTIC", 45.0, SQRT_2),
            // Its tile has 550 dots on 100 × 100 units. The motif has two dots per square of its spacing.
            Motif::Dots => ("SAND", 0.0, 6.03),
        };
        Self {
            name,
            angle,
            spacing,
        }
    }
}

/// Evenly spaced parallel lines.
struct Family {
    /// The angle of the lines in degrees, counter-clockwise from the x axis.
    angle: f64,
    /// A point on one of the lines.
    base: [f64; 2],
    /// The vector from a line to the next one.
    step: [f64; 2],
    /// The lengths of the dashes of a line (zero for a dot), and the lengths of its gaps with a minus sign. The list is
    /// empty for an unbroken line.
    dashes: Vec<f64>,
}

impl HatchLines {
    /// Returns the lines of a hatch, whose lengths are in px. `px` is the length of one px in the units of the plane.
    pub(super) fn of(hatch: &Hatch, px: f64) -> Self {
        let spacing = hatch.spacing * px;
        let (sin, cos) = hatch.angle.to_radians().sin_cos();
        let at = |along: f64, across: f64| {
            [
                (along * cos - across * sin) * spacing,
                (along * sin + across * cos) * spacing,
            ]
        };
        let family = |base: [f64; 2]| Family {
            angle: hatch.angle,
            base,
            step: at(0.0, 1.0),
            dashes: Vec::new(),
        };
        let families = match hatch.motif {
            Motif::Lines => vec![family(at(0.0, 0.0))],
            Motif::Pairs => vec![family(at(0.0, 0.0)), family(at(0.0, PAIR))],
            Motif::Cross => {
                let crossing = Family {
                    angle: hatch.angle + 90.0,
                    step: at(1.0, 0.0),
                    ..family(at(0.0, 0.0))
                };
                vec![family(at(0.0, 0.0)), crossing]
            }
            Motif::Dots => {
                let dots = |base: [f64; 2]| Family {
                    dashes: vec![0.0, -spacing],
                    ..family(base)
                };
                vec![dots(at(0.0, 0.0)), dots(at(0.5, 0.5))]
            }
        };
        let pattern = Pattern::of(hatch.motif);
        Self {
            pattern,
            angle: (hatch.angle - pattern.angle).rem_euclid(360.0),
            scale: spacing / pattern.spacing,
            families,
        }
    }

    /// Writes a polygon that is filled with this hatch. `loops` are its outer loop, and then its holes.
    pub(super) fn write(
        &self,
        tags: &mut Tags,
        layer: &str,
        loops: &[Vec<[f64; 2]>],
        elevation: f64,
    ) {
        tags.entity("HATCH", layer, "AcDbHatch");
        tags.lines("10=0.0|20=0.0");
        tags.number(30, elevation);
        tags.lines("210=0.0|220=0.0|230=1.0");
        tags.tag(2, self.pattern.name);
        // 70=0 means a pattern rather than a solid fill. 71=0 means that the hatch does not depend on other entities.
        tags.lines("70=0|71=0");
        tags.tag(91, loops.len());
        for (number, points) in loops.iter().enumerate() {
            // The flags of a boundary: all have the flag 2 (a polyline), and the outer one also has the flag 1.
            tags.tag(92, if number == 0 { 3 } else { 2 });
            tags.lines("72=0|73=1");
            tags.tag(93, points.len());
            tags.points(points);
            tags.lines("97=0");
        }
        // 75=0 fills the points that lie inside an odd number of boundaries. 76=2 means a custom pattern, whose
        // families of lines follow.
        tags.lines("75=0|76=2");
        tags.number(52, self.angle);
        tags.number(41, self.scale);
        tags.lines("77=0");
        tags.tag(78, self.families.len());
        for family in &self.families {
            tags.number(53, family.angle);
            tags.number(43, family.base[0]);
            tags.number(44, family.base[1]);
            tags.number(45, family.step[0]);
            tags.number(46, family.step[1]);
            tags.tag(79, family.dashes.len());
            for dash in &family.dashes {
                tags.number(49, *dash);
            }
        }
        let seed = loops.first().and_then(|outer| inner_point(outer));
        match seed.or(loops.first().and_then(|outer| outer.first().copied())) {
            Some([x, y]) => {
                tags.lines("98=1");
                tags.number(10, x);
                tags.number(20, y);
            }
            None => tags.lines("98=0"),
        }
    }
}

/// Returns a point inside a loop, up to rounding: the middle between the first two crossings of the loop and a
/// horizontal line through the middle of an edge. Returns `None` for a loop without height.
fn inner_point(points: &[[f64; 2]]) -> Option<[f64; 2]> {
    let next = points.iter().cycle().skip(1);
    let edges: Vec<_> = points.iter().zip(next).collect();
    let (a, b) = edges.iter().find(|(a, b)| a[1] != b[1])?;
    let y = a[1] / 2.0 + b[1] / 2.0;
    let crossings = edges.iter().filter(|(a, b)| (a[1] > y) != (b[1] > y));
    let mut crossings: Vec<f64> = crossings
        .map(|(a, b)| a[0] + (b[0] - a[0]) * ((y - a[1]) / (b[1] - a[1])))
        .collect();
    crossings.sort_by(f64::total_cmp);
    match crossings[..] {
        [left, right, ..] => Some([left / 2.0 + right / 2.0, y]),
        _ => None,
    }
}
