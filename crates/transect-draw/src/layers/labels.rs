//! Labels on lines: where a line is nearly straight, a label is placed on the line, turned to its direction.

/// The distance along a line between two neighbouring positions at which a label is tried, in px.
const STEP: f64 = 12.0;
/// The length of line per label, in px. A line is divided into stretches of about this length, with at most one label
/// each.
const APART: f64 = 330.0;
/// The least ratio of chord to arc length of the line under a label. A straight line has the ratio 1.
const STRAIGHT: f64 = 0.95;
/// The space on each side of a label, in px.
const AIR: f64 = 5.0;

/// A label on the page: its centre, and its angle in degrees clockwise, between −90 and 90.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Label {
    pub(super) at: [f64; 2],
    pub(super) degrees: f64,
}

/// The labels that are placed so far. Each is stored as a circle around it: the centre and the radius. The circles are
/// disjoint and begin in a box, so the size of the box limits their number.
#[derive(Debug, Default)]
pub(super) struct Labels {
    placed: Vec<([f64; 2], f64)>,
}

impl Labels {
    /// Places labels of this width along a line, and returns them. The labels do not overlap labels of any line, and
    /// lie inside the box from `low` to `high`.
    pub(super) fn along(
        &mut self,
        line: &[[f64; 2]],
        width: f64,
        low: [f64; 2],
        high: [f64; 2],
    ) -> Vec<Label> {
        let arcs = arcs(line);
        let length = arcs.last().copied().unwrap_or(0.0);
        let needed = width + 2.0 * AIR;
        let mut labels = Vec::new();
        if length < 2.0 * needed {
            return labels;
        }
        // In each stretch, positions are tried from its middle outwards.
        let stretches = (length / APART).round().max(1.0);
        for stretch in 0..stretches as usize {
            let middle = length * (stretch as f64 + 0.5) / stretches;
            let reach = (length / stretches / 2.0 - needed / 2.0).max(0.0);
            let tries = (reach / STEP).floor() as usize;
            let offsets = (0..=tries).flat_map(|step| [step as f64 * STEP, -(step as f64) * STEP]);
            let found = offsets
                .map(|offset| middle + offset)
                .filter(|&arc| arc >= needed / 2.0 && arc <= length - needed / 2.0)
                .find_map(|arc| self.fitting(line, &arcs, arc, needed, low, high));
            if let Some(label) = found {
                self.placed.push((label.at, width / 2.0 + AIR));
                labels.push(label);
            }
        }
        labels
    }

    /// Returns the label whose middle is at the length `arc` along the line. Returns `None` if the line is not straight
    /// there, or if the label is too near to another label or to the edge of the box.
    fn fitting(
        &self,
        line: &[[f64; 2]],
        arcs: &[f64],
        arc: f64,
        needed: f64,
        low: [f64; 2],
        high: [f64; 2],
    ) -> Option<Label> {
        let from = point(line, arcs, arc - needed / 2.0);
        let to = point(line, arcs, arc + needed / 2.0);
        let chord = [to[0] - from[0], to[1] - from[1]];
        let length = chord[0].hypot(chord[1]);
        if length < STRAIGHT * needed {
            return None;
        }
        let middle = point(line, arcs, arc);
        let at = [0, 1].map(|axis| (from[axis] + to[axis]) / 4.0 + middle[axis] / 2.0);
        let radius = needed / 2.0;
        let is_inside =
            (0..2).all(|axis| at[axis] - radius >= low[axis] && at[axis] + radius <= high[axis]);
        let is_free = self.placed.iter().all(|(other, own)| {
            (at[0] - other[0]).hypot(at[1] - other[1]) > radius + own + 2.0 * AIR
        });
        let mut degrees = chord[1].atan2(chord[0]).to_degrees();
        if degrees > 90.0 {
            degrees -= 180.0;
        } else if degrees <= -90.0 {
            degrees += 180.0;
        }
        (is_inside && is_free).then_some(Label { at, degrees })
    }
}

