//! Tests of files of the Common Layer Interface. Files are compared with bytes made by hand from the specification.
//! They are also read by a reader written from the specification, and by the crate `colain`, which reads binary files.

use colain::CLI;
use colain::clitype::{LongCLI, ShortCLI};

use crate::common_layer::{
    CommonLayerEncoding, CommonLayerHeader, CommonLayerSummary, CommonLayerWriter, Contour,
};
use crate::error::WriteError;

/// A polyline as read: the id, the direction, and the points in units of the file.
#[derive(Clone, Debug, PartialEq)]
struct Polyline {
    id: i64,
    direction: i64,
    points: Vec<[f64; 2]>,
}

/// A layer as read: the height in units of the file, and the polylines.
type Layer = (f64, Vec<Polyline>);

/// A contour to be written: the index of the object, the points, and `true` for a closed outline.
type Given = (usize, Vec<[f64; 2]>, bool);

fn header(encoding: CommonLayerEncoding, layers: usize) -> CommonLayerHeader {
    CommonLayerHeader {
        encoding,
        unit: 0.5,
        millimeters: 1.0,
        bounds: [[0.0, 0.0, 1.0], [8.0, 4.0, 2.0]],
        layers,
        labels: vec!["ring".into(), "rim".into()],
        date: None,
    }
}

fn written(
    header: CommonLayerHeader,
    layers: &[(f64, Vec<Given>)],
) -> Result<(Vec<u8>, CommonLayerSummary), WriteError> {
    let mut file = Vec::new();
    let mut writer = CommonLayerWriter::new(&mut file, header)?;
    for (height, contours) in layers {
        let contours = contours.iter().map(|(object, points, closed)| Contour {
            object: *object,
            points,
            closed: *closed,
        });
        writer.add(*height, contours)?;
    }
    let summary = writer.finish()?;
    Ok((file, summary))
}

/// Returns two layers: an empty one, and one that has a triangle with a hole and an open line of another object.
fn ring() -> Vec<(f64, Vec<Given>)> {
    let outer = vec![[0.0, 0.0], [8.0, 0.0], [0.0, 4.0]];
    let hole = vec![[1.0, 1.0], [1.0, 2.0], [2.0, 1.0]];
    let line = vec![[8.0, 4.0], [7.0, 4.0]];
    let contours = vec![(0, outer, true), (0, hole, true), (1, line, false)];
    vec![(1.0, vec![]), (2.0, contours)]
}

const HEAD: &str = "$$UNITS/0.5\n$$VERSION/200\n$$DIMENSION/0,0,1,8,4,2\n$$LAYERS/2\n\
    $$LABEL/1,ring\n$$LABEL/2,rim\n$$HEADEREND";

#[test]
fn ascii_is_as_in_the_text_of_the_format() {
    let header = CommonLayerHeader {
        date: Some([7, 4, 93]),
        ..header(CommonLayerEncoding::Ascii, 2)
    };
    let (file, summary) = written(header, &ring()).expect("a file");
    let head = HEAD.replace("$$DIM", "$$DATE/070493\n$$DIM");
    let geometry = "$$GEOMETRYSTART\n$$LAYER/2\n$$LAYER/4\n$$POLYLINE/1,1,4,0,0,16,0,0,8,0,0\n\
        $$POLYLINE/1,0,4,2,2,2,4,4,2,2,2\n$$POLYLINE/2,2,2,16,8,14,8\n$$GEOMETRYEND\n";
    let text = String::from_utf8(file).expect("ASCII");
    assert_eq!(text, format!("$$HEADERSTART\n$$ASCII\n{head}\n{geometry}"));
    let expected = CommonLayerSummary {
        layers: 2,
        contours: 2,
        open_lines: 1,
        ..CommonLayerSummary::default()
    };
    assert_eq!(summary, expected);
}

