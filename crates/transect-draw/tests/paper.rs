//! Tests of drawings on paper: lengths to scale in SVG and PDF, sheets, title blocks and errors.

use std::error::Error;
use std::io::Read;

use flate2::read::ZlibDecoder;
use roxmltree::{Document, Node};
use transect_draw::{
    Drawing, DrawingScale, Item, Orientation, Paper, PaperError, PaperSet, PaperSize,
};

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// Returns the drawing of one object with this outline.
fn drawing(unit: Option<&str>, outline: &[[f64; 2]]) -> Drawing {
    Drawing {
        title: "hut.glb".into(),
        plane: "z = 1.2".into(),
        counts: "1 of 4 objects cut".into(),
        unit: unit.map(String::from),
        items: vec![Item {
            name: "hut".into(),
            loops: vec![outline.to_vec()],
            ..Item::default()
        }],
        ..Drawing::default()
    }
}

/// The outline of a room with two corners that have no round coordinates.
const ROOM: [[f64; 2]; 5] = [
    [0.3, -2.0],
    [9.07, -2.0],
    [9.07, 3.217_592],
    [4.0, 4.4321],
    [0.3, 3.5],
];

/// Returns the positions of a path in SVG, in px. The path has the commands M, h, v, l and z.
fn positions(path: &str) -> Result<Vec<[f64; 2]>> {
    let mut spaced = String::new();
    for character in path.chars() {
        match character {
            'M' | 'h' | 'v' | 'l' | 'z' => spaced.push_str(&format!(" {character} ")),
            '-' => spaced.push_str(" -"),
            other => spaced.push(other),
        }
    }
    let mut words = spaced.split_whitespace().peekable();
    let mut command = "";
    let mut at = [0.0, 0.0];
    let mut all = Vec::new();
    while let Some(&word) = words.peek() {
        if word.starts_with(|c: char| c.is_ascii_alphabetic()) {
            command = word;
            words.next();
            continue;
        }
        let mut next = || -> Result<f64> { Ok(words.next().ok_or("a number")?.parse()?) };
        match command {
            "M" => at = [next()?, next()?],
            "h" => at[0] += next()?,
            "v" => at[1] += next()?,
            "l" => {
                let step = [next()?, next()?];
                at = [at[0] + step[0], at[1] + step[1]];
            }
            other => return Err(format!("the command {other:?}").into()),
        }
        all.push(at);
    }
    Ok(all)
}

/// Returns the positions of the outline of the object with index 0, in millimetres of paper.
fn in_svg(svg: &str) -> Result<Vec<[f64; 2]>> {
    let document = Document::parse(svg)?;
    let root = document.root_element();
    let [width, view] = [root.attribute("width"), root.attribute("viewBox")];
    let width: f64 = width
        .and_then(|width| width.strip_suffix("mm"))
        .ok_or("a width in mm")?
        .parse()?;
    let view = view.and_then(|view| view.split(' ').nth(2));
    let px_per_mm = view.ok_or("a view box")?.parse::<f64>()? / width;
    let group = document
        .descendants()
        .find(|node| node.attribute("id") == Some("object-0"))
        .ok_or("the object")?;
    let path = group
        .children()
        .find_map(|node| node.attribute("d"))
        .ok_or("its path")?;
    let all = positions(path)?;
    Ok(all
        .into_iter()
        .map(|point| point.map(|px| px / px_per_mm))
        .collect())
}

/// Returns all subpaths of the pages of a PDF that consist of lines, in millimetres from the lower left corner.
fn in_pdf(pdf: &[u8]) -> Result<Vec<Vec<[f64; 2]>>> {
    let mut found = Vec::new();
    for content in streams(pdf) {
        let mut stack = Vec::new();
        let mut matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
        let mut numbers: Vec<f64> = Vec::new();
        for word in content.split_whitespace() {
            if let Ok(number) = word.parse() {
                numbers.push(number);
                continue;
            }
            match (word, &numbers[..]) {
                ("q", _) => stack.push(matrix),
                ("Q", _) => matrix = stack.pop().ok_or("a saved matrix")?,
                ("cm", &[a, b, c, d, e, f]) => matrix = product(&[a, b, c, d, e, f], &matrix),
                ("m", &[x, y]) => found.push(vec![placed(&matrix, x, y)]),
                ("l", &[x, y]) => {
                    let last: &mut Vec<_> = found.last_mut().ok_or("a subpath")?;
                    last.push(placed(&matrix, x, y));
                }
                _ => {}
            }
            numbers.clear();
        }
    }
    Ok(found)
}

