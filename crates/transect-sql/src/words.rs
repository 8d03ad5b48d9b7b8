//! Words as answers: sides of planes, and relations to regions.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, Int8Array, StringViewArray};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::compute::take;
use transect::{Overlap, Side};

use crate::error::FunctionError;

/// The words of sides, in the order of [`side_key`].
pub(crate) const SIDES: [&str; 3] = ["back", "on", "front"];

/// The words of relations to a region, in the order of [`overlap_key`].
pub(crate) const OVERLAPS: [&str; 3] = ["outside", "meets", "inside"];

pub(crate) fn side_key(side: Side) -> i8 {
    side as i8 + 1
}

pub(crate) fn overlap_key(overlap: Overlap) -> i8 {
    match overlap {
        Overlap::Outside => 0,
        Overlap::Meets => 1,
        Overlap::Inside => 2,
    }
}

/// Returns the words with the given indices as an array of texts. `None` becomes NULL.
pub(crate) fn words(
    function: &'static str,
    words: [&str; 3],
    keys: impl IntoIterator<Item = Option<i8>>,
) -> Result<ArrayRef, FunctionError> {
    texts(function, words, &Int8Array::from_iter(keys))
}

/// Returns words for the bits of two bitmaps: the second word where a bit of `second` is set, the third word where a bit
/// of `third` is set, otherwise the first word. Rows with a bit in `null` or a null in `nulls` become NULL.
pub(crate) fn words_of_bits(
    function: &'static str,
    choice: [&str; 3],
    second: &[u64],
    third: &[u64],
    null: &[u64],
    nulls: Option<&NullBuffer>,
    rows: usize,
) -> Result<ArrayRef, FunctionError> {
    let mut keys = Vec::with_capacity(rows.next_multiple_of(64));
    for (second, third) in second.iter().zip(third) {
        keys.extend((0..64).map(|bit| (second >> bit & 1) as i8 + 2 * (third >> bit & 1) as i8));
    }
    keys.truncate(rows);
    let nulls = match (null.iter().any(|&word| word != 0), nulls) {
        (false, nulls) => nulls.cloned(),
        (true, nulls) => {
            let valid = (0..rows).map(|row| null[row / 64] >> (row % 64) & 1 == 0);
            NullBuffer::union(Some(&NullBuffer::from_iter(valid)), nulls)
        }
    };
    texts(function, choice, &Int8Array::new(keys.into(), nulls))
}

fn texts(
    function: &'static str,
    words: [&str; 3],
    keys: &Int8Array,
) -> Result<ArrayRef, FunctionError> {
    let words: ArrayRef = Arc::new(StringViewArray::from_iter_values(words));
    take(&words, keys, None).map_err(|error| FunctionError {
        function,
        argument: None,
        row: None,
        reason: error.to_string(),
    })
}
