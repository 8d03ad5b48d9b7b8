//! The answers of a batch of rows: sides of planes, or relations to regions.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, BooleanArray, Int8Array, StringViewArray};
use datafusion::arrow::buffer::{BooleanBuffer, Buffer, NullBuffer};
use datafusion::arrow::compute::take;
use transect::batch::{Masks, RegionMasks};

use crate::error::FunctionError;

/// The answers of a batch, as bitmaps. Each answer is one of three words, which have the indices 0, 1 and 2, or NULL.
#[derive(Clone, Debug)]
pub(crate) struct Answers {
    /// The rows with the word of index 1.
    second: Vec<u64>,
    /// The rows with the word of index 2.
    third: Vec<u64>,
    /// The rows that are NULL because they are not shapes.
    null: Vec<u64>,
    /// The rows that are NULL in the arguments.
    nulls: Option<NullBuffer>,
    rows: usize,
}

impl Answers {
    /// Returns answers that are all the word of index 0, except in the rows that are NULL in the arguments.
    pub(crate) fn new(rows: usize, nulls: Option<NullBuffer>) -> Self {
        let count = rows.div_ceil(64);
        let [second, third, null] = [vec![0; count], vec![0; count], vec![0; count]];
        Self {
            second,
            third,
            null,
            nulls,
            rows,
        }
    }

    /// Returns the answers with the given indices. `None` is NULL.
    pub(crate) fn of_keys(rows: usize, keys: impl Iterator<Item = Option<usize>>) -> Self {
        let mut answers = Self::new(rows, None);
        for (row, key) in keys.enumerate() {
            let bitmap = match key {
                Some(0) => continue,
                Some(1) => &mut answers.second,
                Some(_) => &mut answers.third,
                None => &mut answers.null,
            };
            bitmap[row / 64] |= 1 << (row % 64);
        }
        answers
    }

    /// Returns the bitmaps for the sides of a plane. The words are back, on and front.
    pub(crate) fn side_masks(&mut self) -> Masks<'_> {
        Masks {
            on: &mut self.second,
            front: &mut self.third,
            null: Some(&mut self.null),
        }
    }

    /// Returns the bitmaps for the relations to a region. The words are outside, meets and inside.
    pub(crate) fn region_masks(&mut self) -> RegionMasks<'_> {
        RegionMasks {
            meets: &mut self.second,
            inside: &mut self.third,
            null: Some(&mut self.null),
        }
    }

    /// Returns a bitmap of Arrow.
    fn bitmap(&self, words: impl Iterator<Item = u64>) -> BooleanBuffer {
        // Arrow's bitmaps begin with the lowest bit of the first byte.
        let words: Vec<u64> = words.map(u64::to_le).collect();
        BooleanBuffer::new(Buffer::from_vec(words), 0, self.rows)
    }

    fn all_nulls(&self) -> Option<NullBuffer> {
        if self.null.iter().all(|&word| word == 0) {
            return self.nulls.clone();
        }
        let shapes = NullBuffer::new(self.bitmap(self.null.iter().map(|word| !word)));
        NullBuffer::union(Some(&shapes), self.nulls.as_ref())
    }

    /// Returns `true` for the rows whose answer is one of the selected words, and NULL for NULL.
    pub(crate) fn are_among(&self, selected: [bool; 3]) -> BooleanArray {
        let selected = selected.map(|is_selected| if is_selected { u64::MAX } else { 0 });
        let both = self.second.iter().zip(&self.third);
        let words = both.map(|(second, third)| {
            (!(second | third) & selected[0]) | (second & selected[1]) | (third & selected[2])
        });
        BooleanArray::new(self.bitmap(words), self.all_nulls())
    }

    /// Returns the answers as texts.
    ///
    /// # Errors
    /// Returns an error of the engine.
    pub(crate) fn texts(
        &self,
        function: &'static str,
        words: [&str; 3],
    ) -> Result<ArrayRef, FunctionError> {
        let mut keys = Vec::with_capacity(self.rows.next_multiple_of(64));
        for (second, third) in self.second.iter().zip(&self.third) {
            for (second, third) in second.to_le_bytes().into_iter().zip(third.to_le_bytes()) {
                let eight = bytes_of_bits(second) + 2 * bytes_of_bits(third);
                keys.extend(eight.to_le_bytes().map(u8::cast_signed));
            }
        }
        keys.truncate(self.rows);
        let keys = Int8Array::new(keys.into(), self.all_nulls());
        let words: ArrayRef = Arc::new(StringViewArray::from_iter_values(words));
        take(&words, &keys, None).map_err(|error| FunctionError {
            function,
            argument: None,
            row: None,
            reason: error.to_string(),
        })
    }
}

/// Returns a number whose bytes are the bits of a byte, the lowest bit first.
fn bytes_of_bits(bits: u8) -> u64 {
    // Each byte keeps a bit of its own; the sum carries this bit to the top of the byte.
    let own = (u64::from(bits) * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    ((own + 0x7f7f_7f7f_7f7f_7f7f) >> 7) & 0x0101_0101_0101_0101
}

#[cfg(test)]
mod tests {
    use datafusion::arrow::array::{Array, AsArray};
    use datafusion::arrow::buffer::NullBuffer;

    use super::Answers;

    #[test]
    fn texts_and_conditions_follow_the_indices() {
        let keys = (0..200).map(|row| (row % 7 != 3).then_some(row % 3));
        let mut answers = Answers::of_keys(200, keys);
        answers.nulls = Some(NullBuffer::from_iter((0..200).map(|row| row % 11 != 5)));
        let texts = answers
            .texts("test", ["a", "b", "c"])
            .expect("texts can be made");
        let is_b_or_c = answers.are_among([false, true, true]);
        let is_a = answers.are_among([true, false, false]);
        let texts = texts.as_string_view();
        assert_eq!((texts.len(), is_a.len(), is_b_or_c.len()), (200, 200, 200));
        for row in 0..200 {
            let is_null = row % 7 == 3 || row % 11 == 5;
            assert_eq!([texts.is_null(row), is_a.is_null(row)], [is_null; 2]);
            assert_eq!(is_b_or_c.is_null(row), is_null);
            if !is_null {
                assert_eq!(texts.value(row), ["a", "b", "c"][row % 3]);
                assert_eq!(is_a.value(row), row % 3 == 0);
                assert_eq!(is_b_or_c.value(row), row % 3 != 0);
            }
        }
    }
}
