//! Sorts of short or rare lists, with little code to compile.
//!
//! The standard library's sorts compile to 5 to 16 KB for each type of element and each order, and were a seventh of the
//! library's code. Lists of numbers use them. The functions here are for other lists: only their short parts are
//! compiled for each type.

use alloc::vec::Vec;
use core::cmp::Ordering;

/// The greatest length of lists that are sorted by insertion.
const SHORT: usize = 8;

/// Sorts a list in ascending order; equal elements keep their order.
pub fn sort<T: Ord>(list: &mut [T]) {
    sort_by(list, T::cmp);
}

/// Sorts a list in ascending order of keys; elements with equal keys keep their order.
pub fn sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(list, |a, b| key(a).cmp(&key(b)));
}

/// Sorts a list in the order that `compare` says; equal elements keep their order.
pub fn sort_by<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    if list.len() <= SHORT {
        for end in 1..list.len() {
            let mut place = end;
            while place > 0 && compare(&list[place - 1], &list[place]) == Ordering::Greater {
                list.swap(place - 1, place);
                place -= 1;
            }
        }
        return;
    }
    let mut order = order(list.len(), &|a, b| compare(&list[a], &list[b]));
    for first in 0..list.len() {
        // The places from `first` on get their elements, up to the place whose element was the first one.
        let mut place = first;
        while order[place] != first {
            let from = order[place];
            list.swap(place, from);
            order[place] = place;
            place = from;
        }
        order[place] = place;
    }
}

/// Sorts pairs of numbers in ascending order of the first, and then of the second.
pub fn sort_pairs(pairs: &mut [[u32; 2]]) {
    let key = |&[a, b]: &[u32; 2]| u64::from(a) << 32 | u64::from(b);
    let mut keys: Vec<u64> = pairs.iter().map(key).collect();
    keys.sort_unstable();
    for (pair, key) in pairs.iter_mut().zip(keys) {
        *pair = [(key >> 32) as u32, key as u32];
    }
}

/// Returns the indices of the elements of a list in the order of the elements.
fn order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| compare(a, b));
    order
}

/// Returns three elements in ascending order.
pub fn ascending<T: Ord + Copy>([a, b, c]: [T; 3]) -> [T; 3] {
    let (low, high) = (a.min(b), a.max(b));
    [low.min(c), low.max(high.min(c)), high.max(c)]
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{ascending, sort_by_key, sort_pairs};
    use crate::random::SplitMix64;

    #[test]
    fn lists_as_by_the_standard_library() {
        let mut random = SplitMix64::new(1);
        for count in (0..40).chain([100, 1000]) {
            for values in [1, 3, 1000] {
                let list: Vec<(usize, usize)> =
                    (0..count).map(|i| (random.below(values), i)).collect();
                let mut expected = list.clone();
                expected.sort_by_key(|&(key, _)| key);
                let mut sorted = list;
                sort_by_key(&mut sorted, |&(key, _)| key);
                assert_eq!(sorted, expected);
            }
        }
    }

    #[test]
    fn pairs_by_the_first_and_then_by_the_second_number() {
        let mut pairs = [[1, u32::MAX], [u32::MAX, 0], [1, 2], [0, 3], [1, 2]];
        let mut expected = pairs;
        expected.sort_unstable();
        sort_pairs(&mut pairs);
        assert_eq!(pairs, expected);
    }

    #[test]
    fn three_numbers_in_each_order() {
        for a in 0..3 {
            for b in 0..3 {
                for c in 0..3 {
                    let mut expected = [a, b, c];
                    expected.sort_unstable();
                    assert_eq!(ascending([a, b, c]), expected);
                }
            }
        }
    }
}
