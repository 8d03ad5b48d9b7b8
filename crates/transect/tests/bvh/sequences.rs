//! Tests insertions, removals, refits (updates of moved boxes) and merges of added boxes in random order. After the
//! changes, the tree is compared with a flat list of boxes.

use transect::bvh::{Bvh, BvhError};

use crate::bvh::model::{Columns, FAMILIES, Family, Model, Number, Random, aabb, random_box};
use crate::run::cases;

/// Makes one random change to the tree and the same change to the flat list. Some changes refer to an id that does not
/// exist.
fn change<T: Number, const D: usize>(
    tree: &mut Bvh<T, D>,
    model: &mut Model<T, D>,
    family: Family,
    random: &mut Random,
) {
    match random.below(12) {
        0..=3 => {
            let corners = random_box(family, random);
            assert_eq!(tree.insert(corners), Ok(model.0.len() as u32));
            model.0.push(Some(corners));
        }
        4..=7 => {
            let id = random.below(model.0.len() + 1);
            let expected = match model.0.get_mut(id).and_then(Option::take) {
                Some(_) => Ok(()),
                None => Err(BvhError::UnknownId { id: id as u32 }),
            };
            assert_eq!(tree.remove(id as u32), expected);
        }
        8 => {
            let boxes: Vec<_> = model.0.iter().map(|_| random_box(family, random)).collect();
            tree.refit(&Columns::of(boxes.iter().copied()).view())
                .expect("boxes");
            for (kept, moved) in model.0.iter_mut().zip(boxes) {
                *kept = kept.map(|_| moved);
            }
        }
        9 | 10 => {
            let live = (0..model.0.len() as u32).filter(|&id| model.0[id as usize].is_some());
            let one_of = [2, 9, 300][random.below(3)];
            let ids: Vec<u32> = live.filter(|_| random.below(one_of) == 0).collect();
            let boxes: Vec<_> = ids.iter().map(|_| random_box(family, random)).collect();
            let moved = tree.refit_boxes(&ids, &Columns::of(boxes.iter().copied()).view());
            assert_eq!(moved, Ok(()));
            for (id, moved) in ids.into_iter().zip(boxes) {
                model.0[id as usize] = Some(moved);
            }
        }
        _ => {
            tree.merge();
            let ids: Vec<u32> = tree.ids()[..tree.len()].to_vec();
            let boxes: Vec<_> = ids.iter().map(|_| random_box(family, random)).collect();
            let moved = tree.refit_slots(&Columns::of(boxes.iter().copied()).view());
            assert_eq!(moved, Ok(()));
            for (id, moved) in ids.into_iter().zip(boxes) {
                model.0[id as usize] = Some(moved);
            }
        }
    }
}

fn check<T: Number, const D: usize>(family: Family, count: usize, changes: usize) {
    let mut random = Random(99 + count as u64);
    let mut model = Model::<T, D>::new(family, count, &mut random);
    let mut tree = model.tree();
    for step in 0..changes {
        change(&mut tree, &mut model, family, &mut random);
        if step % 16 == 0 || step + 1 == changes {
            model.assert_same(&tree, family, &mut random);
            let bytes = tree.to_bytes();
            let read = Bvh::<T, D>::from_bytes(&bytes).expect("what was written");
            assert!(read.to_bytes() == bytes);
            model.assert_same(&read, family, &mut random);
        }
    }
}

#[test]
fn any_sequence_of_changes() {
    for (place, family) in FAMILIES.into_iter().enumerate() {
        check::<f32, 3>(family, 17 * place, cases(100));
        check::<f64, 2>(family, 300, cases(100));
    }
    check::<f32, 3>(Family::Uniform, 6_000, cases(100));
}

#[test]
fn many_boxes_come_and_go() {
    let mut random = Random(4);
    let mut model = Model::<f32, 3>::new(Family::Uniform, 5_000, &mut random);
    let mut tree = model.tree();
    for id in 0..4_000 {
        tree.remove(id).expect("it is there");
        model.0[id as usize] = None;
        if id % 2 == 0 {
            let corners = random_box(Family::Uniform, &mut random);
            model.0.push(Some(corners));
            tree.insert(corners).expect("a box");
        }
        if id % 1_000 == 999 {
            model.assert_same(&tree, Family::Uniform, &mut random);
        }
    }
    tree.merge();
    model.assert_same(&tree, Family::Uniform, &mut random);
}

