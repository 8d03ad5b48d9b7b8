//! The section as polygons with holes and lines, as GeoJSON and WKT hold them.

use crate::drawing::Item;

/// A closed ring or a line: the first point of a ring is repeated as its last.
pub(crate) type Points = Vec<[f64; 2]>;

impl Item {
    /// The polygons: rings of at least four points, the outer one counter-clockwise, then its holes,
    /// clockwise.
    pub(crate) fn rings(&self) -> Vec<Vec<Points>> {
        let polygons = self.polygons.iter();
        let polygons = polygons.filter(|(outer, _)| encloses(&self.loops[*outer]));
        polygons
            .map(|(outer, holes)| {
                let holes = holes.iter().map(|&hole| &self.loops[hole]);
                let holes = holes.filter(|points| encloses(points));
                let mut rings = vec![ring(&self.loops[*outer], true)];
                rings.extend(holes.map(|points| ring(points, false)));
                rings
            })
            .collect()
    }

    /// What encloses nothing: the open chains, and loops of two points, there and back.
    pub(crate) fn lines(&self) -> Vec<Points> {
        let flat = self.loops.iter().filter(|points| points.len() == 2);
        let flat = flat.map(|points| ring(points, true));
        let chains = self.chains.iter().filter(|chain| chain.len() > 1);
        flat.chain(chains.map(|chain| chain.iter().map(plain).collect()))
            .collect()
    }
}

/// Whether a loop can be a ring at all.
fn encloses(points: &[[f64; 2]]) -> bool {
    points.len() > 2
}

/// The loop, closed, in the direction asked for; a surface that is inside out gives the other one.
fn ring(points: &[[f64; 2]], counter_clockwise: bool) -> Points {
    let mut ring: Points = points.iter().map(plain).collect();
    if (doubled_area(&ring) < 0.0) == counter_clockwise {
        ring.reverse();
    }
    ring.extend(ring.first().copied());
    ring
}

/// Twice the signed area, about the first point: far from the origin nothing is lost.
fn doubled_area(points: &[[f64; 2]]) -> f64 {
    let Some(&[x, y]) = points.first() else {
        return 0.0;
    };
    points.windows(2).fold(0.0, |sum, pair| {
        let [[ax, ay], [bx, by]] = [pair[0], pair[1]];
        sum + ((ax - x) * (by - y) - (bx - x) * (ay - y))
    })
}

/// The point without negative zeros, which some readers stumble over.
pub(crate) fn plain(&[x, y]: &[f64; 2]) -> [f64; 2] {
    [x + 0.0, y + 0.0]
}
