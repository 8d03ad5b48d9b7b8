//! Tests every query of newly built trees, for all families of boxes. The numbers of boxes are around those that just
//! fill the blocks (of 16 boxes) and the levels of a tree.

use transect::bvh::{Bvh, BvhError, BvhView};
use transect::{Aabb, Plane, Region};

use crate::bvh::model::{Columns, FAMILIES, Family, Model, Number, Random, random_plane};
use crate::run::is_long;

fn check<T: Number, const D: usize>(family: Family, count: usize) {
    let mut random = Random(1 + count as u64);
    let model = Model::<T, D>::new(family, count, &mut random);
    model.assert_same(&model.tree(), family, &mut random);
}

#[test]
fn small_trees_of_all_sizes() {
    // The short form has every seventh size, and those around a block of sixteen.
    let is_chosen =
        |count: &usize| is_long() || count.is_multiple_of(7) || (15..18).contains(count);
    for count in (0..200).filter(is_chosen) {
        let family = FAMILIES[count % FAMILIES.len()];
        check::<f32, 3>(family, count);
        check::<f64, 2>(family, count);
    }
}

#[test]
fn trees_around_the_sizes_of_levels() {
    for (count, family) in [255, 256, 257, 4095, 4096, 4097, 5000, 8191, 4100]
        .into_iter()
        .zip(FAMILIES)
    {
        check::<f32, 2>(family, count);
        check::<f64, 3>(family, count);
    }
}

#[test]
fn trees_that_are_descended_into() {
    for (place, family) in FAMILIES.into_iter().enumerate() {
        // The short form has one kind of tree per family.
        let is_chosen = |kind: usize| is_long() || place % 3 == kind;
        if is_chosen(0) {
            check::<f32, 3>(family, 9_000);
        }
        if is_chosen(1) {
            check::<f64, 3>(family, 6_000);
        }
        if is_chosen(2) {
            check::<f32, 2>(family, 20_000);
        }
    }
}

#[test]
fn one_tree_of_five_levels() {
    let mut random = Random(5);
    let model = Model::<f32, 3>::new(Family::Uniform, 70_000, &mut random);
    let tree = model.tree();
    for _ in 0..4 {
        let plane = random_plane(Family::Uniform, &model.0, &mut random);
        model.assert_sides(&tree, &plane);
    }
    let planes: Vec<_> = (0..6)
        .map(|_| random_plane(Family::Uniform, &model.0, &mut random))
        .collect();
    model.assert_overlaps(&tree, &Region::new(&planes));
    let bytes = tree.to_bytes();
    let view = BvhView::open(&bytes).expect("what was written");
    model.assert_view_overlaps(&view, &Region::new(&planes));
    model.assert_view_overlaps(&view, &Region::new(&planes[..1]));
}

#[test]
fn more_planes_than_bits() -> Result<(), Box<dyn std::error::Error>> {
    let mut random = Random(9);
    let model = Model::<f32, 3>::new(Family::Uniform, 10_000, &mut random);
    // Each of these planes touches a sphere around the middle of the cube of boxes. The sphere is in front of every
    // plane.
    let planes: Result<Vec<_>, _> = (0..150)
        .map(|place| {
            let (height, angle) = (f64::from(place) / 75.0 - 1.0, 2.4 * f64::from(place));
            let around = (1.0 - height * height).max(0.0).sqrt();
            let inward = [around * angle.cos(), around * angle.sin(), height];
            Plane::new(inward, 4.0 - inward.iter().sum::<f64>() * 5.0)
        })
        .collect();
    model.assert_overlaps(&model.tree(), &Region::new(&planes?));
    Ok(())
}

