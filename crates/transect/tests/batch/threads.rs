//! Compares large batches with the same batches in small parts. With the feature `rayon` large batches use several
//! threads, and small parts use one thread.

use transect::batch::{AabbColumns, Batch, Masks, RegionCounts, RegionMasks, SideCounts};
use transect::{Plane, PlaneError, Region, Side};

use crate::random::Random;
use crate::run::is_long;

/// The number of rows of a small part: a multiple of the block size (64 rows), but too few rows for several threads to
/// be used.
const PART: usize = 6400;

/// All results for some boxes. If some of the boxes are null, `sides` stays empty, because computing the sides of a
/// batch panics at null rows.
#[derive(Debug, Default, PartialEq)]
struct Answers {
    bitmaps: [Vec<u64>; 6],
    of_planes: [[Vec<u64>; 2]; 2],
    counts: [usize; 4],
    region_counts: [usize; 4],
    counts_of_planes: [[usize; 4]; 2],
    sides: Vec<Side>,
    cut: Vec<usize>,
    plane_masks: Vec<u32>,
    distances: [Vec<u64>; 2],
}

fn numbers(counts: SideCounts) -> [usize; 4] {
    [counts.back, counts.on, counts.front, counts.null]
}

fn add(sum: &mut [usize; 4], more: [usize; 4]) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += more;
    }
}

impl Answers {
    /// Appends the results of more boxes; the first of these boxes is row `first` of the whole batch.
    fn ask(&mut self, boxes: &AabbColumns<'_, f32, 2>, planes: &[Plane<2>; 2], first: usize) {
        let [plane, _] = planes;
        let (rows, words) = (boxes.len(), boxes.len().div_ceil(64));
        let mut bitmaps: [Vec<u64>; 6] = std::array::from_fn(|_| vec![!0; words]);
        let [on, front, null, region_meets, inside, region_null] = &mut bitmaps;
        let null = Some(&mut null[..]);
        let counts = boxes.masks(plane, Masks { on, front, null });
        add(&mut self.counts, numbers(counts));
        assert_eq!(boxes.side_counts(plane), counts);
        let masks = RegionMasks {
            meets: region_meets,
            inside,
            null: Some(region_null),
        };
        let RegionCounts {
            outside,
            meets,
            inside,
            null,
        } = boxes.overlap(&Region::new(planes), masks);
        add(&mut self.region_counts, [outside, meets, inside, null]);
        for (all, bitmap) in self.bitmaps.iter_mut().zip(bitmaps) {
            all.extend(bitmap);
        }
        let mut of_planes: [[Vec<u64>; 2]; 2] = Default::default();
        for bitmap in of_planes.as_flattened_mut() {
            bitmap.resize(words, !0);
        }
        let mut masks = of_planes.each_mut().map(|[on, front]| Masks {
            on,
            front,
            null: None,
        });
        let mut counts_of_planes = [SideCounts::default(); 2];
        boxes.masks_of_planes(planes, &mut masks, &mut counts_of_planes);
        for (all, counts) in self.counts_of_planes.iter_mut().zip(counts_of_planes) {
            add(all, numbers(counts));
        }
        let pairs = self.of_planes.iter_mut().zip(of_planes);
        for (all, bitmap) in pairs.flat_map(|(all, bitmaps)| all.iter_mut().zip(bitmaps)) {
            all.extend(bitmap);
        }
        if counts.null == 0 {
            let mut sides = vec![Side::On; rows];
            boxes.sides(plane, &mut sides);
            self.sides.extend(sides);
        }
        self.cut
            .extend(boxes.on(plane).iter().map(|row| first + row));
        let mut masks = vec![!0; rows];
        boxes.plane_masks(planes, &mut masks);
        self.plane_masks.extend(masks);
        let mut distances = [vec![0.0; rows], vec![0.0; rows]];
        let [backmost, frontmost] = &mut distances;
        boxes.intervals(plane, backmost, frontmost);
        for (all, distances) in self.distances.iter_mut().zip(distances) {
            all.extend(distances.iter().map(|distance| distance.to_bits()));
        }
    }
}

#[test]
fn large_batches_as_their_parts() -> Result<(), PlaneError> {
    let mut random = Random::new(8);
    let planes = [Plane::new([3.0, -1.0], 2.0)?, Plane::new([1.0, 2.0], -1.0)?];
    let short = [20_479, 20_480, 20_481, 41_000];
    let long = [20_416, 20_545, 82_001];
    let further = if is_long() { &long[..] } else { &[] };
    for rows in short.into_iter().chain(further.iter().copied()) {
        for nulls in [false, true] {
            let mut columns: [Vec<f32>; 4] = Default::default();
            for _ in 0..rows {
                for axis in 0..2 {
                    let least = random.integer(9);
                    let is_inverted = nulls && random.one_in(100);
                    let size = if is_inverted {
                        -1.0
                    } else {
                        f64::from(random.below(4))
                    };
                    columns[axis].push(least as f32);
                    columns[axis + 2].push((least + size) as f32);
                }
            }
            let [a, b, c, d] = columns.each_ref().map(Vec::as_slice);
            let boxes = AabbColumns::new([a, b], [c, d]);
            let (mut whole, mut parts) = (Answers::default(), Answers::default());
            whole.ask(&boxes, &planes, 0);
            for first in (0..rows).step_by(PART) {
                let part = boxes.slice(first..rows.min(first + PART));
                parts.ask(&part, &planes, first);
            }
            if nulls {
                // The whole batch contains null boxes, so its `sides` are empty. Some small parts have no null boxes;
                // their `sides` are discarded.
                parts.sides.clear();
            }
            assert!(whole == parts, "{rows} rows");
        }
    }
    Ok(())
}
