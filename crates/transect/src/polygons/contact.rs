//! Rings that have no point in common, and whose edges have none but the ends of consecutive edges.

use alloc::vec::Vec;
use core::ops::Range;

use transect_exact::{Side, orient2d};

/// Returns `true` if two edges of rings have a common point that is not the end of one and the beginning of the next.
/// Without such points, rings are simple, and lie apart or within each other. The first point of a ring is not
/// repeated. The test is exact.
///
/// The rings are divided into chains along which neither coordinate turns back. Two ends of a chain, or of a part of
/// it, give its box. Successive chains are near each other. So a tree of boxes over the chains in their order finds the
/// pairs that are near, and pairs of chains are halved as long as their boxes have a common point. Smooth rings have
/// few chains.
///
/// ```
/// use transect::polygons::have_contact;
/// let square = |from: f64, to: f64| vec![[from, from], [to, from], [to, to], [from, to]];
/// assert!(!have_contact(&[square(0.0, 3.0), square(1.0, 2.0)]));
/// assert!(have_contact(&[square(0.0, 2.0), square(1.0, 3.0)]));
/// assert!(have_contact(&[square(0.0, 1.0), square(1.0, 2.0)])); // at one corner
/// ```
#[must_use]
pub fn have_contact(rings: &[Vec<[f64; 2]>]) -> bool {
    let mut points = Vec::with_capacity(rings.iter().map(|ring| ring.len() + 1).sum());
    let mut chains = Vec::new();
    for ring in rings.iter().filter(|ring| !ring.is_empty()) {
        let start = points.len();
        for point in ring.iter().chain(ring.first()) {
            if points[start..].last() != Some(point) {
                points.push(*point);
            }
        }
        add_chains(&points, start, &mut chains);
    }
    Edges::of(&points, chains).have_contact()
}

/// Adds the chains of the ring whose points begin at `start`. Its first point is also its last one.
fn add_chains(points: &[[f64; 2]], start: usize, chains: &mut Vec<Chain>) {
    let ring = start..points.len() - 1;
    let mut begin = start;
    let mut ways = [0_i8; 2];
    for end in ring.clone() {
        let own = [0, 1].map(|axis| way(points[end][axis], points[end + 1][axis]));
        if ways[0] * own[0] < 0 || ways[1] * own[1] < 0 {
            chains.push(Chain {
                edges: begin..end,
                ring: ring.clone(),
            });
            begin = end;
            ways = own;
        } else {
            ways = [0, 1].map(|axis| ways[axis] | own[axis]);
        }
    }
    if begin < ring.end {
        chains.push(Chain {
            edges: begin..ring.end,
            ring,
        });
    }
}

/// Returns 1 for an ascending pair of numbers, −1 for a descending one and 0 for equal numbers.
fn way(from: f64, to: f64) -> i8 {
    i8::from(from < to) - i8::from(to < from)
}

/// Successive edges of a ring along which neither coordinate turns back. An edge has the index of the point at which it
/// begins.
#[derive(Clone)]
struct Chain {
    edges: Range<usize>,
    /// All edges of the ring.
    ring: Range<usize>,
}

/// The least and the greatest coordinates.
type Bounds = [[f64; 2]; 2];

/// Returns the least and the greatest coordinates of a chain.
fn bounds(points: &[[f64; 2]], edges: &Range<usize>) -> Bounds {
    around(&[points[edges.start]; 2], &[points[edges.end]; 2])
}

/// Returns `true` if two boxes have a common point.
fn meet([least, most]: &Bounds, [other_least, other_most]: &Bounds) -> bool {
    (0..2).all(|axis| least[axis] <= other_most[axis] && other_least[axis] <= most[axis])
}

/// Returns the box of two boxes.
fn around([least, most]: &Bounds, [other_least, other_most]: &Bounds) -> Bounds {
    // Coordinates are not NaN, so comparisons replace `min` and `max`, which take more instructions.
    let less = |a: f64, b: f64| if b < a { b } else { a };
    let more = |a: f64, b: f64| if a < b { b } else { a };
    [
        [0, 1].map(|axis| less(least[axis], other_least[axis])),
        [0, 1].map(|axis| more(most[axis], other_most[axis])),
    ]
}

