//! An index of an ascending list of numbers. It finds the place of a number without a search of the whole list.

use alloc::vec::Vec;
use core::ops::Range;

/// An index of an ascending list. It divides the range of the list into buckets of equal width, one bucket per number
/// of the list, and holds the index of the first number in each bucket.
///
/// If the numbers are spread evenly, a bucket holds few of them, so a search takes constant time. If all numbers are in
/// one bucket, a search takes as long as a binary search of the list.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Buckets {
    lowest: f64,
    /// The number of buckets divided by the range of the list.
    per_unit: f64,
    /// For each bucket, the index of the first number in this bucket or a later one. The last entry is the length of
    /// the list.
    starts: Vec<u32>,
}

impl Buckets {
    /// Returns the index of a list that ascends and has no NaN.
    pub(super) fn of(list: &[f64]) -> Self {
        let lowest = list.first().copied().unwrap_or(0.0);
        let highest = list.last().copied().unwrap_or(0.0);
        let mut buckets = Self {
            lowest,
            // Equal numbers make this infinite, and an empty list makes it NaN. Casts to integers saturate and map NaN
            // to 0, which is right for both.
            per_unit: list.len() as f64 / (highest - lowest),
            starts: Vec::with_capacity(list.len() + 1),
        };
        for (index, value) in list.iter().enumerate() {
            let bucket = buckets.bucket(*value, list.len());
            while buckets.starts.len() <= bucket {
                buckets.starts.push(index as u32);
            }
        }
        buckets.starts.resize(list.len() + 1, list.len() as u32);
        buckets
    }

    /// Returns the bucket of a value. A greater value never has a lower bucket, because each operation is monotonic,
    /// rounding included. Values outside of the list's range, and NaN, have the first or the last bucket.
    fn bucket(&self, value: f64, count: usize) -> usize {
        let place = (value - self.lowest) * self.per_unit;
        (place as usize).min(count.saturating_sub(1))
    }

    /// Returns a range of indices. Every number of the list before this range is less than `value`, and every number
    /// after it is greater.
    fn range(&self, value: f64) -> Range<usize> {
        let count = self.starts.len() - 1;
        let bucket = self.bucket(value, count);
        let end = self.starts.get(bucket + 1).map_or(0, |end| *end as usize);
        self.starts[bucket] as usize..end
    }

    /// Returns the number of numbers in the indexed list that are less than `value`. For NaN, returns 0.
    pub(super) fn count_below(&self, list: &[f64], value: f64) -> usize {
        let range = self.range(value);
        range.start + list[range].partition_point(|other| *other < value)
    }

    /// Returns the number of numbers in the indexed list that are at most `value`. For NaN, returns 0.
    pub(super) fn count_to(&self, list: &[f64], value: f64) -> usize {
        let range = self.range(value);
        range.start + list[range].partition_point(|other| *other <= value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(list: &[f64]) {
        let buckets = Buckets::of(list);
        let near = list.iter().flat_map(|v| [*v, v.next_up(), v.next_down()]);
        let middles = list.windows(2).map(|pair| pair[0].midpoint(pair[1]));
        let special = [
            0.0,
            -0.0,
            f64::MIN,
            f64::MAX,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
        ];
        for value in near.chain(middles).chain(special) {
            let below = list.partition_point(|other| *other < value);
            let to = list.partition_point(|other| *other <= value);
            assert_eq!(buckets.count_below(list, value), below, "{value} {list:?}");
            assert_eq!(buckets.count_to(list, value), to, "{value} {list:?}");
        }
    }

    #[test]
    fn counts_are_those_of_a_binary_search() {
        check(&[]);
        check(&[3.0]);
        check(&[0.0; 5]);
        check(&[1.0, 1.0, 2.0, 2.0, 2.0, 7.0]);
        check(&[-1e300, 0.0, 1e300]);
        check(&[f64::MIN, f64::MAX]);
        check(&[0.0, f64::from_bits(1), f64::from_bits(2)]);
        let clustered: Vec<f64> = (0..200)
            .map(|i| 1e9 + (f64::from(i) / 10.0).exp())
            .collect();
        check(&clustered);
        let uneven = (0..300_i32).map(|i| f64::from(i * i * i % 7 + i) * 0.1);
        let mut uneven: Vec<f64> = uneven.collect();
        uneven.sort_by(f64::total_cmp);
        check(&uneven);
    }
}
