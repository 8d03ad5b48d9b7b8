//! A name on several lines.

use crate::text;

/// The largest number of lines.
const MOST_LINES: usize = 3;

/// The largest number of words of a name that is divided. Names with more words stay on one line.
const MOST_WORDS: usize = 12;

/// Returns the divisions of a name into one, two and three lines. Among the divisions with the same number of lines,
/// the widest line is as short as possible.
pub(crate) fn divisions(name: &str, size: f64, bold: bool) -> Vec<Vec<String>> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let most = match words.len() {
        0 => return Vec::new(),
        words if words > MOST_WORDS => 1,
        words => words.min(MOST_LINES),
    };
    (1..=most)
        .map(|lines| divided(&words, lines, size, bold))
        .collect()
}

/// Returns the best division of words into this number of lines, which is at most the number of words.
fn divided(words: &[&str], lines: usize, size: f64, bold: bool) -> Vec<String> {
    if lines == 1 {
        return vec![words.join(" ")];
    }
    let width = |line: &String| text::width(line, size, bold);
    let divisions = (1..=words.len() + 1 - lines).map(|first| {
        let mut division = vec![words[..first].join(" ")];
        division.extend(divided(&words[first..], lines - 1, size, bold));
        division
    });
    let widest = |division: &Vec<String>| division.iter().map(width).fold(0.0, f64::max);
    let best = divisions.min_by(|a, b| widest(a).total_cmp(&widest(b)));
    best.unwrap_or_default()
}

/// Returns the first word of a name if this word has a digit and further words follow. In plans, this is the number of
/// a room.
pub(crate) fn number(name: &str) -> Option<&str> {
    let (first, _) = name.trim().split_once(char::is_whitespace)?;
    first
        .contains(|character: char| character.is_ascii_digit())
        .then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_divided_evenly() {
        let divisions = |name: &str| divisions(name, 10.0, true);
        assert_eq!(
            divisions("134 S-1/S-4 CONFERENCE RM"),
            [
                vec!["134 S-1/S-4 CONFERENCE RM"],
                vec!["134 S-1/S-4", "CONFERENCE RM"],
                vec!["134 S-1/S-4", "CONFERENCE", "RM"],
            ]
        );
        assert_eq!(divisions("Hall"), [["Hall"]]);
        assert!(divisions("  ").is_empty());
        assert_eq!(divisions(&"a ".repeat(30)).len(), 1);
    }

    #[test]
    fn the_number_of_a_room_is_its_first_word() {
        assert_eq!(number("S102 STAIR"), Some("S102"));
        assert_eq!(number("OPEN OFFICE"), None);
        assert_eq!(number("145"), None);
    }
}
