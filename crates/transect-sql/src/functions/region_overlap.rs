//! `region_overlap`: the exact relation of a shape to a region.

use crate::call::Function;
use crate::functions::overlaps;
use crate::page::Page;

pub(crate) static FUNCTION: Function = Function {
    page: Page {
        name: "region_overlap",
        calls: &["region_overlap(region, shape)"],
        summary: "Returns the relation of the shape to the region: `inside` if the whole shape lies in the region, \
            `outside` if no point of the shape does, and otherwise `meets`. The region contains its border. The \
            relation is exact. The shape may be given as columns of numbers.",
        result: "a text: `outside`, `meets` or `inside`",
        null: "The region or the shape is NULL, or the row is not a shape.",
        errors: "The region is not a list of planes or has another dimension than the shape; a coordinate of a point or \
            of a sphere is infinite.",
        example: "SELECT region_overlap(region(plane(1, 0, 0), plane(-1, -1, 1)), -1, 1.5, 0.5, 2) AS past_the_corner",
        answer: "
+-----------------+
| past_the_corner |
+-----------------+
| outside         |
+-----------------+
",
    },
    check: overlaps::check,
    run: |call| overlaps::run(call, true),
};