/// Returns, for each point of the line, the length of the line from its beginning to this point.
fn arcs(line: &[[f64; 2]]) -> Vec<f64> {
    let mut sum = 0.0;
    let steps = line.windows(2).map(|two| {
        sum += (two[1][0] - two[0][0]).hypot(two[1][1] - two[0][1]);
        sum
    });
    std::iter::once(0.0).chain(steps).collect()
}

/// Returns the point at the length `arc` along the line. `arcs` is the result of [`arcs()`] for the line.
fn point(line: &[[f64; 2]], arcs: &[f64], arc: f64) -> [f64; 2] {
    let next = arcs
        .partition_point(|&length| length < arc)
        .clamp(1, line.len() - 1);
    let [from, to] = [line[next - 1], line[next]];
    let length = arcs[next] - arcs[next - 1];
    let part = if length > 0.0 {
        ((arc - arcs[next - 1]) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_stand_along_straight_lines_and_apart_from_each_other() {
        let mut labels = Labels::default();
        let line = [[0.0, 100.0], [1000.0, 300.0]];
        let placed = labels.along(&line, 30.0, [0.0; 2], [1000.0; 2]);
        assert_eq!(placed.len(), 3);
        for label in &placed {
            assert!((label.degrees - 11.31).abs() < 0.01, "{label:?}");
            assert!((label.at[1] - 100.0 - label.at[0] / 5.0).abs() < 1e-9);
        }
        assert!(
            placed
                .windows(2)
                .all(|two| two[1].at[0] - two[0].at[0] > 300.0)
        );
        // The same line again: its labels are placed elsewhere along it, where there is space.
        let again = labels.along(&line, 30.0, [0.0; 2], [1000.0; 2]);
        assert_eq!(again.len(), 3);
        let distance = |a: &Label, b: &Label| (a.at[0] - b.at[0]).hypot(a.at[1] - b.at[1]);
        let is_apart = |own: &Label| placed.iter().all(|other| distance(own, other) > 30.0);
        assert!(again.iter().all(is_apart), "{again:?}");
    }

    #[test]
    fn crooked_and_short_lines_have_no_labels() {
        let mut labels = Labels::default();
        let crooked: Vec<[f64; 2]> = (0..100)
            .map(|i| [f64::from(i) * 2.0, f64::from(i % 2) * 30.0 + 50.0])
            .collect();
        assert_eq!(labels.along(&crooked, 30.0, [0.0; 2], [400.0; 2]), []);
        let short = [[10.0, 10.0], [40.0, 10.0]];
        assert_eq!(labels.along(&short, 30.0, [0.0; 2], [400.0; 2]), []);
    }

    #[test]
    fn each_line_of_a_large_page_has_its_labels() {
        let mut labels = Labels::default();
        let lines = (1..200).map(|line| {
            [
                [0.0, 60.0 * f64::from(line)],
                [1000.0, 60.0 * f64::from(line)],
            ]
        });
        let placed = lines.map(|line| labels.along(&line, 30.0, [0.0; 2], [1e5; 2]).len());
        assert!(placed.eq([3; 199]));
    }

    #[test]
    fn letters_are_never_upside_down() {
        for ends in [[400.0, 390.0], [390.0, 400.0]] {
            let line = [[500.0, ends[0]], [100.0, ends[1]]];
            let placed = Labels::default().along(&line, 30.0, [0.0; 2], [600.0; 2]);
            assert!(!placed.is_empty());
            assert!(
                placed.iter().all(|label| label.degrees.abs() < 5.0),
                "{placed:?}"
            );
        }
    }

    #[test]
    fn labels_lie_inside_the_box() {
        for (height, count) in [(19.0, 0), (21.0, 1), (79.0, 1), (81.0, 0)] {
            let line = [[0.0, height], [100.0, height]];
            let placed = Labels::default().along(&line, 30.0, [0.0; 2], [100.0; 2]);
            assert_eq!(placed.len(), count, "{height}");
        }
    }
}
