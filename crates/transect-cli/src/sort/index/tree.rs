//! The tree of a part.

use transect::Plane;
use transect::bvh::{Bvh, BvhFileError, Coordinate, Selection};

use crate::sort::question::{Kind, Question, Word};
use crate::sort::report::Counts;

/// A tree over some rows; its ids are rows.
pub(crate) enum Tree<const D: usize> {
    Single(Bvh<f32, D>),
    Double(Bvh<f64, D>),
}

impl<const D: usize> Tree<D> {
    /// The tree that bytes hold; none if there is no tree of such numbers.
    pub(crate) fn of_bytes(width: u32, bytes: &[u8]) -> Result<Option<Self>, BvhFileError> {
        Ok(match width {
            4 => Some(Self::Single(Bvh::from_bytes(bytes)?)),
            8 => Some(Self::Double(Bvh::from_bytes(bytes)?)),
            _ => None,
        })
    }

    /// How many bytes a number takes.
    pub(crate) fn width(&self) -> u32 {
        match self {
            Self::Single(_) => 4,
            Self::Double(_) => 8,
        }
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::Single(tree) => tree.to_bytes(),
            Self::Double(tree) => tree.to_bytes(),
        }
    }

    /// How many rows there are, if each has one box.
    pub(crate) fn rows(&self) -> Option<usize> {
        let [boxes, ids] = match self {
            Self::Single(tree) => [tree.len(), tree.id_count()],
            Self::Double(tree) => [tree.len(), tree.id_count()],
        };
        (boxes == ids).then_some(boxes)
    }

    /// Counts the answers of all rows; puts those answers into `words`, a row each, if there are any.
    pub(crate) fn answer(
        &self,
        question: &Question<D>,
        counts: &mut Counts,
        words: Option<&mut Vec<Word>>,
    ) {
        match self {
            Self::Single(tree) => answer(tree, question, counts, words),
            Self::Double(tree) => answer(tree, question, counts, words),
        }
    }
}

fn answer<T: Coordinate, const D: usize>(
    tree: &Bvh<T, D>,
    question: &Question<D>,
    counts: &mut Counts,
    words: Option<&mut Vec<Word>>,
) {
    let (found, rest) = if question.kind == Kind::Plane {
        let plane = &question.planes[0];
        let sides = tree.sides(plane);
        counts.add_touching(touching(tree, plane, &sides.cut));
        (
            [(sides.front, Word::Front), (sides.cut, Word::Cut)],
            Word::Back,
        )
    } else {
        let region = question.region();
        let overlaps = if question.conservative {
            tree.overlap_conservative(&region)
        } else {
            tree.overlap(&region)
        };
        (
            [
                (overlaps.inside, Word::Inside),
                (overlaps.meets, Word::Meets),
            ],
            Word::Outside,
        )
    };
    let mut left = tree.len();
    for (rows, word) in &found {
        counts.add(*word, rows.count());
        left -= rows.count();
    }
    counts.add(rest, left);
    if let Some(words) = words {
        words.clear();
        words.resize(tree.len(), rest);
        for (rows, word) in &found {
            rows.ids().for_each(|row| words[row as usize] = *word);
        }
    }
}

/// How many of the boxes that a plane meets it only touches.
fn touching<T: Coordinate, const D: usize>(
    tree: &Bvh<T, D>,
    plane: &Plane<D>,
    cut: &Selection<'_>,
) -> usize {
    let boxes = cut.slots().filter_map(|slot| tree.aabb_in_slot(slot));
    boxes.filter(|aabb| plane.extent(aabb).touches()).count()
}
