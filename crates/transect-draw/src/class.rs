//! The objects of a drawing, grouped by class (the part of the name up to `/`) and placed on the page.

use crate::corners::{CollinearPoints, corners};
use crate::drawing::Item;
use crate::grid::Frame;
use crate::style::Style;
use crate::trace::{self, Trace};

/// The objects of one class, in the order of the input.
#[derive(Clone, Debug)]
pub(crate) struct Class<'a> {
    pub(crate) name: &'a str,
    pub(crate) style: Style,
    /// `true` if the legend has no row for this class and counts its objects under "other".
    pub(crate) other: bool,
    pub(crate) objects: Vec<Object<'a>>,
}

/// One object and its outlines in page coordinates.
#[derive(Clone, Debug)]
pub(crate) struct Object<'a> {
    pub(crate) item: &'a Item,
    pub(crate) trace: Trace,
}

impl<'a> Object<'a> {
    /// Places the outlines of an object in the frame of the page. Outlines with non-finite coordinates are left out.
    pub(crate) fn place(item: &'a Item, frame: &Frame, collinear: CollinearPoints) -> Self {
        // Points on straight lines are left out before the outlines are rounded to the page, because rounding moves
        // them off these lines.
        let marks = |points: &'a Vec<[f64; 2]>, is_closed: bool| {
            corners(points, is_closed, collinear).map(|point| trace::mark(frame.place(point)))
        };
        let drawn = |outlines: &'a Vec<Vec<[f64; 2]>>| {
            outlines
                .iter()
                .filter(|points| !points.is_empty() && finite(points))
        };
        let loops = drawn(&item.loops)
            .map(|points| trace::closed(marks(points, true)))
            .collect();
        let chains = drawn(&item.chains)
            .map(|points| trace::open(marks(points, false)))
            .collect();
        let open_ends = open_ends(item)
            .into_iter()
            .map(|point| trace::mark(frame.place(point)))
            .collect();
        Self {
            item,
            trace: Trace {
                loops,
                chains,
                open_ends,
            },
        }
    }
}

/// Returns the open ends of an object: the points at which the number of open polylines (`chains`) that begin differs
/// from the number that end. At such a point, the surface has a border, or its orientation changes. Points are compared
/// before they are rounded to the page, so the two ends beside a narrow gap are both found.
fn open_ends(item: &Item) -> Vec<[f64; 2]> {
    let chains = item.chains.iter().filter(|points| finite(points));
    let ends = chains.filter_map(|points| Some([(*points.first()?, 1), (*points.last()?, -1)]));
    let mut ends: Vec<([f64; 2], i64)> = ends.flatten().collect();
    ends.sort_unstable_by(|(a, _), (b, _)| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    ends.chunk_by(|(a, _), (b, _)| a == b)
        .filter(|same| same.iter().map(|(_, sign)| sign).sum::<i64>() != 0)
        .map(|same| same[0].0)
        .collect()
}

/// Returns the outlines of an object, without those that have non-finite coordinates.
pub(crate) fn outlines(item: &Item) -> impl Iterator<Item = &Vec<[f64; 2]>> {
    let all = item.loops.iter().chain(&item.chains);
    all.filter(|points| finite(points))
}

/// Returns `true` if all coordinates are finite.
pub(crate) fn finite(points: &[[f64; 2]]) -> bool {
    points.iter().flatten().all(|value| value.is_finite())
}