/// The edges of all rings.
struct Edges<'p> {
    points: &'p [[f64; 2]],
    chains: Vec<Chain>,
    /// The boxes of the chains; then of each two successive ones, and so on, up to the box of all.
    levels: Vec<Vec<Bounds>>,
}

impl<'p> Edges<'p> {
    fn of(points: &'p [[f64; 2]], chains: Vec<Chain>) -> Self {
        let mut levels: Vec<Vec<Bounds>> = Vec::new();
        let mut boxes: Vec<Bounds> = chains
            .iter()
            .map(|chain| bounds(points, &chain.edges))
            .collect();
        while boxes.len() > 1 {
            let pairs = boxes.chunks(2);
            let next = pairs.map(|pair| pair.iter().fold(pair[0], |all, own| around(&all, own)));
            let next = next.collect();
            levels.push(boxes);
            boxes = next;
        }
        levels.push(boxes);
        Self {
            points,
            chains,
            levels,
        }
    }

    /// Returns `true` if two chains have contact.
    fn have_contact(&self) -> bool {
        // Both halves of each node of the tree are compared.
        let nodes = self.levels.iter().enumerate();
        nodes.into_iter().any(|(level, boxes)| {
            (0..boxes.len() / 2).any(|pair| self.near(level, 2 * pair, 2 * pair + 1))
        })
    }

    /// Returns `true` if chains of two nodes on one level of the tree have contact.
    fn near(&self, level: usize, one: usize, other: usize) -> bool {
        let boxes = &self.levels[level];
        if !meet(&boxes[one], &boxes[other]) {
            return false;
        }
        let Some(below) = level.checked_sub(1) else {
            return self.meet(&self.chains[one], &self.chains[other]);
        };
        let halves = |node: usize| 2 * node..(2 * node + 2).min(self.levels[below].len());
        halves(one).any(|one| halves(other).any(|other| self.near(below, one, other)))
    }

    /// Returns `true` if two chains have contact.
    fn meet(&self, one: &Chain, other: &Chain) -> bool {
        let [box_of_one, box_of_other] = [one, other].map(|own| bounds(self.points, &own.edges));
        if !meet(&box_of_one, &box_of_other) {
            return false;
        }
        if one.edges.len() < other.edges.len() {
            return self.meet(other, one);
        }
        if one.edges.len() == 1 {
            return self.touch(one, other);
        }
        let middle = one.edges.start.midpoint(one.edges.end);
        let part = |edges: Range<usize>| Chain {
            edges,
            ring: one.ring.clone(),
        };
        self.meet(&part(one.edges.start..middle), other)
            || self.meet(&part(middle..one.edges.end), other)
    }

    /// Returns `true` if two edges have contact, given as chains of one edge each.
    fn touch(&self, one: &Chain, other: &Chain) -> bool {
        let next = |chain: &Chain| match chain.edges.end {
            end if end == chain.ring.end => chain.ring.start,
            end => end,
        };
        let ends =
            |chain: &Chain| [chain.edges.start, chain.edges.end].map(|own| &self.points[own]);
        let ([a, b], [c, d]) = (ends(one), ends(other));
        match (
            next(one) == other.edges.start,
            next(other) == one.edges.start,
        ) {
            (true, true) => true,
            (true, false) => turns_back(a, b, d),
            (false, true) => turns_back(c, d, b),
            (false, false) => {
                let is_apart = |from, to, [p, q]: [&[f64; 2]; 2]| {
                    let side = orient2d(from, to, p);
                    side != Side::On && side == orient2d(from, to, q)
                };
                !is_apart(a, b, [c, d]) && !is_apart(c, d, [a, b])
            }
        }
    }
}