/// Returns the texts of all compressed streams of a PDF.
fn streams(pdf: &[u8]) -> Vec<String> {
    let mut texts = Vec::new();
    let mut rest = pdf;
    let find = |bytes: &[u8], word: &[u8]| bytes.windows(word.len()).position(|w| w == word);
    while let Some(start) = find(rest, b"stream\n") {
        rest = &rest[start + 7..];
        let mut text = Vec::new();
        if ZlibDecoder::new(rest).read_to_end(&mut text).is_ok() {
            texts.extend(String::from_utf8(text));
        }
        let Some(end) = find(rest, b"endstream") else {
            break;
        };
        rest = &rest[end + 9..];
    }
    texts
}

fn product(first: &[f64; 6], then: &[f64; 6]) -> [f64; 6] {
    let [a, b, c, d, e, f] = *first;
    let [p, q, r, s, t, u] = *then;
    [
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    ]
}

/// Returns a position on the page in millimetres. A point is 25.4/72 mm.
fn placed(&[a, b, c, d, e, f]: &[f64; 6], x: f64, y: f64) -> [f64; 2] {
    [a * x + c * y + e, b * x + d * y + f].map(|points| points * 25.4 / 72.0)
}

/// Asserts that all distances on paper are those of the model times the scale, within 0.01 mm.
fn is_to_scale(paper: &[[f64; 2]], model: &[[f64; 2]], mm_per_unit: f64) {
    assert_eq!(paper.len(), model.len());
    let distance = |points: &[[f64; 2]], i: usize, j: usize| {
        (points[i][0] - points[j][0]).hypot(points[i][1] - points[j][1])
    };
    for i in 0..model.len() {
        for j in 0..i {
            let wanted = distance(model, i, j) * mm_per_unit;
            let error = distance(paper, i, j) - wanted;
            assert!(error.abs() < 0.01, "{i} to {j}: {error} mm off {wanted} mm");
        }
    }
}

#[test]
fn distances_in_svg_and_pdf_are_those_of_the_model_times_the_scale() -> Result {
    let cases = [
        ("m", "1:50", PaperSize::A3, 20.0),
        ("m", "1:100", PaperSize::A4, 10.0),
        ("mm", "10:1", PaperSize::Letter, 10.0),
        ("ft", "1:20", PaperSize::A2, 15.24),
        ("in", "1:2", PaperSize::Tabloid, 12.7),
        ("cm", "1:1.25", PaperSize::Legal, 8.0),
    ];
    for (unit, scale, size, mm_per_unit) in cases {
        let drawing = drawing(Some(unit), &ROOM);
        let paper = Paper {
            scale: Some(scale.parse()?),
            ..Paper::new(size)
        };
        let sheets = drawing.on_paper(&paper)?;
        assert_eq!(sheets.sheets(), 1, "{unit}");
        is_to_scale(&in_svg(&sheets.to_svg())?, &ROOM, mm_per_unit);
        let outlines = in_pdf(&sheets.to_pdf())?;
        let outline = outlines
            .iter()
            .find(|outline| outline.len() == ROOM.len())
            .ok_or("the outline")?;
        is_to_scale(outline, &ROOM, mm_per_unit);
    }
    Ok(())
}

#[test]
fn a_fitted_drawing_has_the_largest_round_scale_that_fits() -> Result {
    // The frame on A4 is about 27 cm wide and 14 cm high.
    for (unit, size, scale) in [
        ("m", 10.0, "1:100"),
        ("m", 30.0, "1:500"),
        ("mm", 100.0, "1:1"),
        ("mm", 3.0, "20:1"),
        ("km", 10.0, "1:100000"),
    ] {
        let square = [[0.0, 0.0], [size, 0.0], [size, size], [0.0, size]];
        let drawing = drawing(Some(unit), &square);
        let paper = Paper {
            orientation: Some(Orientation::Landscape),
            ..Paper::new(PaperSize::A4)
        };
        let sheets = drawing.on_paper(&paper)?;
        assert_eq!(sheets.scale().to_string(), scale, "{size} {unit}");
        assert_eq!(sheets.sheets(), 1);
    }
    Ok(())
}

#[test]
fn the_orientation_suits_the_drawing() -> Result {
    let tall = [[0.0, 0.0], [2.0, 0.0], [2.0, 20.0], [0.0, 20.0]];
    let wide = tall.map(|[x, y]| [y, x]);
    for (outline, size) in [(tall, ["210mm", "297mm"]), (wide, ["297mm", "210mm"])] {
        let drawing = drawing(Some("m"), &outline);
        let svg = drawing.on_paper(&Paper::new(PaperSize::A4))?.to_svg();
        let document = Document::parse(&svg)?;
        let root = document.root_element();
        assert_eq!(root.attribute("width"), Some(size[0]));
        assert_eq!(root.attribute("height"), Some(size[1]));
    }
    Ok(())
}

