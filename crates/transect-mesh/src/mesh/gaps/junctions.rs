//! T-junctions: vertices that lie exactly on an open edge, next to which edges in both directions meet.

use alloc::vec::Vec;

use transect_exact::{Side, orient2d};

use crate::mesh::gaps::chain::Chain;
use crate::mesh::gaps::divisions::{Divisions, Edge};

/// The prime 2⁶¹ − 1. Coordinates are dyadic numbers, so each is a number modulo this prime.
const PRIME: u64 = (1 << 61) - 1;

/// Returns the divisions of open edges at the vertices that lie exactly on them, where the edges on both sides then cancel.
///
/// The edges are grouped by their lines. On each line, the vertices divide the edges into intervals. An edge is divided at a
/// vertex inside it if edges of both directions run along an interval that begins or ends there.
pub(super) fn junctions(positions: &[[f64; 3]], chain: &Chain) -> Divisions {
    let mut divisions = Divisions::default();
    let ends = |edge: Edge| edge.map(|vertex| &positions[vertex as usize]);
    let keys = keys(chain.edges.iter().map(|(edge, _)| ends(*edge)));
    let mut edges: Vec<(Key, (Edge, i64))> = keys.into_iter().zip(chain.edges.clone()).collect();
    edges.sort_unstable();
    for same in edges.chunk_by(|(one, _), (other, _)| one == other) {
        if same.len() == 1 {
            continue;
        }
        // Edges of different lines hardly ever have one key, but they may.
        let mut edges: Vec<(Edge, i64)> = same.iter().map(|(_, edge)| *edge).collect();
        while edges.len() > 1 {
            let [a, b] = ends(edges[0].0);
            let (line, rest): (Vec<_>, Vec<_>) = edges
                .into_iter()
                .partition(|(edge, _)| ends(*edge).iter().all(|end| is_on_line(a, b, end)));
            divide(positions, &line, &mut divisions);
            edges = rest;
        }
    }
    divisions
}

/// Divides the edges of one line.
fn divide(positions: &[[f64; 3]], edges: &[(Edge, i64)], divisions: &mut Divisions) {
    if edges.len() < 2 {
        return;
    }
    let [a, b] = edges[0].0.map(|vertex| &positions[vertex as usize]);
    let axis = (0..3).find(|&axis| a[axis] != b[axis]).unwrap_or(0);
    // All positions differ, so they differ along this axis.
    let at = |vertex: u32| positions[vertex as usize][axis];
    let mut vertices: Vec<u32> = edges.iter().flat_map(|(edge, _)| *edge).collect();
    vertices.sort_unstable_by(|&one, &other| at(one).total_cmp(&at(other)));
    vertices.dedup();
    let place = |vertex: u32| {
        let found = vertices.binary_search_by(|&other| at(other).total_cmp(&at(vertex)));
        found.unwrap_or_else(|place| place)
    };
    // For each interval, the numbers of edges that run along it, in both directions: first their changes, then their sums.
    let mut counts = alloc::vec![[0_i64; 2]; vertices.len()];
    let ranges: Vec<[usize; 2]> = edges.iter().map(|(edge, _)| edge.map(place)).collect();
    for (range, (_, times)) in ranges.iter().zip(edges) {
        let runs_up = (range[0] < range[1]) == (*times > 0);
        let direction = usize::from(runs_up);
        counts[range[0].min(range[1])][direction] += 1;
        counts[range[0].max(range[1])][direction] -= 1;
    }
    let mut sums = [0; 2];
    for count in &mut counts {
        for (sum, change) in sums.iter_mut().zip(count) {
            *sum += *change;
            *change = *sum;
        }
    }
    let is_met = |interval: usize| counts[interval][0] > 0 && counts[interval][1] > 0;
    for (range, (edge, _)) in ranges.iter().zip(edges) {
        let inside = range[0].min(range[1]) + 1..range[0].max(range[1]);
        let points = inside.filter(|&point| is_met(point - 1) || is_met(point));
        let mut points: Vec<u32> = points.map(|point| vertices[point]).collect();
        if range[0] > range[1] {
            points.reverse();
        }
        if !points.is_empty() {
            divisions.insert(*edge, points);
        }
    }
}

/// Returns `true` if a point lies on the line through two different points.
fn is_on_line(a: &[f64; 3], b: &[f64; 3], point: &[f64; 3]) -> bool {
    [[0, 1], [1, 2], [2, 0]].iter().all(|axes| {
        let [a, b, point] = [a, b, point].map(|own| axes.map(|axis| own[axis]));
        orient2d(&a, &b, &point) == Side::On
    })
}

/// The numbers that all edges of one line share: the first axis along which it runs, its slopes along the other two axes, and
/// its point at which the coordinate of the first axis is 0; modulo a prime.
type Key = (usize, [u64; 4]);