#[test]
fn short_records_are_as_in_the_text_of_the_format() {
    let header = header(CommonLayerEncoding::Binary, 2);
    let (file, _) = written(header, &ring()).expect("a file");
    let mut expected = format!("$$HEADERSTART\n$$BINARY\n{HEAD}").into_bytes();
    #[rustfmt::skip]
    expected.extend([
        0x80, 0, 2, 0, // a short layer at 2 units
        0x80, 0, 4, 0,
        // A short polyline: id 1, direction 1, four points.
        0x81, 0, 1, 0, 1, 0, 4, 0, 0, 0, 0, 0, 16, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0,
        0x81, 0, 1, 0, 0, 0, 4, 0, 2, 0, 2, 0, 2, 0, 4, 0, 4, 0, 2, 0, 2, 0, 2, 0,
        0x81, 0, 2, 0, 2, 0, 2, 0, 16, 0, 8, 0, 14, 0, 8, 0,
    ]);
    assert_eq!(file, expected);
}

#[test]
fn long_records_are_as_in_the_text_of_the_format() {
    // A negative bound does not fit unsigned integers.
    let layers = vec![(2.0, vec![(1, vec![[-1.0, 4.0], [7.0, 0.5]], false)])];
    for encoding in [
        CommonLayerEncoding::Binary,
        CommonLayerEncoding::AlignedBinary,
    ] {
        let header = CommonLayerHeader {
            bounds: [[-1.0, 0.0, 1.0], [8.0, 4.0, 2.0]],
            ..header(encoding, 1)
        };
        let (file, _) = written(header, &layers).expect("a file");
        let head = HEAD
            .replace("/0,0,1", "/-1,0,1")
            .replace("LAYERS/2", "LAYERS/1");
        let is_aligned = encoding == CommonLayerEncoding::AlignedBinary;
        let align = if is_aligned { "$$ALIGN\n" } else { "" };
        let mut expected = format!("$$HEADERSTART\n$$BINARY\n{align}{head}").into_bytes();
        let pad: &[u8] = if is_aligned { &[0, 0] } else { &[] };
        if is_aligned {
            assert_eq!(expected.len() % 4, 1, "the padding is tested");
            expected.extend([0; 3]);
        }
        expected.extend([0x7F, 0]);
        expected.extend(pad);
        expected.extend([0, 0, 0x80, 0x40]); // 4.0 as a float
        expected.extend([0x82, 0]);
        expected.extend(pad);
        expected.extend([2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0]);
        expected.extend([0, 0, 0, 0xC0, 0, 0, 0, 0x41]); // −2.0 and 8.0
        expected.extend([0, 0, 0x60, 0x41, 0, 0, 0x80, 0x3F]); // 14.0 and 1.0
        assert_eq!(file, expected, "{encoding:?}");
    }
}

/// Reads a file of any encoding.
fn read(file: &[u8]) -> Vec<Layer> {
    let end = b"$$HEADEREND";
    let head = file.windows(end.len()).position(|window| window == end);
    let head = head.expect("an end of the header") + end.len();
    let text = str::from_utf8(&file[..head]).expect("text");
    if text.contains("$$ASCII\n") {
        read_text(str::from_utf8(&file[head..]).expect("text"))
    } else {
        let is_aligned = text.contains("$$ALIGN\n");
        read_binary(
            file,
            if is_aligned {
                head.next_multiple_of(4)
            } else {
                head
            },
            is_aligned,
        )
    }
}

fn read_text(text: &str) -> Vec<Layer> {
    let mut layers: Vec<Layer> = Vec::new();
    let lines: Vec<&str> = text.trim().lines().collect();
    assert_eq!(
        (lines[0], lines[lines.len() - 1]),
        ("$$GEOMETRYSTART", "$$GEOMETRYEND")
    );
    for line in &lines[1..lines.len() - 1] {
        let (command, parameters) = line.split_once('/').expect("parameters");
        let numbers: Vec<f64> = parameters
            .split(',')
            .map(|n| n.parse().expect("a number"))
            .collect();
        match command {
            "$$LAYER" => layers.push((numbers[0], Vec::new())),
            "$$POLYLINE" => {
                let points = numbers[3..].as_chunks::<2>().0.to_vec();
                assert_eq!(points.len() as f64, numbers[2]);
                let polyline = Polyline {
                    id: numbers[0] as i64,
                    direction: numbers[1] as i64,
                    points,
                };
                layers.last_mut().expect("a layer").1.push(polyline);
            }
            other => panic!("{other}"),
        }
    }
    layers
}

