//! The picture of a section in the plane of a face: its two limits as the plane is approached from behind, and from the
//! front.

use std::io;

use crate::figures::workshop::{Workshop, number};
use crate::sheet::{Anchor, BLUE, GREY, INK, RED, Sheet, View};

const STAIR: &str = "assets/small/stair.obj";

pub(super) fn draw(workshop: &Workshop) -> io::Result<String> {
    let profile = workshop.cut(&[STAIR, "--plane", "y=1.5"])?;
    let behind = workshop.cut(&[STAIR, "--plane", "z=1", "--on-plane", "front"])?;
    let ahead = workshop.cut(&[STAIR, "--plane", "z=1", "--on-plane", "back"])?;
    let mut sheet = Sheet::new(
        900.0,
        340.0,
        "A section is a one-sided limit: two steps, cut in the tread of the lower one",
    );

    let side = View {
        axes: [0, 2],
        zero: [95.0, 280.0],
        unit: 95.0,
    };
    sheet.heading([30.0, 34.0], Anchor::Start, "From the side");
    for shape in profile.shapes()? {
        sheet.shape(&side, &shape);
    }
    let [left, height] = side.at(&[-0.5, 0.0, 1.0]);
    let [right, _] = side.at(&[2.7, 0.0, 1.0]);
    sheet.line([left, height], [right, height], RED, 1.6, "7 4");
    sheet.words([left, height - 8.0], Anchor::Start, 13.0, RED, "z = 1");
    sheet.words(
        [right - 46.0, height - 12.0],
        Anchor::Start,
        13.0,
        GREY,
        "↑ front",
    );
    sheet.words(
        [right - 46.0, height + 24.0],
        Anchor::Start,
        13.0,
        GREY,
        "↓ back",
    );

    let panels = [
        (
            400.0,
            "Just behind the plane",
            "--on-plane front, the default",
            behind,
        ),
        (660.0, "Just in front of it", "--on-plane back", ahead),
    ];
    for (x, heading, flag, cut) in panels {
        let plan = View {
            axes: [0, 1],
            zero: [x, 280.0],
            unit: 68.0,
        };
        sheet.heading([x, 34.0], Anchor::Start, heading);
        for shape in cut.shapes()? {
            sheet.shape(&plan, &shape);
        }
        let area = number(&cut.report["planes"][0]["section"]["area"]);
        sheet.words(
            [x, 304.0],
            Anchor::Start,
            14.0,
            INK,
            &format!("area {area}"),
        );
        sheet.words([x, 324.0], Anchor::Start, 13.0, BLUE, flag);
    }
    Ok(sheet.svg())
}