/// Tests sums n·p + d that would have the wrong sign after an overflow in f32, and planes whose numbers no power of two
/// scales into the range of f32.
#[test]
fn overflow_is_seen() -> Result<(), Box<dyn std::error::Error>> {
    let point = [3.9e19_f32, -3e19, -3e19];
    let tree = Bvh::build(&Columns::of([[point, point]; 40].into_iter()).view())?;
    let plane = Plane::new([1e19; 3], 0.0)?;
    assert_eq!(tree.side_counts(&plane).back, 40);
    let plane = Plane::new([1e-300, 0.0, 0.0], 1e300)?;
    assert_eq!(tree.side_counts(&plane).front, 40);
    let plane = Plane::new([5e-324, 0.0, 0.0], -5e-324)?;
    assert_eq!(tree.side_counts(&plane).front, 40);
    // In the plane's normal, the coefficient 1e-60 is negligible beside the coefficient 1. But it decides the side,
    // because x is 0.
    let column = [[0.0_f32, 3e38, 0.0], [0.0, 3e38, 0.0]];
    let tree = Bvh::build(&Columns::of([column; 40].into_iter()).view())?;
    let plane = Plane::new([1.0, 1e-60, 0.0], 0.0)?;
    assert_eq!(tree.side_counts(&plane).front, 40);
    Ok(())
}

#[test]
fn rows_that_are_no_boxes_are_named() {
    let mut boxes = vec![[[0.0, 0.0], [1.0, 1.0]]; 3000];
    boxes[2500][1][1] = f64::NAN;
    let build = |boxes: &[[[f64; 2]; 2]]| Bvh::build(&Columns::of(boxes.iter().copied()).view());
    assert_eq!(
        build(&boxes)
            .err()
            .map(|error| error.to_string())
            .as_deref(),
        Some("row 2500 is not a box: max y is NaN, not a finite number")
    );
    boxes[1200][0][0] = 2.0;
    let error = build(&boxes).err();
    assert!(
        matches!(error, Some(BvhError::NotABox { row: 1200, .. })),
        "{error:?}"
    );
    boxes[100][0][0] = f64::INFINITY;
    let error = build(&boxes).err();
    assert!(
        matches!(error, Some(BvhError::NotABox { row: 100, .. })),
        "{error:?}"
    );
}

/// Tests a box without bounds among finite boxes. The box without bounds meets every plane, and must not make the error
/// bounds of the other boxes infinite.
#[test]
fn one_box_without_bounds_is_always_found() -> Result<(), Box<dyn std::error::Error>> {
    let mut boxes = vec![[[f32::NEG_INFINITY; 3], [f32::INFINITY; 3]]];
    boxes.extend((0..10_000_u16).map(|place| [[f32::from(place); 3], [f32::from(place) + 0.5; 3]]));
    let mut tree = Bvh::build(&Columns::of(boxes.iter().copied()).view())?;
    let plane = Plane::new([1.0, 0.0, 0.0], -20.25)?;
    for _ in 0..2 {
        let mut on: Vec<u32> = tree.on(&plane).ids().collect();
        on.sort_unstable();
        assert_eq!(on, [0, 21]);
        let bytes = tree.to_bytes();
        let copy: Bvh = Bvh::from_bytes(&bytes)?;
        assert_eq!(copy.side_counts(&plane), tree.side_counts(&plane));
        assert_eq!(tree.nearest(&plane, 1)[0].id, 22);
        tree.refit(&Columns::of(boxes.iter().copied()).view())?;
    }
    let id = tree.insert([[0.0, f32::NEG_INFINITY, 0.0], [1.0, f32::INFINITY, 1.0]])?;
    assert!(
        tree.on(&Plane::new([0.0, 1.0, 0.0], -1e9)?)
            .ids()
            .any(|on| on == id)
    );
    assert!(tree.insert([[f32::INFINITY; 3]; 2]).is_err());
    Ok(())
}

#[test]
fn an_empty_tree_answers() -> Result<(), Box<dyn std::error::Error>> {
    let tree = Bvh::<f32, 3>::build(&Columns::of(core::iter::empty()).view())?;
    assert!(tree.is_empty() && tree.bounds().is_none());
    assert!(tree.on(&Plane::new([1.0, 0.0, 0.0], 0.0)?).is_empty());
    assert!(tree.meeting(&Aabb::new([0.0; 3], [1.0; 3])?).is_empty());
    Ok(())
}
