//! The section as polygons with holes and as lines, for GeoJSON and WKT.

use crate::drawing::Item;

/// The points of a closed ring or a line; the last point of a ring repeats its first.
pub(crate) type Points = Vec<[f64; 2]>;

impl Item {
    /// Returns the polygons of the section. Each is a list of rings with at least four points:
    /// first the counter-clockwise outer ring, then the clockwise holes.
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

    /// Returns the lines: the open chains, and loops of two points, which enclose nothing.
    pub(crate) fn lines(&self) -> Vec<Points> {
        let flat = self.loops.iter().filter(|points| points.len() == 2);
        let flat = flat.map(|points| ring(points, true));
        let chains = self.chains.iter().filter(|chain| chain.len() > 1);
        flat.chain(chains.map(|chain| chain.iter().map(plain).collect()))
            .collect()
    }
}

/// Returns `true` if a loop has enough points for a ring.
fn encloses(points: &[[f64; 2]]) -> bool {
    points.len() > 2
}

/// Returns the closed loop in the requested direction.
/// The loops of an inside-out surface have the opposite direction and are reversed.
fn ring(points: &[[f64; 2]], counter_clockwise: bool) -> Points {
    let mut ring: Points = points.iter().map(plain).collect();
    if (doubled_area(&ring) < 0.0) == counter_clockwise {
        ring.reverse();
    }
    ring.extend(ring.first().copied());
    ring
}

/// Returns twice the signed area of a loop. It is computed about the first point, to keep accuracy far from the origin.
fn doubled_area(points: &[[f64; 2]]) -> f64 {
    let Some(&[x, y]) = points.first() else {
        return 0.0;
    };
    points.windows(2).fold(0.0, |sum, pair| {
        let [[ax, ay], [bx, by]] = [pair[0], pair[1]];
        sum + ((ax - x) * (by - y) - (bx - x) * (ay - y))
    })
}

/// Returns the point without negative zeros, which some readers reject.
pub(crate) fn plain(&[x, y]: &[f64; 2]) -> [f64; 2] {
    [x + 0.0, y + 0.0]
}
