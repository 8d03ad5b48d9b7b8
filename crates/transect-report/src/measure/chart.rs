//! The chart `curve.svg` of a curve: the area of the section and the volume behind the plane, for each height of the
//! plane.

use transect_draw::{CurveChart, CurveMark, CurveSample};
use transect_mesh::Curve;

use crate::file_name::file_name;
use crate::measure::report::MeasureReport;
use crate::measure::request::MeasureRequest;
use crate::numbers::{coordinate, counted, measured};
use crate::slice::labels::Direction;
use crate::unit::Units;

/// The number of steps between the evenly spaced samples: one per px of the chart's height.
const STEPS: usize = 480;
/// If the vertices have at most this many different heights, samples are taken at these heights, too.
const KNOTS: usize = 960;

/// Returns the chart of a curve.
///
/// The chart shows the curve at evenly spaced heights, one per px, and at the heights of all vertices if there are at
/// most 960 different ones.
#[must_use]
pub fn chart(
    request: &MeasureRequest,
    direction: Direction,
    curve: &Curve,
    report: &MeasureReport,
    unit: Option<&str>,
) -> CurveChart {
    let units = Units::of(unit);
    let name = direction.name();
    let [low, high] = report.range.unwrap_or_default();
    let files: Vec<String> = report
        .source
        .iter()
        .map(|source| file_name(&source.path))
        .collect();
    let total = measured(curve.volume());
    let size = high - low;
    let range = [low, high].map(|end| drawn(&coordinate(end, size)));
    let marks = report.volumes.iter().map(|found| CurveMark {
        height: found.height,
        volume: found.volume,
        label: {
            let height = drawn(&coordinate(found.height, size / 10_000.0));
            let volume = drawn(&measured(found.volume));
            let asked = if found.asked.ends_with('%') {
                format!("{} = ", found.asked)
            } else {
                String::new()
            };
            format!("{asked}{volume}{} at {name} = {height}", units.volume)
        },
    });
    CurveChart {
        title: files.join(", "),
        subtitle: format!(
            "{}  ·  volume {}{}  ·  {name} = {} to {}  ·  unit: {}",
            counted(report.objects.closed, "closed object"),
            drawn(&total),
            units.volume,
            range[0],
            range[1],
            unit.unwrap_or("file units"),
        ),
        height_name: name.into(),
        unit: unit.map(String::from),
        samples: samples(curve),
        marks: marks.collect(),
        theme: request.theme.clone(),
    }
}

/// Returns the text of a number with the minus sign U+2212 instead of a hyphen.
fn drawn(number: &str) -> String {
    number.replace('-', "\u{2212}")
}

/// Returns points of the curve in ascending order of height.
fn samples(curve: &Curve) -> Vec<CurveSample> {
    let Some([low, high]) = curve.range() else {
        return Vec::new();
    };
    let even = (0..=STEPS).map(|index| {
        let share = index as f64 / STEPS as f64;
        low * (1.0 - share) + high * share
    });
    // Rounding may leave the range by one float.
    let mut heights: Vec<f64> = even.map(|height| height.clamp(low, high)).collect();
    if curve.knots().len() <= KNOTS {
        heights.extend(curve.knots());
        heights.sort_by(f64::total_cmp);
        heights.dedup();
    }
    let sample = |height: f64| {
        let point = curve.at(height);
        CurveSample {
            height,
            areas: [point.area, point.area_from_front],
            volume: point.volume,
        }
    };
    heights.into_iter().map(sample).collect()
}
