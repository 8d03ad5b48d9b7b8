//! The legend of a contour drawing: a strip of the colours from the lowest height to the highest, with labels.

use std::fmt::Write;

use crate::text::{self, Anchor, Role, Text, Texts};
use crate::theme::ContourColors;
use crate::trace::px;

/// The size of the strip in px.
pub(super) const STRIP: [f64; 2] = [400.0, 10.0];
/// The largest number of rectangles in the strip. Each rectangle has one colour.
const MOST: usize = 80;

/// Writes the strip with its left upper corner at `at`, and places labels below it. `heights` has one entry per height
/// in ascending order: its label, and `true` if the contour lines at this height are heavy. The lowest and the highest
/// height get labels, and so do the heights of heavy lines where there is room.
pub(super) fn write(
    svg: &mut String,
    texts: &mut Texts,
    at: [f64; 2],
    heights: &[(String, bool)],
    colors: &ContourColors,
) {
    let count = heights.len();
    if count == 0 {
        return;
    }
    let parts = count.min(MOST);
    let width = STRIP[0] / parts as f64;
    for part in 0..parts {
        let _ = writeln!(
            svg,
            r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{}"/>"#,
            px(at[0] + part as f64 * width),
            px(at[1]),
            px(width + if part + 1 < parts { 0.3 } else { 0.0 }),
            px(STRIP[1]),
            colors.at(part as f64 / (parts - 1).max(1) as f64),
        );
    }
    let (size, bold) = Role::Tick.font();
    let mut place = |index: usize| {
        let (label, _) = &heights[index];
        let middle = at[0] + STRIP[0] * (index as f64 + 0.5) / count as f64;
        let half = text::width(label, size, bold) / 2.0;
        texts.place(Text {
            role: Role::Tick,
            anchor: Anchor::Middle,
            at: [
                middle.clamp(at[0] + half, at[0] + STRIP[0] - half),
                at[1] + STRIP[1] + 11.0,
            ],
            content: label.clone(),
        });
    };
    // The two ends come first, because labels that would cover an earlier label are left out.
    place(0);
    place(count - 1);
    for (index, (_, is_index)) in heights.iter().enumerate() {
        if *is_index {
            place(index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::Theme;

    /// Returns the strip of five heights, of which those in `heavy` have heavy lines, and its labels.
    fn strip(heavy: &[usize]) -> (String, Vec<String>) {
        let heights: Vec<(String, bool)> = (0..5)
            .map(|height| (height.to_string(), heavy.contains(&height)))
            .collect();
        let (mut svg, mut texts) = (String::new(), Texts::default());
        let colors = &Theme::light().contours;
        write(&mut svg, &mut texts, [50.0, 50.0], &heights, colors);
        (svg, texts.iter().map(|text| text.content.clone()).collect())
    }

    #[test]
    fn the_strip_runs_from_the_first_colour_to_the_last() {
        let (svg, _) = strip(&[]);
        let colors = &Theme::light().contours;
        let fills = [colors.at(0.0), colors.at(1.0)].map(|color| format!(r#"fill="{color}""#));
        let lines: Vec<&str> = svg.lines().collect();
        assert_eq!(lines.len(), 5);
        assert!(
            lines[0].contains(&fills[0]) && lines[4].contains(&fills[1]),
            "{svg}"
        );
    }

    #[test]
    fn the_ends_and_the_heights_of_heavy_lines_have_labels() {
        assert_eq!(strip(&[]).1, ["0", "4"]);
        assert_eq!(strip(&[2]).1, ["0", "4", "2"]);
    }
}
