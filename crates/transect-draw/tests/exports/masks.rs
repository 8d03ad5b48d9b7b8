//! Tests of masks: pixels against rational arithmetic, borders, mirrors, PNG and ZIP.

use std::io::{Cursor, Read};

use dashu_ratio::RBig;
use transect_draw::{Mask, MaskArchive, MaskDepth, MaskError, MaskFrame, mask_name};

type Loop = Vec<[f64; 2]>;

/// The random number generator `SplitMix64` (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.bits() % bound
    }

    fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * 2_f64.powi(-53)
    }
}

fn mask(frame: &MaskFrame, objects: &[Vec<Loop>]) -> Mask {
    let objects = objects.iter().map(Vec::as_slice);
    frame.mask(objects).expect("finite coordinates")
}

fn rational(value: f64) -> RBig {
    RBig::try_from(value).expect("a finite number")
}

/// Returns two flags, computed with rational numbers. The first is `true` if the point is in the material by the rule
/// of [`Mask`], and the second is `true` if the point is on an outline.
fn material(objects: &[Vec<Loop>], point: [f64; 2]) -> (bool, bool) {
    let [x, y] = point.map(rational);
    let mut is_on_outline = false;
    let mut is_inside = false;
    for loops in objects {
        let mut winding = 0;
        for points in loops {
            for (a, b) in points.iter().zip(points.iter().cycle().skip(1)) {
                // The coordinates are compared as floats, which is exact.
                let is_level = a[1] == point[1] && b[1] == point[1];
                is_on_outline |=
                    is_level && a[0].min(b[0]) <= point[0] && point[0] <= a[0].max(b[0]);
                let rises = a[1] <= point[1] && point[1] < b[1];
                let falls = b[1] <= point[1] && point[1] < a[1];
                if !rises && !falls {
                    continue;
                }
                let [[ax, ay], [bx, by]] = [a, b].map(|end| end.map(rational));
                // The point where the edge has the height y, by the two-point form of a line.
                let crossing = &ax + (&y - &ay) * (&bx - &ax) / (&by - &ay);
                is_on_outline |= crossing == x;
                if crossing > x {
                    winding += if rises { 1 } else { -1 };
                }
            }
        }
        is_inside |= winding != 0;
    }
    (is_inside, is_on_outline)
}

/// Returns a random coordinate, from 0 to 50 pixels above `origin`: mostly that of a pixel centre, otherwise a float
/// next to that of a pixel centre, that of a pixel corner, or any number.
fn coordinate(random: &mut Random, pixel: f64, origin: f64) -> f64 {
    let center = (random.below(50) as f64 + 0.5).mul_add(pixel, origin);
    match random.below(12) {
        0 => center.next_up(),
        1 => center.next_down(),
        2 => (random.below(51) as f64).mul_add(pixel, origin),
        3 => (50.0 * random.unit()).mul_add(pixel, origin),
        _ => center,
    }
}

/// Returns a random loop. About half of its edges are parallel to an axis.
fn random_loop(random: &mut Random, pixel: f64, origin: [f64; 2]) -> Loop {
    let mut points: Loop = Vec::new();
    for _ in 0..3 + random.below(8) {
        let mut point = origin.map(|start| coordinate(random, pixel, start));
        if let Some(last) = points.last()
            && random.below(2) == 0
        {
            let axis = random.below(2) as usize;
            point[axis] = last[axis];
        }
        points.push(point);
    }
    points
}

#[test]
fn a_hundred_thousand_pixels_agree_with_rational_arithmetic() {
    let mut random = Random(1);
    let [mut centers, mut on_outlines, mut on] = [0; 3];
    for round in 0..40 {
        let pixel = [0.25, 0.05, 1.0 / 3.0, 3e-7][round % 4];
        let origin = [[0.0, 0.0], [-3.0, 0.1], [1e6, -2e5]][round % 3];
        let frame = MaskFrame::new(origin, pixel, [50, 50]).expect("a raster");
        let objects: Vec<Vec<Loop>> = (0..1 + random.below(3))
            .map(|_| {
                let loops = 0..1 + random.below(3);
                loops
                    .map(|_| random_loop(&mut random, pixel, origin))
                    .collect()
            })
            .collect();
        let mask = mask(&frame, &objects);
        for row in 0..50 {
            for column in 0..50 {
                let center = frame.center(column, row);
                let (is_inside, is_on_outline) = material(&objects, center);
                assert_eq!(
                    mask.is_on(column, row),
                    is_inside,
                    "round {round}, column {column}, row {row}, {objects:?}"
                );
                centers += 1;
                on_outlines += usize::from(is_on_outline);
                on += usize::from(is_inside);
            }
        }
    }
    println!("{centers} centres, {on} on, {on_outlines} on outlines");
    assert_eq!(centers, 100_000);
    assert!(
        on_outlines > 500,
        "only {on_outlines} centres lie on outlines"
    );
    assert!((20_000..80_000).contains(&on), "{on}");
}