#[test]
fn a_large_drawing_is_on_several_sheets() -> Result {
    let mut drawing = drawing(Some("m"), &ROOM);
    for (index, x) in [(1, 12.0), (2, 30.0)] {
        let outline = ROOM.map(|point| [point[0] + x, point[1]]);
        drawing.items.push(Item {
            name: format!("hut/{index}"),
            index,
            loops: vec![outline.to_vec()],
            ..Item::default()
        });
    }
    let paper = Paper {
        scale: Some("1:50".parse()?),
        orientation: Some(Orientation::Landscape),
        date: Some("2026-01-31".into()),
        north: Some(30.0),
        ..Paper::new(PaperSize::A4)
    };
    let sheets = drawing.on_paper(&paper)?;
    // At 1:50, the three huts are 775 mm wide and 129 mm high.
    assert_eq!(sheets.sheets(), 3);
    let svg = sheets.to_svg();
    let document = Document::parse(&svg)?;
    let inner: Vec<Node<'_, '_>> = document
        .root_element()
        .children()
        .filter(|node| node.has_tag_name("svg"))
        .collect();
    assert_eq!(inner.len(), 3);
    for (index, sheet) in inner.iter().enumerate() {
        let texts: Vec<&str> = sheet
            .descendants()
            .filter(|node| node.has_tag_name("text"))
            .filter_map(|node| node.text())
            .collect();
        for said in [
            "hut.glb",
            "Section at z = 1.2",
            "1 of 4 objects cut",
            "1:50",
            "A4",
            "2026-01-31",
            &format!("{} of 3", index + 1),
        ] {
            assert!(texts.contains(&said), "sheet {index}: {said} in {texts:?}");
        }
    }
    let shown = |sheet: &Node<'_, '_>, object: &str| {
        sheet
            .descendants()
            .any(|node| node.attribute("data-name") == Some(object))
    };
    // Each hut is on the sheets that show a part of it.
    assert!(shown(&inner[0], "hut") && !shown(&inner[2], "hut"));
    assert!(shown(&inner[2], "hut/2") && !shown(&inner[0], "hut/2"));
    // Ids are unique in the whole document.
    let mut ids: Vec<&str> = document
        .descendants()
        .filter_map(|node| node.attribute("id"))
        .collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count);
    let pages = String::from_utf8_lossy(&sheets.to_pdf())
        .matches("/MediaBox")
        .count();
    assert_eq!(pages, 3);
    let png = sheets.to_png()?;
    let width = u32::from_be_bytes(png[16..20].try_into()?);
    assert_eq!(width, (3 * 297 + 2 * 10) * 8);
    Ok(())
}

#[test]
fn drawings_of_a_set_have_one_scale_and_running_numbers() -> Result {
    let large = ROOM.map(|point| point.map(|value| value * 3.0));
    let drawings = [
        drawing(Some("m"), &ROOM),
        drawing(Some("m"), &large),
        drawing(Some("m"), &ROOM),
    ];
    let set = PaperSet::of(&drawings, &Paper::new(PaperSize::A3))?;
    let scales: Vec<String> = set
        .drawings()
        .iter()
        .map(|own| own.scale().to_string())
        .collect();
    assert_eq!(scales, ["1:100"; 3]);
    for (index, own) in set.drawings().iter().enumerate() {
        assert_eq!(own.sheets(), 1);
        let number = format!(">{} of 3<", index + 1);
        assert!(own.to_svg().contains(&number), "{number}");
    }
    is_to_scale(&in_svg(&set.drawings()[1].to_svg())?, &large, 10.0);
    let pdf = set.to_pdf();
    let pdf = String::from_utf8_lossy(&pdf);
    assert_eq!(pdf.matches("/MediaBox").count(), 3);
    // Each page has a bookmark and a label.
    assert!(pdf.contains("/Outlines") && pdf.contains("/PageLabels"));
    assert_eq!(
        pdf.matches("/Title").count(),
        4,
        "the document and its pages"
    );
    let single = String::from_utf8_lossy(&set.drawings()[0].to_pdf()).into_owned();
    assert!(!single.contains("/Outlines") && !single.contains("/PageLabels"));
    // Each of the 501 drawings needs one sheet.
    let many = vec![drawing(Some("m"), &ROOM); 501];
    let error = PaperSet::of(&many, &Paper::new(PaperSize::A4)).err();
    let expected = PaperError::TooManySheets {
        sheets: 501,
        most: 500,
    };
    assert_eq!(error, Some(expected));
    Ok(())
}

