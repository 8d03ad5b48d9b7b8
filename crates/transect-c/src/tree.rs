//! Trees of boxes: selections by a plane, a region, a box or a ray.

use transect::batch::AabbColumns;
use transect::bvh::{Bvh, BvhError, Coordinate};
use transect::{LinePart, Region};

use crate::caller::{Caller, fill, free, give};
use crate::columns::{Boxes, Float, Rows};
use crate::meeting::LinePiece;
use crate::plane::{Plane, read_plane, read_planes};
use crate::region::is_exact;
use crate::shape::{Aabb, read_shape};
use crate::status::{Failure, Status};

/// A tree of axis-aligned boxes, whose ids are the rows of the columns it was built from. It copies the boxes. The
/// numbers are those of the columns, `float` or `double`. Queries may come from several threads at once.
pub struct Tree(pub(crate) Numbers);

/// The trees by the type of their numbers.
pub(crate) enum Numbers {
    Single(Bvh<f32>),
    Double(Bvh<f64>),
}

/// Does the same with a tree of either type of numbers.
macro_rules! with_tree {
    ($tree:expr, $name:ident => $answer:expr) => {
        match &$tree.0 {
            Numbers::Single($name) => $answer,
            Numbers::Double($name) => $answer,
        }
    };
}

fn failure(error: BvhError) -> Failure {
    Failure::invalid("boxes", error)
}

fn build<T: Float + Coordinate>(
    caller: Caller<'_>,
    boxes: *const Boxes<T>,
    tree: *mut *mut Tree,
    numbers: impl FnOnce(Bvh<T>) -> Numbers,
) -> Status {
    caller.answer(|caller| {
        let rows = Rows::read(caller, "boxes", boxes)?;
        let place = caller.out("tree", tree)?;
        let built = rows.whole(|[a, b, c, d, e, f]| {
            Bvh::build(&AabbColumns::new([a, b, c], [d, e, f])).map_err(failure)
        })?;
        place.set(give(Tree(numbers(built))));
        Ok(())
    })
}

fn refit<T: Float + Coordinate>(
    caller: Caller<'_>,
    tree: *mut Tree,
    boxes: *const Boxes<T>,
    own: impl FnOnce(&mut Numbers) -> Option<&mut Bvh<T>>,
) -> Status {
    caller.answer(|caller| {
        let tree = caller.handle_mut("tree", tree)?;
        let rows = Rows::read(caller, "boxes", boxes)?;
        let Some(tree) = own(&mut tree.0) else {
            return Err(Failure::invalid(
                "boxes",
                "the tree was built from numbers of the other type, float or double",
            ));
        };
        if rows.count != tree.id_count() {
            return Err(Failure::count(
                "boxes",
                format_args!("{} boxes, but the tree has {}", rows.count, tree.id_count()),
            ));
        }
        rows.whole(|[a, b, c, d, e, f]| {
            tree.refit(&AabbColumns::new([a, b, c], [d, e, f]))
                .map_err(failure)
        })
    })
}

/// Builds a tree of boxes. A row that is null, or not a box, is an error that names the row. Free the tree with
/// `transect_tree_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_tree_build_f32(
    boxes: *const Boxes<f32>,
    tree: *mut *mut Tree,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    build(unsafe { Caller::of_call() }, boxes, tree, Numbers::Single)
}

/// Builds a tree of boxes. A row that is null, or not a box, is an error that names the row. Free the tree with
/// `transect_tree_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_tree_build_f64(
    boxes: *const Boxes<f64>,
    tree: *mut *mut Tree,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    build(unsafe { Caller::of_call() }, boxes, tree, Numbers::Double)
}

/// Gives the boxes of a tree new bounds, in the order of their ids. This takes less time than a new tree, which
/// answers faster after boxes have moved far. On failure the tree keeps its boxes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_tree_refit_f32(
    tree: *mut Tree,
    boxes: *const Boxes<f32>,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    refit(caller, tree, boxes, |tree| match tree {
        Numbers::Single(tree) => Some(tree),
        Numbers::Double(_) => None,
    })
}