#[test]
fn parts_that_share_borders_share_no_pixel_and_leave_none_out() {
    let mut random = Random(2);
    let frame = MaskFrame::new([-0.5, -0.5], 1.0, [33, 33]).expect("a raster");
    for _ in 0..50 {
        // The corners of the triangles are pixel centres, so many pixels lie on shared borders.
        let middle = [0, 1].map(|_| (1 + random.below(30)) as f64);
        let corners = [[0.0, 0.0], [32.0, 0.0], [32.0, 32.0], [0.0, 32.0]];
        let triangles: Vec<Mask> = (0..4)
            .map(|side| {
                let triangle = vec![corners[side], corners[(side + 1) % 4], middle];
                mask(&frame, &[vec![triangle]])
            })
            .collect();
        let counts = triangles.iter().map(Mask::pixels_on);
        assert_eq!(counts.sum::<usize>(), 32 * 32);
        for row in 0..33 {
            for column in 0..33 {
                let holders = triangles.iter().filter(|mask| mask.is_on(column, row));
                // The centres of the right column and of the top row lie on the right and the upper border of the
                // square. These borders do not belong to the material.
                let expected = usize::from(column < 32 && row > 0);
                assert_eq!(holders.count(), expected, "{middle:?}");
            }
        }
    }
}

fn rectangle(left: f64, low: f64, right: f64, high: f64) -> Loop {
    vec![[left, low], [right, low], [right, high], [left, high]]
}

fn reversed(mut points: Loop) -> Loop {
    points.reverse();
    points
}

#[test]
fn holes_islands_and_touching_loops() {
    let frame = MaskFrame::new([0.0, 0.0], 1.0, [12, 7]).expect("a raster");
    let ring = vec![
        rectangle(0.0, 0.0, 7.0, 7.0),
        reversed(rectangle(1.0, 1.0, 6.0, 6.0)),
        rectangle(3.0, 3.0, 4.0, 4.0),
    ];
    // Two squares that touch in a point, as one loop that visits the point twice.
    let touching = vec![vec![
        [8.0, 1.0],
        [10.0, 1.0],
        [10.0, 3.0],
        [12.0, 3.0],
        [12.0, 5.0],
        [10.0, 5.0],
        [10.0, 3.0],
        [8.0, 3.0],
    ]];
    let expected = "\
#######.....
#.....#.....
#.....#...##
#..#..#...##
#.....#.##..
#.....#.##..
#######.....
";
    assert_eq!(
        mask(&frame, &[ring.clone(), touching]).to_string(),
        expected
    );
    // A body that is inside out is filled as well, and bodies of opposite orientation in two objects do not cancel.
    let inside_out = vec![reversed(rectangle(0.0, 0.0, 7.0, 7.0))];
    let both = mask(&frame, &[ring, inside_out]);
    assert_eq!(both.pixels_on(), 49);
    // Overlapping bodies of one object are united.
    let overlapping = vec![rectangle(0.0, 0.0, 4.0, 4.0), rectangle(2.0, 2.0, 6.0, 6.0)];
    assert_eq!(mask(&frame, &[overlapping]).pixels_on(), 16 + 16 - 4);
}

#[test]
fn loops_without_area_and_outside_the_raster_turn_on_nothing() {
    let frame = MaskFrame::new([0.0, 0.0], 1.0, [9, 3]).expect("a raster");
    let line = vec![[0.5, 0.5], [8.5, 2.5]];
    let level = vec![[0.5, 1.5], [8.5, 1.5], [4.5, 1.5]];
    let point = vec![[1.5, 1.5]];
    let outside = rectangle(9.0, 0.0, 20.0, 3.0);
    let below = rectangle(0.0, -9.0, 9.0, 0.5);
    let nothing = [vec![line, level, point, vec![], outside, below]];
    assert_eq!(mask(&frame, &nothing).pixels_on(), 0);
    // Coordinates far outside are cut off at the raster.
    let huge = rectangle(-1e300, -1e300, 1e300, 1e300);
    assert_eq!(mask(&frame, &[vec![huge]]).pixels_on(), 27);
}

#[test]
fn mirrored_masks_show_the_same_pixels() {
    let triangle = [vec![vec![[0.3, 0.2], [18.0, 1.0], [2.0, 10.5]]]];
    let frame = MaskFrame::new([0.0, 0.0], 1.0, [19, 11]).expect("a raster");
    let plain = mask(&frame, &triangle);
    for axes in [[true, false], [false, true], [true, true]] {
        let frame = frame.clone().mirrored(axes);
        let mirrored = mask(&frame, &triangle);
        for row in 0..11 {
            for column in 0..19 {
                let from_column = if axes[0] { 18 - column } else { column };
                let from_row = if axes[1] { 10 - row } else { row };
                assert_eq!(
                    mirrored.is_on(column, row),
                    plain.is_on(from_column, from_row)
                );
                let (inside, _) = material(&triangle, frame.center(column, row));
                assert_eq!(mirrored.is_on(column, row), inside);
            }
        }
    }
}

