//! Classifies all rows of one tree (a BVH over a range of rows) of an index.

use transect::bvh::{Bvh, Coordinate, Selection};
use transect::{Overlap, Plane, Side};
use transect_io::IndexTree;

use crate::classify::given::Given;
use crate::classify::question::{Answer, Kind, Question, Word};
use crate::classify::report::Counts;

/// Classifies all rows of a tree and adds them to `counts`. Fills `words`, if given, with the answer for each row.
pub(crate) fn answer<const D: usize>(
    tree: &IndexTree<D>,
    question: &Question<D>,
    counts: &mut Counts,
    words: Option<&mut Vec<Word>>,
) {
    match tree {
        IndexTree::Single(tree) => answer_by(tree, question, counts, words),
        IndexTree::Double(tree) => answer_by(tree, question, counts, words),
    }
}

fn answer_by<T: Coordinate, const D: usize>(
    tree: &Bvh<T, D>,
    question: &Question<D>,
    counts: &mut Counts,
    words: Option<&mut Vec<Word>>,
) {
    if let Some(given) = question.given.filter(Given::is_rounded) {
        return answer_one_by_one(tree, &given, counts, words);
    }
    let (found, rest) = if question.kind == Kind::Plane {
        let plane = &question.planes[0];
        let sides = tree.sides(plane);
        counts.add_touching(touching(tree, plane, &sides.on));
        (
            [
                (sides.front, Word::Side(Side::Front)),
                (sides.on, Word::Side(Side::On)),
            ],
            Word::Side(Side::Back),
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
                (overlaps.inside, Word::Overlap(Overlap::Inside)),
                (overlaps.meets, Word::Overlap(Overlap::Meets)),
            ],
            Word::Overlap(Overlap::Outside),
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

/// Classifies all rows of a tree by a plane with rounded coefficients. Each box is tested, because the tree searches by
/// coefficients only.
fn answer_one_by_one<T: Coordinate, const D: usize>(
    tree: &Bvh<T, D>,
    given: &Given<D>,
    counts: &mut Counts,
    mut words: Option<&mut Vec<Word>>,
) {
    if let Some(words) = &mut words {
        words.clear();
        words.resize(tree.len(), Word::Side(Side::Back));
    }
    for (row, aabb) in tree.boxes() {
        let answer = Answer::Extent(given.extent(&aabb));
        counts.add_answer(answer);
        if let Some(words) = &mut words {
            words[row as usize] = answer.word();
        }
    }
}

/// Returns the number of boxes that only touch the plane, among the boxes on it.
fn touching<T: Coordinate, const D: usize>(
    tree: &Bvh<T, D>,
    plane: &Plane<D>,
    on: &Selection<'_>,
) -> usize {
    let boxes = on.slots().filter_map(|slot| tree.aabb_in_slot(slot));
    boxes.filter(|aabb| plane.extent(aabb).touches()).count()
}