/// The bytes of a binary file that are not read yet.
struct Bytes<'f>(&'f [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (head, rest) = self.0.split_first_chunk().expect("a number");
        self.0 = rest;
        *head
    }

    fn real(&mut self, is_long: bool) -> f64 {
        if is_long {
            f32::from_le_bytes(self.take()).into()
        } else {
            u16::from_le_bytes(self.take()).into()
        }
    }

    fn integer(&mut self, is_long: bool) -> i64 {
        if is_long {
            i32::from_le_bytes(self.take()).into()
        } else {
            u16::from_le_bytes(self.take()).into()
        }
    }
}

fn read_binary(file: &[u8], start: usize, is_aligned: bool) -> Vec<Layer> {
    let mut bytes = Bytes(&file[start..]);
    let mut layers: Vec<Layer> = Vec::new();
    while !bytes.0.is_empty() {
        let command = u16::from_le_bytes(bytes.take());
        if is_aligned {
            assert_eq!(bytes.take(), [0, 0]);
        }
        let is_long = matches!(command, 127 | 130);
        match command {
            127 | 128 => layers.push((bytes.real(is_long), Vec::new())),
            129 | 130 => {
                let [id, direction, count] = [(); 3].map(|()| bytes.integer(is_long));
                let point = |_| [bytes.real(is_long), bytes.real(is_long)];
                let polyline = Polyline {
                    id,
                    direction,
                    points: (0..count).map(point).collect(),
                };
                layers.last_mut().expect("a layer").1.push(polyline);
            }
            other => panic!("command {other}"),
        }
    }
    layers
}

/// Returns random layers of star-shaped contours around one point. Outlines and holes alternate, and every third
/// contour is an open line.
fn random_layers(low: f64) -> Vec<(f64, Vec<Given>)> {
    let mut state = 88_172_645_463_325_252_u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    let layer = |layer: u32| {
        let mut contour = |index: usize| {
            let mut points: Vec<[f64; 2]> = (0..12)
                .map(|corner| {
                    let angle = f64::from(corner) / 12.0 * std::f64::consts::TAU;
                    let radius = 5.0 + 20.0 * random();
                    [
                        low + 30.0 + radius * angle.cos(),
                        low + 30.0 + radius * angle.sin(),
                    ]
                })
                .collect();
            if index % 2 == 1 {
                points.reverse();
            }
            (index % 2, points, index % 3 != 2)
        };
        (
            1.0 + f64::from(layer) / 7.0,
            (0..9).map(&mut contour).collect(),
        )
    };
    (0..20).map(layer).collect()
}