#[test]
fn centers_are_the_nearest_floats() {
    let frame = MaskFrame::new([-1.7, 1e5], 0.05, [1000, 3]).expect("a raster");
    let half = rational(0.5);
    for column in 0..1000 {
        let exact = rational(-1.7) + (RBig::from(column) + &half) * rational(0.05);
        let [x, _] = frame.center(column as usize, 0);
        let error = |value: f64| {
            let difference = rational(value) - &exact;
            if difference < RBig::ZERO {
                -difference
            } else {
                difference
            }
        };
        assert!(error(x) <= error(x.next_up()) && error(x) <= error(x.next_down()));
    }
}

#[test]
fn rasters_that_are_too_large_or_not_finite_are_errors() {
    let size = |error| matches!(error, Err(MaskError::Size { .. }));
    for pixel in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(
            MaskFrame::new([0.0; 2], pixel, [1, 1]),
            Err(MaskError::PixelSize(_))
        ));
        assert!(matches!(
            MaskFrame::around([[0.0; 2], [1.0; 2]], pixel),
            Err(MaskError::PixelSize(_))
        ));
    }
    assert!(size(MaskFrame::new([0.0; 2], 1.0, [0, 5])));
    assert!(size(MaskFrame::new([0.0; 2], 1.0, [65_537, 1])));
    assert!(size(MaskFrame::new([0.0; 2], 1.0, [65_536, 65_536])));
    assert!(size(MaskFrame::around([[0.0; 2], [1e300, 1.0]], 1e-300)));
    for bounds in [
        [[0.0; 2], [f64::NAN, 1.0]],
        [[f64::NEG_INFINITY, 0.0], [0.0; 2]],
    ] {
        let error = MaskFrame::around(bounds, 1.0).expect_err("not finite");
        assert_eq!(error, MaskError::NotFinite);
    }
    let frame = MaskFrame::around([[1.0; 2], [1.0; 2]], 1.0).expect("one pixel");
    assert_eq!((frame.width(), frame.height()), (1, 1));
    let object = [vec![[0.0, f64::NAN], [1.0, 0.0], [0.0, 1.0]]];
    let error = frame.mask([object.as_slice()]).expect_err("not finite");
    assert_eq!(error, MaskError::NotFinite);
}

/// Returns the bits per pixel of a grey PNG, and its pixels as bytes.
fn decode(png: &[u8]) -> (u8, Vec<u8>) {
    let mut reader = png::Decoder::new(Cursor::new(png))
        .read_info()
        .expect("PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a small picture")];
    let info = reader.next_frame(&mut bytes).expect("pixels");
    assert_eq!(info.color_type, png::ColorType::Grayscale);
    bytes.truncate(info.buffer_size());
    (info.bit_depth as u8, bytes)
}

#[test]
fn pictures_of_both_depths_hold_the_pixels() {
    for width in [1, 7, 8, 9, 16, 21] {
        let frame = MaskFrame::new([0.0, 0.0], 1.0, [width, 5]).expect("a raster");
        let far = f64::from(width) - 0.6;
        let mask = mask(
            &frame,
            &[vec![vec![[0.0, 0.0], [far, 0.0], [far, 5.0], [0.4, 5.0]]]],
        );
        let (depth, ones) = decode(&mask.to_png(MaskDepth::One));
        assert_eq!(depth, 1);
        let (depth, eights) = decode(&mask.to_png(MaskDepth::Eight));
        assert_eq!(depth, 8);
        let width = width as usize;
        for row in 0..5 {
            for column in 0..width {
                let is_on = mask.is_on(column, row);
                assert_eq!(eights[row * width + column], if is_on { 255 } else { 0 });
                let byte = ones[row * width.div_ceil(8) + column / 8];
                assert_eq!(byte >> (7 - column % 8) & 1, u8::from(is_on));
            }
        }
    }
}

#[test]
fn archives_hold_the_masks_and_have_the_same_bytes_each_time() {
    let frame = MaskFrame::new([0.0, 0.0], 1.0, [20, 10]).expect("a raster");
    let pngs: Vec<Vec<u8>> = (1..4)
        .map(|side| {
            let square = rectangle(0.0, 0.0, f64::from(side), f64::from(side));
            mask(&frame, &[vec![square]]).to_png(MaskDepth::One)
        })
        .collect();
    let written = || {
        let mut file = Vec::new();
        let mut archive = MaskArchive::new(&mut file);
        for (index, png) in pngs.iter().enumerate() {
            archive
                .add(&mask_name(index, 3), png)
                .expect("memory does not fail");
        }
        assert!(
            archive.add("mask-0001.png", &[]).is_err(),
            "the name is taken"
        );
        archive.finish().expect("memory does not fail");
        file
    };
    let file = written();
    assert_eq!(file, written());
    let mut archive = zip::ZipArchive::new(Cursor::new(file)).expect("ZIP");
    assert_eq!(archive.len(), 3);
    for (index, png) in pngs.iter().enumerate() {
        let mut entry = archive.by_index(index).expect("an entry");
        assert_eq!(entry.name(), mask_name(index, 3));
        assert_eq!(entry.compression(), zip::CompressionMethod::Stored);
        let mut bytes = Vec::new();
        entry
            .read_to_end(&mut bytes)
            .expect("the checksum is right");
        assert_eq!(bytes, *png);
    }
}
