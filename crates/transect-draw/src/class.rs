//! The objects of a drawing, grouped by class (the part of the name up to `/`) and placed on the page.

use crate::drawing::Item;
use crate::grid::Frame;
use crate::style::Style;
use crate::trace::{self, Trace};

/// The objects of one class, in the order of the input.
#[derive(Debug)]
pub(crate) struct Class<'a> {
    pub(crate) name: &'a str,
    pub(crate) style: Style,
    /// `true` if the legend has no row for this class and counts its objects under "other".
    pub(crate) other: bool,
    pub(crate) objects: Vec<Object<'a>>,
}

/// One object and its outlines in page coordinates.
#[derive(Debug)]
pub(crate) struct Object<'a> {
    pub(crate) item: &'a Item,
    pub(crate) trace: Trace,
}

impl<'a> Object<'a> {
    /// Places the outlines of an object in the frame of the page. Outlines with non-finite coordinates are left out.
    pub(crate) fn place(item: &'a Item, frame: &Frame) -> Self {
        let marks =
            |points: &'a Vec<[f64; 2]>| points.iter().map(|point| trace::mark(frame.place(*point)));
        let drawn = |outlines: &'a Vec<Vec<[f64; 2]>>| {
            outlines
                .iter()
                .filter(|points| !points.is_empty() && finite(points))
        };
        let loops = drawn(&item.loops)
            .map(|points| trace::closed(marks(points)))
            .collect();
        let chains = drawn(&item.chains)
            .map(|points| trace::open(marks(points)))
            .collect();
        Self {
            item,
            trace: Trace { loops, chains },
        }
    }
}

/// Returns `true` if all coordinates are finite.
pub(crate) fn finite(points: &[[f64; 2]]) -> bool {
    points.iter().flatten().all(|value| value.is_finite())
}
