//! The nearest points to points, by the largest difference of a coordinate.

use alloc::vec::Vec;

use transect_exact::vector::sub;

/// Returns the largest of the coordinate differences between two positions.
pub(super) fn distance(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    sub(a, b).iter().fold(0.0, |m: f64, c| m.max(c.abs()))
}

/// Returns, for each point, the index of the nearest point of `others`; of several nearest points, the first one.
///
/// The other points are sorted along the axis on which they spread most. From the place of a point, the search goes both
/// ways, until the difference on this axis alone exceeds the least distance.
pub(super) fn nearest(points: &[[f64; 3]], others: &[[f64; 3]]) -> Vec<Option<usize>> {
    let axis = widest_axis(others);
    let mut order: Vec<u32> = (0..others.len() as u32).collect();
    let along = |index: &u32| others[*index as usize][axis];
    order.sort_unstable_by(|a, b| along(a).total_cmp(&along(b)));
    let nearest = |point: &[f64; 3]| {
        let start = order.partition_point(|index| along(index) < point[axis]);
        let mut best: Option<(f64, u32)> = None;
        let mut take = |index: &u32| {
            let is_near = |best: (f64, u32)| (along(index) - point[axis]).abs() <= best.0;
            if !best.is_none_or(is_near) {
                return false;
            }
            let found = (distance(point, &others[*index as usize]), *index);
            best = Some(best.map_or(found, |best| if found < best { found } else { best }));
            true
        };
        let (before, after) = order.split_at(start);
        let _ = after.iter().all(&mut take);
        let _ = before.iter().rev().all(&mut take);
        best.map(|(_, index)| index as usize)
    };
    points.iter().map(nearest).collect()
}

/// Returns the axis on which points spread most.
fn widest_axis(points: &[[f64; 3]]) -> usize {
    let width = |axis: &usize| {
        let ends = points
            .iter()
            .fold([f64::INFINITY, f64::NEG_INFINITY], |ends, point| {
                [ends[0].min(point[*axis]), ends[1].max(point[*axis])]
            });
        ends[1] - ends[0]
    };
    (0..3)
        .max_by(|a, b| width(a).total_cmp(&width(b)))
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use transect_exact::SplitMix64;

    #[test]
    fn the_nearest_points_are_those_of_all_pairs() {
        let mut random = SplitMix64::new(5);
        for count in [0, 1, 2, 7, 60, 300] {
            for size in [[1, 1, 1], [4, 4, 4], [1, 50, 1], [1000, 3, 1000]] {
                let mut points = |count: usize| -> Vec<[f64; 3]> {
                    let point = |_| size.map(|size: u64| (random.bits() % size) as f64);
                    (0..count).map(point).collect()
                };
                let (points, others) = (points(40), points(count));
                for (point, found) in points.iter().zip(nearest(&points, &others)) {
                    let all = others.iter().map(|other| distance(point, other));
                    let expected = all.enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
                    assert_eq!(found, expected.map(|(index, _)| index));
                }
            }
        }
    }
}
