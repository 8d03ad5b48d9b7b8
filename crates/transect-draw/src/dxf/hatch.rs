//! The material of a section as HATCH entities, with the hatch of its class.

use crate::dxf::tags::Tags;
use crate::hatch::{Hatch, Motif};

/// The distance between the two lines of a pair, as a share of the distance from one pair to the next.
const PAIR: f64 = 0.36;

/// A hatch in the plane: one or two families of parallel lines.
pub(super) struct HatchLines {
    name: &'static str,
    angle: f64,
    families: Vec<Family>,
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
        let (name, families) = match hatch.motif {
            Motif::Lines => ("LINES", vec![family(at(0.0, 0.0))]),
            Motif::Pairs => ("PAIRS", vec![family(at(0.0, 0.0)), family(at(0.0, PAIR))]),
            Motif::Cross => {
                let crossing = Family {
                    angle: hatch.angle + 90.0,
                    step: at(1.0, 0.0),
                    ..family(at(0.0, 0.0))
                };
                ("CROSS", vec![family(at(0.0, 0.0)), crossing])
            }
            Motif::Dots => {
                let dots = |base: [f64; 2]| Family {
                    dashes: vec![0.0, -spacing],
                    ..family(base)
                };
                ("DOTS", vec![dots(at(0.0, 0.0)), dots(at(0.5, 0.5))])
            }
        };
        Self {
            name,
            angle: hatch.angle,
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
        tags.tag(2, self.name);
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
        tags.lines("41=1.0|77=0");
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
        tags.lines("98=0");
    }
}