#[test]
fn every_encoding_holds_the_same_layers() {
    let unit = 0.001;
    for low in [0.0, -30.0] {
        let layers = random_layers(low);
        let mut texts = Vec::new();
        for encoding in [
            CommonLayerEncoding::Ascii,
            CommonLayerEncoding::Binary,
            CommonLayerEncoding::AlignedBinary,
        ] {
            let header = CommonLayerHeader {
                unit,
                bounds: [[low, low, 1.0], [low + 60.0, low + 60.0, 4.0]],
                ..header(encoding, layers.len())
            };
            let (file, summary) = written(header, &layers).expect("a file");
            assert!(summary.largest_change <= 0.5 * unit * (1.0 + 1e-9));
            assert!(
                summary.largest_change > 0.4 * unit,
                "coordinates are rounded"
            );
            let is_short = encoding == CommonLayerEncoding::Binary && low == 0.0;
            check_with_colain(&file, encoding, is_short);
            texts.push(read(&file));
        }
        assert_eq!(
            texts[0], texts[1],
            "multiples below 2²⁴ are equal in all encodings"
        );
        assert_eq!(texts[0], texts[2]);
        for ((height, given), (z, polylines)) in layers.iter().zip(&texts[0]) {
            assert!((z * unit - height).abs() <= 0.51 * unit);
            assert_eq!(given.len(), polylines.len());
            for ((object, points, closed), polyline) in given.iter().zip(polylines) {
                assert_eq!(polyline.id, *object as i64 + 1);
                let direction = if *closed { 1 - *object as i64 } else { 2 };
                assert_eq!(polyline.direction, direction);
                assert_eq!(polyline.points.len(), points.len() + usize::from(*closed));
                let expected = points.iter().cycle();
                for (read, given) in polyline.points.iter().zip(expected) {
                    for axis in 0..2 {
                        assert!((read[axis] * unit - given[axis]).abs() <= 0.51 * unit);
                    }
                }
            }
        }
    }
}

/// Checks that `colain` reads the same layers from a binary file as [`read`].
fn check_with_colain(file: &[u8], encoding: CommonLayerEncoding, is_short: bool) {
    if encoding == CommonLayerEncoding::Ascii {
        return; // `colain` reads binary files only.
    }
    let end = b"$$HEADEREND";
    let head = file.windows(end.len()).position(|window| window == end);
    let head = head.expect("an end of the header") + end.len();
    let head = match encoding {
        CommonLayerEncoding::AlignedBinary => head.next_multiple_of(4),
        _ => head,
    };
    // `colain` reads numbers in place, so their addresses must be multiples of their size. In the geometry of a short
    // file, all numbers have two bytes. In a long file without alignment, commands have two bytes and other numbers
    // have four, so some numbers are not aligned. Such files are not compared.
    if encoding == CommonLayerEncoding::Binary && !is_short {
        return;
    }
    let mut buffer = vec![0; file.len() + 8];
    let offset = (0..8).find(|offset| (buffer.as_ptr().addr() + offset + head).is_multiple_of(4));
    let offset = offset.expect("one of the first eight addresses is right");
    buffer[offset..offset + file.len()].copy_from_slice(file);
    let bytes = &buffer[offset..offset + file.len()];
    let layers: Vec<Layer> = if is_short {
        let model = CLI::<ShortCLI>::new(bytes).expect("a file for colain");
        assert_eq!(model.header().layers, Some(20));
        let line = |line: &colain::Loop<'_, ShortCLI>| Polyline {
            id: line.id().into(),
            direction: line.dir().into(),
            points: line.iter().map(|point| point.map(f64::from)).collect(),
        };
        let layer = |layer: &colain::Layer<'_, ShortCLI>| {
            (
                layer.height().into(),
                layer.iter_loops().map(line).collect(),
            )
        };
        model.iter().map(layer).collect()
    } else {
        let model = CLI::<LongCLI>::new(bytes).expect("a file for colain");
        assert!(model.header().aligned && model.header().units == 0.001);
        let line = |line: &colain::Loop<'_, LongCLI>| Polyline {
            id: line.id().into(),
            direction: line.dir().into(),
            points: line.iter().map(|point| point.map(f64::from)).collect(),
        };
        let layer = |layer: &colain::Layer<'_, LongCLI>| {
            (
                layer.height().into(),
                layer.iter_loops().map(line).collect(),
            )
        };
        model.iter().map(layer).collect()
    };
    assert_eq!(layers, read(file));
}

