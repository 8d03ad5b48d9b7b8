//! Draws one camera three times, once per clip space (convention of depth), with the depths of its near and far plane.

use std::error::Error;

use transect::{ClipSpace, Frustum, FrustumSide};

use crate::canvas::{Anchor, BACK, Canvas, DASHED, FRONT, INK, SHAPE, THIN, Type, View, number};

const NEAR: f64 = 1.0;
const FAR: f64 = 4.0;
const WIDTH: f64 = 245.0;

/// Returns the matrix of a camera that looks along −z, with a vertical field of view of 53°, from [`NEAR`] to [`FAR`].
fn matrix(space: ClipSpace) -> [[f64; 4]; 4] {
    let (a, b) = match space {
        ClipSpace::MinusOneToOne => (-(FAR + NEAR), -2.0 * FAR * NEAR),
        ClipSpace::ZeroToOne => (-FAR, -FAR * NEAR),
        ClipSpace::ReversedZ => (NEAR, FAR * NEAR),
    };
    let depth = FAR - NEAR;
    [
        [2.0, 0.0, 0.0, 0.0],
        [0.0, 2.0, 0.0, 0.0],
        [0.0, 0.0, a / depth, b / depth],
        [0.0, 0.0, -1.0, 0.0],
    ]
}

/// Returns the distance from the eye to a plane of the frustum.
fn distance(frustum: &Frustum, side: FrustumSide) -> Option<f64> {
    let eye = [0.0; 3];
    Some(frustum.plane(side)?.signed_distance(&eye).abs())
}

pub(crate) fn draw() -> Result<String, Box<dyn Error>> {
    let mut canvas = Canvas::new(
        "clip_space",
        [760.0, 344.0],
        "One frustum from three matrices: depth goes from −1 to 1, from 0 to 1, or from 1 to 0",
    );
    for (place, (space, misread)) in [
        (ClipSpace::MinusOneToOne, ClipSpace::ZeroToOne),
        (ClipSpace::ZeroToOne, ClipSpace::MinusOneToOne),
        (ClipSpace::ReversedZ, ClipSpace::ZeroToOne),
    ]
    .into_iter()
    .enumerate()
    {
        panel(&mut canvas, (WIDTH + 12.5) * place as f64, space, misread)?;
    }
    Ok(canvas.svg())
}

fn panel(
    canvas: &mut Canvas,
    left: f64,
    space: ClipSpace,
    misread: ClipSpace,
) -> Result<(), Box<dyn Error>> {
    let matrix = matrix(space);
    let frustum = Frustum::from_row_major(&matrix, space)?;
    canvas.card([left, 0.0], [WIDTH, 344.0]);
    canvas.words(
        [left + 14.0, 28.0],
        Anchor::Start,
        Type::Heading,
        &format!("{space:?}"),
    );
    // A view from the side, with heights scaled by 0.75. The eye is on the left, and the view direction −z points
    // right.
    let view = View {
        zero: [left + 24.0, 118.0],
        unit: 45.0,
    };
    let corners = frustum.corners().ok_or("a frustum without corners")?;
    let [low_near, high_near, high_far, low_far] = [0, 3, 7, 4].map(|place| {
        let [_, y, z] = corners[place];
        view.at([-z, 0.75 * y])
    });
    let eye = view.at([0.0, 0.0]);
    canvas.line(eye, low_near, DASHED);
    canvas.line(eye, high_near, DASHED);
    canvas.polygon(&[low_near, high_near, high_far, low_far], SHAPE);
    canvas.circle(eye, 3.5, r#"fill="currentColor""#);
    canvas.bar(low_near, high_near, FRONT, 3.5);
    canvas.bar(low_far, high_far, BACK, 3.5);
    canvas.words(
        [high_near[0] + 2.0, high_near[1] - 9.0],
        Anchor::End,
        Type::Note,
        "Near",
    );
    canvas.words(
        [high_far[0] + 8.0, high_far[1] + 10.0],
        Anchor::Start,
        Type::Note,
        "Far",
    );

    // The scale of depths from −1 to 1, with labelled ticks. Below the camera, lines lead from points at equal steps of
    // distance to their depths on the scale.
    let [from, to] = [-1.0, 1.0].map(|depth| scale(left, depth));
    canvas.bar(from, to, INK, 1.0);
    for tick in [-1.0, 0.0, 1.0] {
        let [x, y] = scale(left, tick);
        canvas.line([x, y - 4.0], [x, y + 4.0], THIN);
        canvas.words([x, y + 20.0], Anchor::Middle, Type::Code, &number(tick));
    }
    canvas.words(
        [left + WIDTH / 2.0 - 44.0, 260.0],
        Anchor::Middle,
        Type::Note,
        "z / w",
    );
    for step in 0..7 {
        let z = -NEAR - f64::from(step) * (FAR - NEAR) / 6.0;
        let [depth, w] = [2, 3].map(|row: usize| matrix[row][2] * z + matrix[row][3]);
        let above = view.at([-z, 0.0]);
        let below = scale(left, depth / w);
        canvas.line(above, below, THIN);
        let color = match step {
            0 => FRONT,
            6 => BACK,
            _ => INK,
        };
        let radius = if step % 6 == 0 { 4.5 } else { 2.2 };
        for at in [above, below] {
            canvas.circle(at, radius, &format!(r#"fill="{color}""#));
        }
    }

    let wrong = Frustum::from_row_major(&matrix, misread)?;
    let right = [FrustumSide::Near, FrustumSide::Far].map(|side| distance(&frustum, side));
    let wrong = [FrustumSide::Near, FrustumSide::Far].map(|side| distance(&wrong, side));
    let words = |[near, far]: [Option<f64>; 2]| {
        let [near, far] = [near, far].map(|value| value.map_or("none".into(), number));
        format!("near {near}, far {far}")
    };
    canvas.words(
        [left + 14.0, 290.0],
        Anchor::Start,
        Type::Words,
        &words(right),
    );
    canvas.words(
        [left + 14.0, 311.0],
        Anchor::Start,
        Type::Note,
        &format!("read as {misread:?}:"),
    );
    canvas.words(
        [left + 14.0, 329.0],
        Anchor::Start,
        Type::Note,
        &words(wrong),
    );
    Ok(())
}

/// Returns the position of a depth on the depth scale of a panel.
fn scale(left: f64, depth: f64) -> [f64; 2] {
    [left + WIDTH / 2.0 + 88.0 * depth, 240.0]
}
