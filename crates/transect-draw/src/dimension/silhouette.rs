//! The outline of a drawing as seen from one of its four sides.

use crate::dimension::edge::Edge;
use crate::dimension::envelope::Envelope;

/// A side of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Below,
    Left,
    Above,
    Right,
}

impl Side {
    /// Returns a point as its position along the side and its depth, which is less for points nearer to the viewer.
    pub(super) fn seen(self, [x, y]: [f64; 2]) -> [f64; 2] {
        match self {
            Self::Below => [x, y],
            Self::Above => [x, -y],
            Self::Left => [y, x],
            Self::Right => [y, -x],
        }
    }

    /// Returns the point with this position along the side and this depth.
    pub(super) fn point(self, [along, depth]: [f64; 2]) -> [f64; 2] {
        match self {
            Self::Below => [along, depth],
            Self::Above => [along, -depth],
            Self::Left => [depth, along],
            Self::Right => [-depth, along],
        }
    }

    /// Returns `true` if positions along the side are y coordinates.
    pub(super) fn is_upright(self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }
}

/// A part of the silhouette: the edge that is nearest to the viewer between two positions.
#[derive(Clone, Copy, Debug)]
struct Piece {
    from: f64,
    to: f64,
    edge: Edge,
}

/// A position of a chain of dimensions, with the depth of the outline there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stop {
    pub(super) along: f64,
    pub(super) depth: f64,
}

/// Returns the positions at which the silhouette begins, ends, changes between solid parts and openings, has a step
/// deeper than `step`, or changes between a face that is parallel to the side and another face. The last rule holds
/// for parallel faces that are longer than `face`.
pub(super) fn stops(edges: &[Edge], step: f64, face: f64) -> Vec<Stop> {
    let pieces = silhouette(edges);
    let mut stops = Vec::new();
    let Some((first, last)) = pieces.first().zip(pieces.last()) else {
        return stops;
    };
    let stop = |along: f64, pieces: &[&Piece]| {
        let depths = pieces.iter().map(|piece| piece.edge.depth(along));
        Stop {
            along,
            depth: depths.fold(f64::INFINITY, f64::min),
        }
    };
    stops.push(stop(first.from, &[first]));
    let is_face = |piece: &Piece| piece.edge.is_flat() && piece.to - piece.from > face;
    for two in pieces.windows(2) {
        let [before, after] = [&two[0], &two[1]];
        if before.to < after.from {
            stops.push(stop(before.to, &[before]));
            stops.push(stop(after.from, &[after]));
            continue;
        }
        let along = after.from;
        let jump = (before.edge.depth(along) - after.edge.depth(along)).abs();
        let turns =
            before.edge.is_flat() != after.edge.is_flat() && (is_face(before) || is_face(after));
        if before.edge.is_solid != after.edge.is_solid || jump > step || turns {
            stops.push(stop(along, &[before, after]));
        }
    }
    stops.push(stop(last.to, &[last]));
    stops
}

