//! The search for a cell among ordered planes.

/// Returns the number of planes before a point, among `count` ordered planes. `is_before` is `true` for the planes before the
/// point and `false` for all that follow. The search begins at the index `near`, and takes a number of steps that grows with
/// the logarithm of the distance from the result.
pub(super) fn planes_before(count: u64, near: f64, is_before: impl Fn(u64) -> bool) -> u64 {
    // A conversion of NaN is 0, and other numbers are clamped.
    let start = (near as u64).min(count);
    // The result is from `low` to `high`.
    let (mut low, mut high) = (0, count);
    let mut step = 1_u64;
    if start < count && is_before(start) {
        low = start + 1;
        while low < high {
            let probe = low.saturating_add(step - 1).min(high - 1);
            if !is_before(probe) {
                high = probe;
                break;
            }
            low = probe + 1;
            step = step.saturating_mul(2);
        }
    } else {
        high = start;
        while low < high {
            let probe = high.saturating_sub(step).max(low);
            if is_before(probe) {
                low = probe + 1;
                break;
            }
            high = probe;
            step = step.saturating_mul(2);
        }
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if is_before(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::planes_before;

    #[test]
    fn the_start_of_the_search_does_not_matter() {
        for count in 0..20 {
            for result in 0..=count {
                for near in -3..25 {
                    let found = planes_before(count, f64::from(near), |index| index < result);
                    assert_eq!(found, result, "{count}, {near}");
                }
                for near in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                    assert_eq!(planes_before(count, near, |index| index < result), result);
                }
            }
        }
        let far = u64::MAX - 7;
        for near in [0.0, 1e19, f64::INFINITY] {
            assert_eq!(planes_before(u64::MAX, near, |index| index < far), far);
        }
    }
}
