//! The report of `transect cut` for people: a table of a few lines. halves.rs: one plane; parts.rs: several planes.

mod halves;
mod layout;
mod parts;

use crate::screen::Screen;
pub(crate) use crate::summary::layout::{
    at, bounds, finding_lines, in_colors, input, labelled, plane, rows, sides, sources, through,
    written,
};
pub(crate) use crate::summary::parts::{PARTS, objects, planes};
use transect_report::CutRequest;
use transect_report::request::{CutAnswer, SectionAnswer};

/// Returns the report of a cut as a text table.
pub(crate) fn summary(request: &CutRequest, answer: &CutAnswer, screen: &Screen) -> String {
    if !request.planes.are_several() {
        halves::summary(answer, screen)
    } else {
        parts::summary(request, answer, screen)
    }
}

/// Returns the text table for sections that were computed without parts.
pub(crate) fn section_summary(
    request: &CutRequest,
    answer: &SectionAnswer,
    files: &[String],
    screen: &Screen,
) -> String {
    match (request.planes.are_several(), &*answer.planes) {
        (false, [plane]) => halves::section_summary(answer, plane, files, screen),
        _ => parts::section_summary(request, answer, files, screen),
    }
}