/// Returns the edge nearest to the viewer at each position, as pieces in ascending order.
fn silhouette(edges: &[Edge]) -> Vec<Piece> {
    let mut edges: Vec<&Edge> = edges
        .iter()
        .filter(|edge| edge.ends[0][0] < edge.ends[1][0])
        .collect();
    edges.sort_by(|a, b| a.ends[0][0].total_cmp(&b.ends[0][0]));
    let envelope = Envelope::of(&edges);
    let mut pieces: Vec<Piece> = Vec::new();
    for (interval, two) in envelope.ends.windows(2).enumerate() {
        let [from, to] = [two[0], two[1]];
        let Some(edge) = envelope.nearest_in(interval).map(|edge| *edges[edge]) else {
            continue;
        };
        match pieces.last_mut() {
            Some(last) if last.to == from && last.edge.ends == edge.ends => last.to = to,
            _ => pieces.push(Piece { from, to, edge }),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the edges of a rectangle seen from a side.
    fn rectangle(side: Side, [x0, y0, x1, y1]: [f64; 4], is_solid: bool) -> Vec<Edge> {
        let corners = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
        (0..4)
            .map(|corner| {
                let [a, b] = [corner, (corner + 1) % 4].map(|corner| side.seen(corners[corner]));
                Edge::of(a, b, is_solid)
            })
            .collect()
    }

    #[test]
    fn a_wall_with_a_window_has_a_stop_at_each_jamb() {
        for (side, places, depth) in [
            (Side::Below, vec![0.0, 2.0, 3.5, 9.0], 0.0),
            (Side::Above, vec![0.0, 2.0, 3.5, 9.0], -0.3),
            (Side::Left, vec![0.0, 0.3], 0.0),
            (Side::Right, vec![0.0, 0.3], -9.0),
        ] {
            let mut edges = rectangle(side, [0.0, 0.0, 2.0, 0.3], true);
            edges.extend(rectangle(side, [3.5, 0.0, 9.0, 0.3], true));
            edges.extend(rectangle(side, [2.0, 0.1, 3.5, 0.2], false));
            let stops = stops(&edges, 0.5, 100.0);
            let found: Vec<f64> = stops.iter().map(|stop| stop.along).collect();
            assert_eq!(found, places, "{side:?}");
            assert_eq!(stops[0].depth, depth, "{side:?}");
        }
    }

    #[test]
    fn only_steps_that_are_deep_enough_are_stops() {
        let mut edges = rectangle(Side::Below, [0.0, 0.0, 5.0, 8.0], true);
        edges.extend(rectangle(Side::Below, [5.0, 2.0, 7.0, 8.0], true));
        edges.extend(rectangle(Side::Below, [7.0, 2.1, 9.0, 8.0], true));
        let stops = stops(&edges, 0.5, 100.0);
        let seen: Vec<[f64; 2]> = stops.iter().map(|stop| [stop.along, stop.depth]).collect();
        assert_eq!(seen, [[0.0, 0.0], [5.0, 0.0], [9.0, 2.1]]);
    }

    #[test]
    fn a_gap_has_a_stop_at_each_end() {
        let mut edges = rectangle(Side::Below, [0.0, 0.0, 2.0, 0.3], true);
        edges.extend(rectangle(Side::Below, [5.0, 0.0, 9.0, 0.3], true));
        let stops = stops(&edges, 0.5, 100.0);
        let found: Vec<f64> = stops.iter().map(|stop| stop.along).collect();
        assert_eq!(found, [0.0, 2.0, 5.0, 9.0]);
    }

    /// The right edge rises by the distance between two floats.
    #[test]
    fn an_edge_that_rises_at_all_is_not_parallel_to_its_side() {
        for (end, places) in [
            (1.0_f64.next_up(), vec![0.0, 5.0, 10.0]),
            (1.0, vec![0.0, 10.0]),
        ] {
            let edges = [
                Edge::of([0.0, 1.0], [5.0, 1.0], true),
                Edge::of([5.0, 1.0], [10.0, end], true),
            ];
            let stops = stops(&edges, 0.5, 2.0);
            let found: Vec<f64> = stops.iter().map(|stop| stop.along).collect();
            assert_eq!(found, places);
        }
    }

    #[test]
    fn a_chamfer_is_dimensioned_and_a_curve_is_not() {
        let chamfered = [[0.0, 1.0], [1.0, 0.0], [9.0, 0.0], [10.0, 1.0]];
        let edges: Vec<Edge> = chamfered
            .windows(2)
            .map(|two| Edge::of(two[0], two[1], true))
            .collect();
        let along = |edges: &[Edge]| -> Vec<f64> {
            let stops = stops(edges, 0.5, 2.0);
            stops.iter().map(|stop| stop.along).collect()
        };
        assert_eq!(along(&edges), [0.0, 1.0, 9.0, 10.0]);
        let arc: Vec<[f64; 2]> = (0..=20)
            .map(|step| {
                let angle = f64::from(step) * std::f64::consts::PI / 20.0;
                [-angle.cos(), -angle.sin()]
            })
            .collect();
        let edges: Vec<Edge> = arc
            .windows(2)
            .map(|two| Edge::of(two[0], two[1], true))
            .collect();
        assert_eq!(along(&edges), [-1.0, 1.0]);
    }
}