#[test]
fn contours_smaller_than_the_unit_are_counted_as_left_out() {
    let speck = vec![[1.0, 1.0], [1.1, 1.0], [1.0, 1.1]];
    let sliver = vec![[0.0, 0.0], [4.0, 0.1], [8.0, 0.0]];
    let dot = vec![[3.0, 3.0], [3.1, 3.0]];
    // Three points of this square are one point in the file, and repeated points are written once.
    let kept = vec![
        [0.0, 0.0],
        [0.1, 0.0],
        [2.0, 0.0],
        [2.0, 2.0],
        [0.0, 2.0],
        [0.0, 0.1],
    ];
    let contours = vec![
        (0, speck, true),
        (0, sliver, true),
        (1, dot, false),
        (0, kept, true),
    ];
    let header = header(CommonLayerEncoding::Ascii, 1);
    let (file, summary) = written(header, &[(1.0, contours)]).expect("a file");
    let counts = (summary.contours, summary.open_lines, summary.left_out);
    assert_eq!(counts, (1, 0, 3));
    assert!((summary.largest_change - 0.1).abs() < 1e-12);
    let square = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0], [0.0, 0.0]];
    assert_eq!(read(&file)[0].1[0].points, square);
}

#[test]
fn a_contour_that_does_not_fit_short_records_is_long() {
    // The bounds fit short records. But one contour is outside the bounds, and one has too many points.
    let outside = vec![[-1.0, 0.0], [3.0, 0.0], [3.0, 3.0]];
    let many = (0..65_535).map(|x| [f64::from(x % 2), f64::from(x) / 2.0]);
    let contours = vec![(0, outside, true), (1, many.collect(), false)];
    let header = header(CommonLayerEncoding::Binary, 1);
    let (file, summary) = written(header, &[(1.0, contours)]).expect("a file");
    assert_eq!((summary.contours, summary.open_lines), (1, 1));
    let layers = read(&file);
    assert_eq!(layers[0].1[0].points[0], [-2.0, 0.0]);
    assert_eq!(layers[0].1[1].points.len(), 65_535);
}

#[test]
fn floats_above_2_to_the_24th_are_rounded_and_the_change_is_reported() {
    let header = CommonLayerHeader {
        unit: 1.0,
        bounds: [[0.0, 0.0, 0.0], [4e7, 4e7, 1.0]],
        ..header(CommonLayerEncoding::Binary, 1)
    };
    let odd = 33_554_433.0; // 2²⁵ + 1
    let triangle = vec![[0.0, 0.0], [odd, 0.0], [0.0, odd]];
    let (file, summary) = written(header, &[(1.0, vec![(0, triangle, true)])]).expect("a file");
    assert_eq!(summary.largest_change, 1.0);
    assert_eq!(read(&file)[0].1[0].points[1], [33_554_432.0, 0.0]);
}

#[test]
fn invalid_values_are_errors() {
    let ascii = || header(CommonLayerEncoding::Ascii, 1);
    let message = |header, layers: &[(f64, Vec<Given>)]| {
        written(header, layers).expect_err("an error").to_string()
    };
    for unit in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let header = CommonLayerHeader { unit, ..ascii() };
        assert!(message(header, &[]).contains("must be positive"), "{unit}");
    }
    let mut unbounded = ascii();
    unbounded.bounds[1][0] = f64::INFINITY;
    assert!(message(unbounded, &[]).contains("2⁵³"));
    assert!(message(ascii(), &[]).contains("1 layers, but 0"));
    let twice = [(1.0, vec![]), (1.2, vec![])];
    assert!(
        message(ascii(), &twice).contains("ascending"),
        "both heights are 2 units"
    );
    assert!(message(ascii(), &[(f64::NAN, vec![])]).contains("NaN"));
    let far = vec![(0, vec![[0.0, 1e300], [0.0, 0.0], [1.0, 0.0]], true)];
    assert!(message(ascii(), &[(1.0, far)]).contains("2⁵³"));
    let unknown = vec![(2, vec![[0.0, 0.0], [1.0, 0.0]], false)];
    assert!(message(ascii(), &[(1.0, unknown)]).contains("object 2"));
}