/// Returns `true` if the way from `a` over `b` to `c` turns back onto itself at `b`.
fn turns_back(a: &[f64; 2], b: &[f64; 2], c: &[f64; 2]) -> bool {
    let ways = |to: &[f64; 2]| [0, 1].map(|axis| way(b[axis], to[axis]));
    ways(a) == ways(c) && orient2d(a, b, c) == Side::On
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    /// All pairs of edges, compared as the definition says.
    fn by_definition(rings: &[Vec<[f64; 2]>]) -> bool {
        let mut edges = Vec::new();
        for (number, ring) in rings.iter().enumerate() {
            let mut points = ring.clone();
            points.dedup();
            while points.len() > 1 && points.first() == points.last() {
                points.pop();
            }
            let count = if points.len() > 1 { points.len() } else { 0 };
            edges
                .extend((0..count).map(|i| (number, i, count, points[i], points[(i + 1) % count])));
        }
        let on = |p: &[f64; 2], q: &[f64; 2], r: &[f64; 2]| {
            orient2d(p, q, r) == Side::On
                && (0..2).all(|k| p[k].min(q[k]) <= r[k] && r[k] <= p[k].max(q[k]))
        };
        let crosses = |p: &[f64; 2], q: &[f64; 2], r: &[f64; 2], s: &[f64; 2]| {
            let sides = [orient2d(p, q, r), orient2d(p, q, s)];
            let others = [orient2d(r, s, p), orient2d(r, s, q)];
            sides[0] == -sides[1]
                && others[0] == -others[1]
                && sides[0] != Side::On
                && others[0] != Side::On
        };
        (0..edges.len()).any(|i| {
            (0..i).any(|j| {
                let (ring, own, count, a, b) = edges[i];
                let (other_ring, other, _, c, d) = edges[j];
                let follows = |first: usize, second: usize| {
                    ring == other_ring && (first + 1) % count == second
                };
                if follows(own, other) && follows(other, own) {
                    return true;
                }
                // Consecutive edges: the far end of one must not lie on the other.
                if follows(own, other) {
                    return on(&a, &b, &d) || on(&c, &d, &a);
                }
                if follows(other, own) {
                    return on(&c, &d, &b) || on(&a, &b, &c);
                }
                crosses(&a, &b, &c, &d)
                    || on(&a, &b, &c)
                    || on(&a, &b, &d)
                    || on(&c, &d, &a)
                    || on(&c, &d, &b)
            })
        })
    }

    #[test]
    fn random_rings_on_a_small_grid_agree_with_all_pairs() {
        let mut state = 7_u64;
        let mut random = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let mut found = [0; 2];
        for case in 0..4000 {
            let size = 4 + case % 30;
            let rings: Vec<Vec<[f64; 2]>> = (0..1 + random(3))
                .map(|_| {
                    let corners = 3 + random(5);
                    (0..corners)
                        .map(|_| [0, 1].map(|_| random(size) as f64))
                        .collect()
                })
                .collect();
            let expected = by_definition(&rings);
            assert_eq!(have_contact(&rings), expected, "{rings:?}");
            found[usize::from(expected)] += 1;
        }
        assert!(found[0] > 400 && found[1] > 400, "{found:?}");
    }

    /// Rings of many small squares: the lists are halved several times.
    #[test]
    fn the_only_contact_of_many_rings_is_found() {
        let square = |x: f64, y: f64| vec![[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]];
        let mut rings: Vec<Vec<[f64; 2]>> = (0..400)
            .map(|own| square(2.0 * f64::from(own % 20), 2.0 * f64::from(own / 20)))
            .collect();
        assert!(!have_contact(&rings));
        rings.push(vec![[3.25, 1.0], [3.5, 1.0], [3.5, 1.5]]);
        assert!(!have_contact(&rings), "beside a square at (2, 0)");
        rings.push(vec![[9.0, 9.0], [9.5, 9.5], [9.0, 9.5]]);
        assert!(have_contact(&rings), "at the corner of a square at (8, 8)");
        assert!(!have_contact(&[]));
        assert!(!have_contact(&[vec![], vec![[1.0, 2.0]]]));
        assert!(
            have_contact(&[vec![[1.0, 2.0], [3.0, 4.0]]]),
            "there and back"
        );
    }
}
