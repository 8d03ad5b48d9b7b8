//! Tests of charts of area and volume against height.

use roxmltree::Document;
use transect_draw::{CurveChart, CurveMark, CurveSample, Theme};

use crate::drawing::page::{Result, check};

/// Returns the chart of a prism with the lower end at 0: the same area at each height.
fn prism(height: f64, area: f64) -> CurveChart {
    let sample = |height: f64, areas: [f64; 2]| CurveSample {
        height,
        areas,
        volume: height * area,
    };
    CurveChart {
        title: "prism.stl".into(),
        subtitle: "1 closed object".into(),
        height_name: "z".into(),
        unit: Some("m".into()),
        samples: vec![sample(0.0, [0.0, area]), sample(height, [area, 0.0])],
        marks: vec![CurveMark {
            height: height / 2.0,
            volume: height / 2.0 * area,
            label: "50%".into(),
        }],
        theme: Theme::light(),
    }
}

/// Returns the numbers of a path.
fn numbers(path: &str) -> Vec<f64> {
    path.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'))
        .filter_map(|word| word.parse().ok())
        .collect()
}

#[test]
fn a_mark_lies_on_the_curve() -> Result {
    let svg = prism(2.0, 4.0).to_svg();
    check(&svg)?;
    let document = Document::parse(&svg)?;
    let group = |id: &str| {
        document
            .descendants()
            .find(|node| node.attribute("id") == Some(id))
    };
    let curve = |id: &str| -> std::result::Result<Vec<f64>, &str> {
        let mut paths = group(id).ok_or("a panel")?.children();
        let line = paths.rfind(|path| path.attribute("stroke-width") == Some("1.6"));
        Ok(numbers(
            line.and_then(|path| path.attribute("d")).ok_or("a curve")?,
        ))
    };
    let volume = curve("volume")?;
    let [x0, y0, x1, y1] = volume[..] else {
        return Err("two points".into());
    };
    let dot = document
        .descendants()
        .find(|node| node.has_tag_name("circle"))
        .ok_or("a dot")?;
    let at = |name: &str| {
        dot.attribute(name)
            .and_then(|text| text.parse::<f64>().ok())
            .ok_or("a number")
    };
    assert!(
        (at("cx")? - (x0 + x1) / 2.0).abs() < 0.02 && (at("cy")? - (y0 + y1) / 2.0).abs() < 0.02
    );
    // The area jumps at both ends of the prism, from zero and to zero. So the curve has two points at each end, and
    // both have the same height.
    let area = curve("area")?;
    assert_eq!(area.len(), 8);
    assert_eq!([area[1], area[5]], [area[3], area[7]]);
    assert_eq!([area[0], area[2]], [area[6], area[4]]);
    for text in ["area (m²)", "volume behind (m³)", "z (m)", "50%"] {
        assert!(svg.contains(text), "{text}");
    }
    Ok(())
}

#[test]
fn odd_curves_have_a_chart() -> Result {
    for (height, area) in [
        (1e-300, 1.0),
        (1e300, 1e-300),
        (1e150, 1e150),
        (3.0, -2.0),
        (0.0, 0.0),
        (1.0, f64::NAN),
    ] {
        let chart = prism(height, area);
        check(&chart.to_svg())?;
        check(
            &CurveChart {
                samples: chart.samples[..1].to_vec(),
                ..chart.clone()
            }
            .to_svg(),
        )?;
        check(
            &CurveChart {
                samples: Vec::new(),
                unit: None,
                ..chart.clone()
            }
            .to_svg(),
        )?;
        let mark = CurveMark {
            label: "<m>\u{7}&".repeat(40),
            ..chart.marks[0].clone()
        };
        check(
            &CurveChart {
                marks: vec![mark; 9],
                title: "<t>".repeat(90),
                ..chart
            }
            .to_svg(),
        )?;
    }
    Ok(())
}

#[test]
fn far_heights_keep_their_ticks() -> Result {
    let mut chart = prism(2.0, 4.0);
    for sample in &mut chart.samples {
        sample.height += 1e9;
    }
    chart.marks.clear();
    let svg = CurveChart {
        theme: Theme::dark(),
        ..chart
    }
    .to_svg();
    check(&svg)?;
    assert!(svg.contains(">1,000,000,001.0<"), "{svg}");
    Ok(())
}