#[test]
fn what_cannot_be_done_changes_nothing() -> Result<(), BvhError> {
    let mut random = Random(6);
    let mut model = Model::<f64, 2>::new(Family::Uniform, 100, &mut random);
    let mut tree = model.tree();
    let error = tree.insert([[0.0, 1.0], [1.0, 0.0]]).expect_err("inverted");
    assert_eq!(error.to_string(), "min y is 1, greater than max y, 0");
    let bad = Columns::of((0..100).map(|row| [[f64::from(row) - 50.0; 2], [0.0; 2]]));
    assert!(matches!(
        tree.refit(&bad.view()),
        Err(BvhError::NotABox { row: 51, .. })
    ));
    assert!(matches!(
        tree.refit_slots(&bad.view()),
        Err(BvhError::NotABox { row: 51, .. })
    ));
    let good = Columns::of([[[0.0; 2], [1.0; 2]]; 2].into_iter());
    let moved = tree.refit_boxes(&[1, 100], &good.view());
    assert_eq!(moved, Err(BvhError::UnknownId { id: 100 }));
    model.assert_same(&tree, Family::Uniform, &mut random);
    tree.remove(5)?;
    model.0[5] = None;
    let all = Columns::of([[[0.0; 2], [1.0; 2]]; 99].into_iter());
    assert_eq!(tree.refit_slots(&all.view()), Err(BvhError::Unmerged));
    model.assert_same(&tree, Family::Uniform, &mut random);
    Ok(())
}

#[test]
fn bounds_follow_boxes_that_shrink() -> Result<(), BvhError> {
    let mut random = Random(8);
    let model = Model::<f32, 3>::new(Family::Uniform, 5_000, &mut random);
    let mut tree = model.tree();
    let small = [[1.0_f32; 3], [2.0; 3]];
    tree.refit_slots(&Columns::of(core::iter::repeat_n(small, 5_000)).view())?;
    assert_eq!(tree.bounds(), Some(aabb(&small)));
    // Only 20 boxes change, so the tree updates only the nodes above them.
    let ids: Vec<u32> = (0..20).collect();
    let point = [[9.0_f32; 3]; 2];
    tree.refit_boxes(&ids, &Columns::of(core::iter::repeat_n(point, 20)).view())?;
    assert_eq!(tree.bounds().map(|bounds| bounds.max()), Some([9.0; 3]));
    tree.refit_boxes(&ids, &Columns::of(core::iter::repeat_n(small, 20)).view())?;
    assert_eq!(tree.bounds(), Some(aabb(&small)));
    Ok(())
}

#[test]
fn a_few_boxes_that_move_far_away_are_found_there() -> Result<(), BvhError> {
    let mut random = Random(12);
    let mut model = Model::<f32, 3>::new(Family::Uniform, 5_000, &mut random);
    let mut tree = model.tree();
    for (step, few) in (1_u16..).zip([1_usize, 3, 20, 700]) {
        let first = random.below(5_000 / few);
        let ids: Vec<u32> = (0..few)
            .map(|place| (first + place * (5_000 / few)) as u32 % 5_000)
            .collect();
        let far = f32::from(step) * 1e6;
        let moved = [[far; 3], [far + 8.0; 3]];
        tree.refit_boxes(&ids, &Columns::of(core::iter::repeat_n(moved, few)).view())?;
        for &id in &ids {
            model.0[id as usize] = Some(moved);
        }
        assert_eq!(
            tree.bounds().map(|bounds| bounds.max()),
            Some([f64::from(far + 8.0); 3])
        );
        model.assert_same(&tree, Family::Uniform, &mut random);
    }
    Ok(())
}

/// The last node of a level has fewer children than lanes, and the other lanes repeat a child. They follow this child when
/// it shrinks.
#[test]
fn lanes_without_a_child_follow_boxes_that_shrink() -> Result<(), BvhError> {
    let count = 5_000;
    let near = |id: u32| [[(id % 50) as f32, (id / 50) as f32, 0.0]; 2];
    let mut tree = Bvh::build(&Columns::of((0..count).map(near)).view())?;
    // One box of each leaf. In the last nodes of the levels, some leaves are those that are repeated.
    let ids: Vec<u32> = tree.ids().iter().copied().step_by(16).collect();
    for far in ids {
        let boxes = (0..count).map(|id| {
            if id == far {
                [[1e3_f32; 3]; 2]
            } else {
                near(id)
            }
        });
        tree.refit(&Columns::of(boxes).view())?;
        tree.refit_boxes(&[far], &Columns::of(core::iter::once(near(far))).view())?;
        let bounds = tree.bounds().expect("a tree with boxes");
        assert_eq!(
            (bounds.min(), bounds.max()),
            ([0.0; 3], [49.0, 99.0, 0.0]),
            "{far}"
        );
    }
    Ok(())
}