#[test]
fn dimensions_are_at_true_size_on_paper() -> Result {
    let mut drawing = drawing(Some("m"), &ROOM);
    drawing.has_dimensions = true;
    for (scale, sheets) in [("1:50", 1), ("1:20", 2)] {
        let paper = Paper {
            scale: Some(scale.parse()?),
            ..Paper::new(PaperSize::A3)
        };
        let on_paper = drawing.on_paper(&paper)?;
        assert_eq!(on_paper.sheets(), sheets, "{scale}");
        let svg = on_paper.to_svg();
        let document = Document::parse(&svg)?;
        let wanted = 8.77 * 1000.0 * paper.scale.ok_or("a scale")?.ratio();
        let groups = document.descendants();
        let groups = groups.filter(|node| {
            node.attribute("id")
                .is_some_and(|id| id.starts_with("dimensions"))
        });
        // The overall dimension line has the width of the room, within 0.01 mm. An SVG has 4 px per mm.
        let mut lines = 0;
        for path in groups.filter_map(|group| group.first_element_child()) {
            let points = positions(path.attribute("d").ok_or("a path")?)?;
            lines += points
                .chunks(2)
                .filter(|ends| ends[0][1] == ends[1][1])
                .filter(|ends| ((ends[1][0] - ends[0][0]) / 4.0 - wanted).abs() < 0.01)
                .count();
        }
        assert!(lines >= 1, "{scale}: a line of {wanted} mm");
        let texts: Vec<&str> = document
            .descendants()
            .filter(|node| node.has_tag_name("text"))
            .filter_map(|node| node.text())
            .collect();
        let count = texts.iter().filter(|text| **text == "8.770").count();
        assert_eq!(count, 1, "the length is on one sheet: {texts:?}");
        let pdf = on_paper.to_pdf();
        let pages = String::from_utf8_lossy(&pdf).matches("/MediaBox").count();
        assert_eq!(pages, sheets);
        let subpaths = in_pdf(&pdf)?;
        let is_wanted = |ends: &Vec<[f64; 2]>| {
            let &[[left, low], [right, high]] = &ends[..] else {
                return false;
            };
            low == high && ((right - left).abs() - wanted).abs() < 0.01
        };
        assert!(
            subpaths.iter().any(is_wanted),
            "{scale}: a line of {wanted} mm in the PDF"
        );
    }
    Ok(())
}

#[test]
fn fonts_are_embedded_and_text_can_be_found() -> Result {
    let drawing = drawing(Some("m"), &ROOM);
    let pdf = drawing.on_paper(&Paper::new(PaperSize::A4))?.to_pdf();
    let text = String::from_utf8_lossy(&pdf);
    for word in ["/FontFile2", "/ToUnicode", "DejaVuSansCondensed", "hut.glb"] {
        assert!(text.contains(word), "{word}");
    }
    Ok(())
}

#[test]
fn without_a_known_unit_the_scale_says_what_a_unit_is_on_paper() -> Result {
    let drawing = drawing(None, &ROOM);
    let svg = drawing.on_paper(&Paper::new(PaperSize::A4))?.to_svg();
    assert!(svg.contains(">1 file unit = 20 mm<"), "{svg}");
    let scale: DrawingScale = "1:100".parse()?;
    let paper = Paper {
        scale: Some(scale),
        ..Paper::new(PaperSize::A4)
    };
    let error = drawing.on_paper(&paper).err();
    assert_eq!(error, Some(PaperError::Unit { unit: None }));
    Ok(())
}

#[test]
fn drawings_that_do_not_go_on_paper_are_errors() -> Result {
    let paper = |scale: &str| -> Result<Paper> {
        Ok(Paper {
            scale: Some(scale.parse()?),
            ..Paper::new(PaperSize::A4)
        })
    };
    let drawing = drawing(Some("km"), &ROOM);
    let error = drawing.on_paper(&paper("1:100")?).err();
    assert!(
        matches!(error, Some(PaperError::TooManySheets { most: 100, .. })),
        "{error:?}"
    );
    let far = self::drawing(Some("m"), &[[0.0, 0.0], [1e308, 0.0], [-1e308, 1.0]]);
    for paper in [Paper::new(PaperSize::A4), paper("1:100")?] {
        assert_eq!(far.on_paper(&paper).err(), Some(PaperError::Extent));
    }
    Ok(())
}

#[test]
fn an_empty_drawing_has_a_sheet_that_says_so() -> Result {
    let drawing = Drawing::default();
    let sheets = drawing.on_paper(&Paper::new(PaperSize::A3))?;
    assert!(sheets.to_svg().contains("The plane cuts nothing."));
    assert!(sheets.to_pdf().starts_with(b"%PDF-"));
    Ok(())
}
