//! Corners of faces: indices into the lists of positions, texture coordinates and normals.

use crate::error::ReadErrorKind;
use crate::obj::object::{Corner, Lists, NONE};
use crate::text::shown;

/// The names of the lists to which the indices of a corner refer.
const LISTS: [&str; 3] = ["vertex", "texture coordinate", "normal"];

/// The lists to which the indices of a corner refer.
pub(super) struct Context<'a> {
    pub(super) lists: &'a Lists,
    /// The numbers of positions, texture coordinates and normals that stand before the face. Negative indices count from
    /// there.
    pub(super) passed: [usize; 3],
    /// `true` if the lists have what stands after the face, too.
    pub(super) is_complete: bool,
}

/// Reads a corner of a face: `v`, `v/t`, `v//n` or `v/t/n`, where `v`, `t` and `n` are OBJ indices of a position, a
/// texture coordinate and a normal. If the lists are complete, texture coordinates and normals that do not exist are
/// left out of the corner and counted in `missing`.
pub(super) fn corner(
    context: &Context<'_>,
    word: &[u8],
    missing: &mut [usize; 3],
) -> Result<Corner, ReadErrorKind> {
    let lists = context.lists;
    let counts = [
        lists.positions.len(),
        lists.texture.len(),
        lists.normals.len(),
    ];
    let wrong = || {
        ReadErrorKind::Syntax(format!(
            "{} is not a corner (v, v/t, v//n, v/t/n)",
            shown(word)
        ))
    };
    let mut fields = word.split(|&b| b == b'/');
    let mut corner = [NONE; 3];
    for (list, slot) in corner.iter_mut().enumerate() {
        let Some(digits) = fields.next().filter(|digits| !digits.is_empty()) else {
            continue;
        };
        let text = core::str::from_utf8(digits).map_err(|_| wrong())?;
        let index: i64 = text.parse().map_err(|_| wrong())?;
        match place(index, context.passed[list], counts[list]) {
            Some(place) => *slot = place,
            None if list > 0 && context.is_complete => missing[list] += 1,
            None => {
                return Err(ReadErrorKind::OutOfRange {
                    what: LISTS[list],
                    index,
                    count: counts[list] as u64,
                });
            }
        }
    }
    let [vertex, texture, normal] = corner;
    if vertex == NONE || fields.next().is_some() {
        return Err(wrong());
    }
    let color = lists.color_of.get(vertex as usize).copied().unwrap_or(NONE);
    Ok((vertex, [texture, normal, color]))
}

/// Converts an OBJ index into an index from 0 in a list of `count` entries, `passed` of which stand before the face. The
/// OBJ index 1 is the first entry, and −1 is the last that stands before the face.
fn place(index: i64, passed: usize, count: usize) -> Option<u32> {
    let place = match index {
        1.. => usize::try_from(index - 1).ok()?,
        0 => return None,
        _ => passed.checked_sub(usize::try_from(index.unsigned_abs()).ok()?)?,
    };
    let place = u32::try_from(place).ok().filter(|_| place < count)?;
    (place != NONE).then_some(place)
}