/// Returns the key of each edge, given by its ends.
fn keys<'p>(edges: impl Iterator<Item = [&'p [f64; 3]; 2]>) -> Vec<Key> {
    let vector = |[a, b]: [&[f64; 3]; 2]| {
        let axis = (0..3).find(|&axis| a[axis] != b[axis]).unwrap_or(0);
        let [from, to] = [a, b].map(|point| point.map(residue));
        let direction = [0, 1, 2].map(|axis| minus(to[axis], from[axis]));
        (axis, from, direction)
    };
    let vectors: Vec<(usize, [u64; 3], [u64; 3])> = edges.map(vector).collect();
    let mut steps: Vec<u64> = vectors
        .iter()
        .map(|(axis, _, direction)| direction[*axis])
        .collect();
    invert(&mut steps);
    let key = |((axis, from, direction), inverse): ((usize, [u64; 3], [u64; 3]), u64)| {
        let [next, last] = [(axis + 1) % 3, (axis + 2) % 3];
        let slopes = [next, last].map(|other| times(direction[other], inverse));
        let meets = |other: usize, slope: u64| minus(from[other], times(from[axis], slope));
        let at_zero = [meets(next, slopes[0]), meets(last, slopes[1])];
        (axis, [slopes[0], slopes[1], at_zero[0], at_zero[1]])
    };
    vectors.into_iter().zip(steps).map(key).collect()
}

/// Returns a finite float modulo the prime. Modulo 2⁶¹ − 1, a power of two turns the bits of a number.
fn residue(value: f64) -> u64 {
    let bits = value.abs().to_bits();
    let (exponent, fraction) = ((bits >> 52) as u32, bits & ((1 << 52) - 1));
    let (mantissa, exponent) = match exponent {
        0 => (fraction, 1),
        _ => (fraction | 1 << 52, exponent),
    };
    // The value is mantissa · 2^(exponent − 1075), and 1098 is 18 · 61.
    let turn = (exponent + 1098 - 1075) % 61;
    let turned = if turn == 0 {
        mantissa
    } else {
        ((mantissa << turn) & PRIME) | mantissa >> (61 - turn)
    };
    let residue = if turned == PRIME { 0 } else { turned };
    if value < 0.0 {
        minus(0, residue)
    } else {
        residue
    }
}

fn minus(a: u64, b: u64) -> u64 {
    if a >= b { a - b } else { a + PRIME - b }
}

fn times(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    let sum = (product as u64 & PRIME) + (product >> 61) as u64;
    if sum >= PRIME { sum - PRIME } else { sum }
}

/// Replaces each number by its inverse, and 0 by 0. The inverse of the product of all numbers is enough: an inverse takes as
/// much time as a hundred products (Montgomery 1987, Mathematics of Computation 48, section 10.3.1).
fn invert(numbers: &mut [u64]) {
    let mut product = 1;
    let before: Vec<u64> = numbers
        .iter()
        .map(|&number| {
            let before = product;
            product = times(product, number.max(1));
            before
        })
        .collect();
    let mut inverse_of_product = inverse(product);
    for (number, before) in numbers.iter_mut().zip(before).rev() {
        let inverse = times(inverse_of_product, before);
        inverse_of_product = times(inverse_of_product, (*number).max(1));
        *number = if *number == 0 { 0 } else { inverse };
    }
}

/// Returns 1/a, which is a^(PRIME − 2); 0 for 0.
fn inverse(a: u64) -> u64 {
    let (mut power, mut result) = (a, 1);
    let mut exponent = PRIME - 2;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, power);
        }
        power = times(power, power);
        exponent >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use transect_exact::SplitMix64;

    #[test]
    fn residues_are_those_of_the_numbers() {
        let random = &mut SplitMix64::new(3);
        assert_eq!([0.0, 1.0, -1.0].map(residue), [0, 1, PRIME - 1]);
        assert_eq!(times(residue(0.5), 2), 1);
        for _ in 0..10_000 {
            // Products of integers that are floats, times a power of two.
            let [a, b] = [(); 2].map(|()| random.bits() as i64 >> 38);
            let power = 2.0_f64.powi((random.bits() % 600) as i32 - 300);
            let [one, other] = [a, b].map(|own| own as f64 * power);
            assert_eq!(
                residue(a as f64 * b as f64 * power),
                times(residue(one), residue(b as f64))
            );
            assert_eq!(
                residue((a + b) as f64),
                minus(residue(a as f64), residue(-b as f64))
            );
            if a != 0 {
                assert_eq!(times(residue(one), inverse(residue(one))), 1);
                assert_eq!(minus(residue(other), residue(other)), 0);
            }
        }
    }

    #[test]
    fn many_inverses_are_those_of_the_numbers() {
        let random = &mut SplitMix64::new(6);
        for count in [0, 1, 2, 50] {
            let numbers: Vec<u64> = (0..count)
                .map(|place| {
                    if place % 7 == 3 {
                        0
                    } else {
                        random.bits() >> 3
                    }
                })
                .collect();
            let mut inverses = numbers.clone();
            invert(&mut inverses);
            for (number, own) in numbers.iter().zip(inverses) {
                assert_eq!(own, inverse(*number));
            }
        }
    }

    #[test]
    fn edges_of_one_line_have_one_key() {
        let random = &mut SplitMix64::new(4);
        for _ in 0..1000 {
            let mut point = || [(); 3].map(|()| (random.bits() % 200) as f64 / 8.0 - 9.0);
            let [a, b] = [point(), point()];
            let at = |t: f64| [0, 1, 2].map(|axis| a[axis] + t * (b[axis] - a[axis]));
            if a != b {
                let other = [at(-3.0), at(0.25)];
                let keys = keys([[&a, &b], [&other[1], &other[0]]].into_iter());
                assert_eq!(keys[0], keys[1]);
                assert!(is_on_line(&a, &b, &other[0]));
                let beside = [other[0][0].next_up(), other[0][1], other[0][2]];
                let is_along = a[1] == b[1] && a[2] == b[2];
                assert_eq!(is_on_line(&a, &b, &beside), is_along);
            }
        }
    }
}