/// Gives the boxes of a tree new bounds, in the order of their ids. This takes less time than a new tree, which
/// answers faster after boxes have moved far. On failure the tree keeps its boxes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_tree_refit_f64(
    tree: *mut Tree,
    boxes: *const Boxes<f64>,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    refit(caller, tree, boxes, |tree| match tree {
        Numbers::Single(_) => None,
        Numbers::Double(tree) => Some(tree),
    })
}

/// Finds the number of boxes of a tree. Their ids are less than this number, and no query returns more ids.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_tree_count(tree: *const Tree, count: *mut usize) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let tree = caller.handle("tree", tree)?;
        let place = caller.out("count", count)?;
        place.set(with_tree!(tree, tree => tree.len()));
        Ok(())
    })
}

/// Finds the boxes on a plane, exactly. Writes their ids, in no particular order, and their number. With `ids` null
/// and the capacity 0, writes only the number; room for `transect_tree_count` ids is always enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_tree_on(
    tree: *const Tree,
    plane: *const Plane,
    ids: *mut u32,
    capacity: usize,
    count: *mut usize,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let tree = caller.handle("tree", tree)?;
        let plane = read_plane(caller, "plane", plane)?;
        let count = caller.out("count", count)?;
        with_tree!(tree, tree => {
            let on = tree.on(&plane);
            fill(caller, ("ids", ids, capacity), count, on.ids(), on.count())
        })
    })
}

/// Finds the boxes that meet a region or are inside. Writes first the ids of the `inside_count` boxes inside, then
/// those of the others, in no particular order, and their number. With `ids` null and the capacity 0, writes only the
/// numbers. `precision` is one of `transect_precision`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_tree_overlap(
    tree: *const Tree,
    planes: *const Plane,
    plane_count: usize,
    precision: i32,
    ids: *mut u32,
    capacity: usize,
    inside_count: *mut usize,
    count: *mut usize,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let tree = caller.handle("tree", tree)?;
        let planes = read_planes(caller, planes, plane_count)?;
        let is_exact = is_exact(precision)?;
        let inside_count = caller.out("inside_count", inside_count)?;
        let count = caller.out("count", count)?;
        let region = Region::new(&planes);
        with_tree!(tree, tree => {
            let found = if is_exact { tree.overlap(&region) } else { tree.overlap_conservative(&region) };
            let inside = found.inside.count();
            let needed = inside + found.meets.count();
            let all = found.inside.ids().chain(found.meets.ids());
            inside_count.set(inside);
            fill(caller, ("ids", ids, capacity), count, all, needed)
        })
    })
}

/// Finds the boxes that meet a box, exactly. Writes their ids, in no particular order, and their number. With `ids`
/// null and the capacity 0, writes only the number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_tree_meeting(
    tree: *const Tree,
    aabb: *const Aabb,
    ids: *mut u32,
    capacity: usize,
    count: *mut usize,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let tree = caller.handle("tree", tree)?;
        let aabb = read_shape(caller, "aabb", aabb)?;
        let count = caller.out("count", count)?;
        with_tree!(tree, tree => {
            let met = tree.meeting(&aabb);
            fill(caller, ("ids", ids, capacity), count, met.ids(), met.count())
        })
    })
}

/// Finds the boxes that a line, ray or segment meets, exactly. Writes their ids, ascending, and their number. With
/// `ids` null and the capacity 0, writes only the number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_tree_ray(
    tree: *const Tree,
    line: *const LinePiece,
    ids: *mut u32,
    capacity: usize,
    count: *mut usize,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let tree = caller.handle("tree", tree)?;
        let line: LinePart = caller.read("line", line)?.checked("line")?;
        let count = caller.out("count", count)?;
        let found = with_tree!(tree, tree => tree.ray(line).ids());
        fill(
            caller,
            ("ids", ids, capacity),
            count,
            found.iter().copied(),
            found.len(),
        )
    })
}

/// Frees a tree. Null is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_tree_free(tree: *mut Tree) {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    unsafe { free(tree) }
}
