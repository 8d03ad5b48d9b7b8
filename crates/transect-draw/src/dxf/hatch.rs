//! The material of a section as HATCH entities, with the hatch of its class.

use crate::dxf::tags::Tags;
use crate::hatch::{Hatch, Motif};

/// The distance of the two lines of a pair, in spacings of the hatch.
const PAIR: f64 = 0.36;

/// A hatch in the plane, as parallel families of lines.
pub(super) struct HatchLines {
    name: &'static str,
    angle: f64,
    families: Vec<Family>,
}

/// Parallel lines, evenly spaced.
struct Family {
    /// The angle of the lines in degrees, counter-clockwise from the x axis.
    angle: f64,
    /// A point on one of the lines.
    base: [f64; 2],
    /// The vector from a line to the next one.
    step: [f64; 2],
    /// The lengths of the dashes of a line (zero for a dot) and of its gaps, which are negative. Empty for an unbroken
    /// line.
    dashes: Vec<f64>,
}

impl HatchLines {
    /// Returns a hatch. `px` is the length of one px of the drawing, in units of the plane.
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

    /// Writes a polygon with this hatch: its outer loop, and its holes.
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
        // The hatch is not solid, and it is not bound to other entities.
        tags.lines("70=0|71=0");
        tags.tag(91, loops.len());
        for (number, points) in loops.iter().enumerate() {
            // The flags of a boundary: 2 for a polyline, and 1 for the outer boundary.
            tags.tag(92, if number == 0 { 3 } else { 2 });
            tags.lines("72=0|73=1");
            tags.tag(93, points.len());
            tags.points(points);
            tags.lines("97=0");
        }
        // The style 0 fills the points that an odd number of boundaries is around. The type 2 is a pattern whose lines
        // follow.
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
