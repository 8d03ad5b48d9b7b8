//! The picture of the halves of a stair that is cut in the plane of a tread: the place of the cap, and the half that
//! gets the tread.

use std::io;

use crate::figures::workshop::{Workshop, number};
use crate::sheet::Shape;
use crate::sheet::{Anchor, BLUE, GREY, RED, Sheet, View};

const STAIR: &str = "assets/small/stair.obj";
const PROFILE: [&str; 2] = ["--plane", "y=1.5"];

pub(super) fn draw(workshop: &Workshop) -> io::Result<String> {
    let profile = |model: &str| workshop.cut(&[&[model][..], &PROFILE].concat())?.shapes();
    let behind = workshop.cut(&[STAIR, "--plane", "z=1"])?;
    let ahead = workshop.cut(&[STAIR, "--plane", "z=1", "--on-plane", "back"])?;
    let mut sheet = Sheet::new(
        900.0,
        400.0,
        "The halves of two steps, cut in the tread of the lower one",
    );

    sheet.heading([30.0, 34.0], Anchor::Start, "Before");
    let before = View {
        axes: [0, 2],
        zero: [95.0, 310.0],
        unit: 105.0,
    };
    for shape in profile(STAIR)? {
        sheet.shape(&before, &shape);
    }
    let [left, height] = before.at(&[-0.5, 0.0, 1.0]);
    let [right, _] = before.at(&[2.5, 0.0, 1.0]);
    sheet.line([left, height], [right, height], RED, 1.6, "7 4");
    sheet.words([left, height - 8.0], Anchor::Start, 13.0, RED, "z = 1");

    sheet.heading([480.0, 34.0], Anchor::Start, "The halves, moved apart");
    let front = View {
        axes: [0, 2],
        zero: [500.0, 275.0],
        unit: 105.0,
    };
    let back = View {
        axes: [0, 2],
        zero: [500.0, 345.0],
        unit: 105.0,
    };
    for (view, name) in [(&front, "front.obj"), (&back, "back.obj")] {
        for shape in profile(&behind.path(name))? {
            sheet.shape(view, &shape);
        }
    }
    // In this model, wherever material lies just in front of the plane, material also lies just behind the plane. At
    // these places the halves get caps (red). The limit of the section, as the plane is approached from behind, also
    // contains the tread of the lower step (blue).
    let [wide, narrow] = [across(&behind.shapes()?), across(&ahead.shapes()?)];
    let on = |view: &View, x: f64| view.at(&[x, 0.0, 1.0]);
    for view in [&front, &back] {
        sheet.line(on(view, narrow[0]), on(view, narrow[1]), RED, 4.5, "");
    }
    sheet.line(on(&back, narrow[1]), on(&back, wide[1]), BLUE, 4.5, "");

    let volume = |half: &str| {
        let parts = behind.report["parts"].as_array().into_iter().flatten();
        let part = parts.into_iter().find(|part| part["name"] == half);
        part.map_or(0.0, |part| number(&part["volume"]))
    };
    let note = |sheet: &mut Sheet, y: f64, color: &str, text: &str| {
        sheet.words([625.0, y], Anchor::Start, 14.0, color, text);
    };
    note(
        &mut sheet,
        95.0,
        GREY,
        &format!("front.obj, closed, volume {}", volume("front")),
    );
    note(&mut sheet, 160.0, RED, "caps: material on both sides,");
    note(&mut sheet, 178.0, RED, "the same polygon for each half");
    sheet.words(
        [722.0, 244.0],
        Anchor::Start,
        14.0,
        BLUE,
        "the tread: it bounds",
    );
    sheet.words(
        [722.0, 262.0],
        Anchor::Start,
        14.0,
        BLUE,
        "what lies behind",
    );
    sheet.words(
        [500.0, 370.0],
        Anchor::Start,
        14.0,
        GREY,
        &format!("back.obj, closed, volume {}", volume("back")),
    );
    Ok(sheet.svg())
}

/// Returns the least and the greatest x of the polygons of several shapes.
fn across(shapes: &[Shape]) -> [f64; 2] {
    let rings = shapes
        .iter()
        .flat_map(|shape| shape.polygons.iter().flatten());
    let points = rings.flatten().map(|point| point[0]);
    points.fold(
        [f64::INFINITY, f64::NEG_INFINITY],
        |[least, greatest], x| [least.min(x), greatest.max(x)],
    )
}
