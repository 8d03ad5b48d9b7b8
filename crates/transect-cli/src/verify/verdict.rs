//! The sentence that says whether parts are right.

use transect_report::verification::Verification;

/// Returns the sentence that says whether the parts are right.
pub(super) fn verdict(answer: &Verification, is_right: bool) -> String {
    let verb = if is_right { "match" } else { "do not match" };
    let (parts, by) = match (answer.has_several_planes(), answer.planes.len()) {
        (false, _) => ("halves", "this plane"),
        (true, 1) => ("parts", "this plane"),
        (true, _) => ("parts", "these planes"),
    };
    let parts = if is_right {
        format!("the {parts}")
    } else {
        format!("these {parts}")
    };
    format!("{parts} {verb} the input cut by {by}")
}
