//! Errors in plane equations: the message with the place, and the equation that was probably meant.

use std::fmt::Display;

use transect::{EquationError, Plane};

/// Returns the error message of an equation, and the equation itself on a second line. If the place of the error is
/// known, a mark on a third line shows it. `somewhere` begins the message and says where the equation comes from.
#[must_use]
pub fn marked(somewhere: &str, text: &str, error: &EquationError) -> String {
    marked_at(somewhere, text, error, error.place())
}

/// Returns the message of an error in a text, like [`marked`]. `place` is the position of the wrong character, counted from
/// 1.
pub(crate) fn marked_at(
    somewhere: &str,
    text: &str,
    error: &dyn Display,
    place: Option<usize>,
) -> String {
    let line: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let mark = place.map_or(String::new(), |place| format!("\n    {:>place$}", '^'));
    format!("{somewhere}: {error}\n    {line}{mark}")
}

/// Returns the equation that an invalid equation probably means. Decimal commas become points first. Then several
/// further corrections are tried, one at a time. Returns `None` if the equation stays invalid after each of them.
#[must_use]
pub fn meant(text: &str) -> Option<String> {
    let with_points = text.replace(',', ".");
    let with_points = with_points.trim();
    let behind_letter = 1 + with_points
        .find(['x', 'y', 'z', 'X', 'Y', 'Z'])
        .unwrap_or_default();
    let (letter, rest) = with_points.split_at_checked(behind_letter)?;
    let signs = ["==", ">=", "<=", ":=", ">", "<", ":"];
    let sign = signs.into_iter().find(|sign| with_points.contains(sign));
    let unit = with_points.trim_end_matches(|c: char| c.is_alphabetic());
    if let Some(plane) = coefficients(text) {
        return Some(plane.to_string().replace(' ', ""));
    }
    let slips = [
        // Corrects the decimal comma of "z=1,2".
        with_points.to_string(),
        // Removes the unit from "z=1.2m".
        unit.to_string(),
        // Replaces the inequality sign of "z>1.2".
        sign.map_or(String::new(), |sign| with_points.replacen(sign, "=", 1)),
        // Completes the expression "z-1.2" with "=0".
        format!("{with_points}=0"),
        // Adds the missing "=" to "z1.2".
        format!("{letter}={rest}"),
        // Reads a bare number such as "1.2" as a height.
        format!("z={with_points}"),
    ];
    let plane = slips.iter().find_map(|slip| slip.parse::<Plane>().ok())?;
    Some(plane.to_string().replace(' ', ""))
}

/// Returns the plane ax + by + cz + d = 0 if the text consists of the four numbers a, b, c and d, with commas or spaces
/// between them.
fn coefficients(text: &str) -> Option<Plane> {
    let words = text.split(|c: char| c == ',' || c.is_whitespace());
    let words = words.filter(|word| !word.is_empty());
    let numbers: Result<Vec<f64>, _> = words.map(str::parse).collect();
    let [a, b, c, d] = numbers.ok()?.try_into().ok()?;
    Plane::new([a, b, c], d).ok()
}

#[cfg(test)]
mod tests {
    use super::meant;

    #[test]
    fn slips_in_equations_are_understood() {
        for (text, plane) in [
            ("z=1,2", "z=1.2"),
            ("z-1.2", "z=1.2"),
            ("z1.2", "z=1.2"),
            ("z 1.2", "z=1.2"),
            ("Z:1.2", "z=1.2"),
            ("z>=1.2", "z=1.2"),
            ("z==1.2", "z=1.2"),
            ("z=1.2 m", "z=1.2"),
            ("1.2", "z=1.2"),
            ("-1,5", "z=-1.5"),
            ("2x+3y<17", "2x+3y-17=0"),
            ("x", "x=0"),
            ("0,0,1,-1.2", "z=1.2"),
            ("2 3 6 -17", "2x+3y+6z-17=0"),
            ("z-1/3", "3z-1=0"),
        ] {
            assert_eq!(meant(text).as_deref(), Some(plane), "{text}");
        }
        for text in ["", "=", "2x + 3q = 1", "x=x", "up", "ä", "z=1=2"] {
            assert_eq!(meant(text), None, "{text}");
        }
    }
}
