//! The picture of objects at a plane. Beside each object, its interval along the normal and the sides of the interval's
//! ends are drawn.

use std::io;

use crate::figures::workshop::Workshop;
use crate::sheet::{Anchor, BLUE, GREY, INK, RED, Sheet, View};

const SIDES: &str = "assets/small/sides.obj";
/// The horizontal distance from the middle of an object to the drawing of its interval, in units of the model.
const ASIDE: f64 = 0.66;

pub(super) fn draw(workshop: &Workshop) -> io::Result<String> {
    let cut = workshop.cut(&[SIDES, "--plane", "z=1"])?;
    let objects = String::from_utf8_lossy(&cut.file("objects.csv")?).into_owned();
    let profile = workshop.cut(&[SIDES, "--plane", "y=0.5"])?;
    let mut sheet = Sheet::new(
        900.0,
        350.0,
        "Six objects and the plane z = 1: their intervals on its normal",
    );
    let view = View {
        axes: [0, 2],
        zero: [62.0, 228.0],
        unit: 88.0,
    };
    for shape in profile.shapes()? {
        sheet.shape(&view, &shape);
    }
    let [_, height] = view.at(&[0.0, 0.0, 1.0]);
    sheet.line([20.0, height], [880.0, height], RED, 1.6, "7 4");
    sheet.words([20.0, height - 8.0], Anchor::Start, 13.0, RED, "z = 1");

    let mut rows = objects
        .lines()
        .map(|line| line.split(',').collect::<Vec<&str>>());
    let head = rows.next().unwrap_or_default();
    for row in rows {
        let cell = |name: &str| -> io::Result<&str> {
            let place = head.iter().position(|column| *column == name);
            let cell = place.and_then(|place| row.get(place)).copied();
            cell.ok_or_else(|| io::Error::other(format!("objects.csv has no {name}")))
        };
        let number = |name: &str| cell(name)?.parse::<f64>().map_err(io::Error::other);
        let middle = (number("xmin")? + number("xmax")?) / 2.0;
        let end = |which: &str| -> io::Result<([f64; 2], &str)> {
            let distance = number(&format!("{which}_distance"))?;
            let side = cell(match which {
                "backmost" => "backmost_side",
                _ => "frontmost_side",
            })?;
            Ok((view.at(&[middle + ASIDE, 0.0, 1.0 + distance]), side))
        };
        let (from, backmost) = end("backmost")?;
        let (to, frontmost) = end("frontmost")?;
        sheet.line(from, to, INK, 2.4, "");
        sheet.dot(from, color(backmost));
        sheet.dot(to, color(frontmost));

        let [x, _] = view.at(&[middle, 0.0, 0.0]);
        let verdict = match cell("side")? {
            "on" if cell("touching")? == "true" => "on (touching)",
            "on" if cell("divided")? == "true" => "on (divided)",
            side => side,
        };
        sheet.words([x, 285.0], Anchor::Middle, 15.0, INK, verdict);
        sheet.words(
            [x, 308.0],
            Anchor::Middle,
            13.0,
            color(frontmost),
            &format!("frontmost: {frontmost}"),
        );
        sheet.words(
            [x, 328.0],
            Anchor::Middle,
            13.0,
            color(backmost),
            &format!("backmost: {backmost}"),
        );
    }
    Ok(sheet.svg())
}

fn color(side: &str) -> &'static str {
    match side {
        "front" => BLUE,
        "on" => RED,
        _ => GREY,
    }
}
