//! Lists of objects in the table, of which only the first few are shown.

use transect_report::numbers::counted;

/// The largest number of objects that a list shows.
const OBJECTS: usize = 3;

/// Returns the lines of the first few objects, and the number of the others as a line.
pub(super) fn lines<T>(objects: &[T], line: impl Fn(&T) -> String) -> Vec<String> {
    let mut lines: Vec<String> = objects.iter().take(OBJECTS).map(line).collect();
    if objects.len() > OBJECTS {
        lines.push(format!(
            "and {}",
            counted(objects.len() - OBJECTS, "more object")
        ));
    }
    lines
}
