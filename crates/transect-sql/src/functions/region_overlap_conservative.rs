//! `region_overlap_conservative`: the relation of a shape to a region, judged by one plane at a time.

use crate::call::Function;
use crate::functions::overlaps;
use crate::page::Page;

pub(crate) static FUNCTION: Function = Function {
    page: Page {
        name: "region_overlap_conservative",
        calls: &["region_overlap_conservative(region, shape)"],
        summary: "Returns the relation of the shape to the region like region_overlap, but tests one plane at a time. A \
            shape outside the region, near an edge or a corner of the region, may be reported as `meets`. It is faster \
            than region_overlap where many shapes are near the border.",
        result: "a text: `outside`, `meets` or `inside`",
        null: "The region or the shape is NULL, or the row is not a shape.",
        errors: "The same as those of region_overlap.",
        example: "SELECT region_overlap_conservative(region(plane(1, 0, 0), plane(-1, -1, 1)), -1, 1.5, 0.5, 2) AS \
            past_the_corner",
        answer: "
+-----------------+
| past_the_corner |
+-----------------+
| meets           |
+-----------------+
",
    },
    check: overlaps::check,
    run: |call| overlaps::run(call, false),
};
