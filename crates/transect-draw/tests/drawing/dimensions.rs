//! Tests of dimensions: their numbers, their places, and their lines.

use roxmltree::Document;
use transect_draw::{Drawing, Item, write_plans_dxf};

use crate::drawing::page::{Result, building, check, item, rectangle};

/// Returns the plan of a hut of 9 × 6 with walls 0.3 thick, a window of 1.5 in the lower wall and a door of 1 in the
/// left wall.
fn hut() -> Drawing {
    let parts = [
        ("IfcWall/south", rectangle(0.0, 0.0, 2.0, 0.3)),
        ("IfcWall/south", rectangle(3.5, 0.0, 9.0, 0.3)),
        ("IfcWindow/w", rectangle(2.0, 0.1, 3.5, 0.2)),
        ("IfcWall/north", rectangle(0.0, 5.7, 9.0, 6.0)),
        ("IfcWall/west", rectangle(0.0, 0.3, 0.3, 2.25)),
        ("IfcWall/west", rectangle(0.0, 3.25, 0.3, 5.7)),
        ("IfcDoor/d", rectangle(0.1, 2.25, 0.2, 3.25)),
        ("IfcWall/east", rectangle(8.7, 0.3, 9.0, 5.7)),
        // The sill of a window reaches a little beyond the walls.
        ("IfcWindow/sill", rectangle(8.9, 4.0, 9.02, 5.0)),
        ("IfcFurniture/bench", rectangle(4.0, -2.0, 5.0, -1.0)),
        ("IfcSpace/room", rectangle(0.3, 0.3, 8.7, 5.7)),
    ];
    let items = parts.into_iter().enumerate();
    Drawing {
        title: "hut.glb".into(),
        plane: "z = 1.2".into(),
        unit: Some("m".into()),
        items: items
            .map(|(index, (name, outline))| item(name, index, outline))
            .collect(),
        has_dimensions: true,
        ..Drawing::default()
    }
}

/// Returns the numbers of the dimensions: the dark texts of 9 px, each with `true` if it is turned.
fn numbers(svg: &str) -> std::result::Result<Vec<(String, bool)>, roxmltree::Error> {
    let document = Document::parse(svg)?;
    let texts = document.descendants().filter(|node| {
        let is_dimension = node.attribute("font-size") == Some("9");
        node.has_tag_name("text") && is_dimension && node.attribute("fill") == Some("#20272e")
    });
    Ok(texts
        .map(|node| {
            let is_turned = node.attribute("transform").is_some();
            (node.text().unwrap_or_default().to_owned(), is_turned)
        })
        .collect())
}

#[test]
fn chains_follow_walls_and_openings() -> Result {
    let svg = hut().to_svg();
    check(&svg)?;
    let found = numbers(&svg)?;
    let of = |is_turned: bool| -> Vec<&str> {
        let texts = found.iter().filter(|(_, turned)| *turned == is_turned);
        texts.map(|(text, _)| text.as_str()).collect()
    };
    // The chain below, then the overall length. The upper wall has no opening, so it has no chain.
    assert_eq!(of(false), ["2.00", "1.50", "5.50", "9.00"]);
    // The chain on the left, the chain on the right, and the overall length.
    assert_eq!(
        of(true),
        ["2.25", "1.00", "2.75", "4.00", "1.00", "1.00", "6.00"]
    );
    assert!(svg.contains(r#"<g id="dimensions""#));
    let plain = Drawing {
        has_dimensions: false,
        ..hut()
    };
    assert!(!plain.to_svg().contains("dimensions"));
    Ok(())
}

#[test]
fn numbers_of_a_part_have_the_decimals_that_they_need() -> Result {
    let outline = vec![
        [0.0, 0.0],
        [50.0, 0.0],
        [50.0, 10.25],
        [80.0, 10.25],
        [80.0, 40.0],
        [0.0, 40.0],
    ];
    let drawing = Drawing {
        unit: Some("mm".into()),
        items: vec![item("bracket", 0, outline)],
        has_dimensions: true,
        ..Drawing::default()
    };
    let svg = drawing.to_svg();
    check(&svg)?;
    let found = numbers(&svg)?;
    let texts: Vec<&str> = found.iter().map(|(text, _)| text.as_str()).collect();
    assert_eq!(
        texts,
        ["50.00", "30.00", "10.25", "29.75", "80.00", "40.00"]
    );
    Ok(())
}

/// Two narrow parts lie side by side, and there is room for one number only. The second part is joined to the first,
/// which is shorter than the part after it.
#[test]
fn a_part_without_room_for_its_number_is_joined_to_the_shorter_neighbour() -> Result {
    let below = [0.0, 50.0, 51.0, 52.5, 100.0];
    let depths = [0.0, 5.0, 10.0, 0.0];
    let steps = below.windows(2).zip(depths);
    let mut outline: Vec<[f64; 2]> = steps
        .flat_map(|(ends, depth)| [[ends[0], depth], [ends[1], depth]])
        .collect();
    outline.extend([[100.0, 40.0], [0.0, 40.0]]);
    let drawing = Drawing {
        items: vec![item("bracket", 0, outline)],
        has_dimensions: true,
        ..Drawing::default()
    };
    let found = numbers(&drawing.to_svg())?;
    let level = found.iter().filter(|(_, is_turned)| !is_turned);
    let texts: Vec<&str> = level.map(|(text, _)| text.as_str()).collect();
    assert_eq!(texts, ["50.0", "2.5", "47.5", "100.0"]);
    Ok(())
}

#[test]
fn dimensions_never_lie_over_other_text() -> Result {
    for [columns, rows] in [[1, 1], [4, 3], [30, 2], [2, 25], [40, 40]] {
        let drawing = Drawing {
            has_dimensions: true,
            ..building(columns, rows)
        };
        check(&drawing.to_svg())?;
    }
    // A comb has more teeth than there is room for numbers. The chain leaves out some of them.
    let teeth = (0..300).map(|tooth| {
        let left = f64::from(tooth) * 1.7;
        item(
            "comb",
            0,
            rectangle(left, f64::from(tooth % 7), left + 0.8, 60.0),
        )
    });
    let drawing = Drawing {
        items: teeth.collect(),
        has_dimensions: true,
        ..Drawing::default()
    };
    let svg = drawing.to_svg();
    check(&svg)?;
    let found = numbers(&svg)?;
    let below: Vec<f64> = found
        .iter()
        .filter(|(_, is_turned)| !is_turned)
        .map(|(text, _)| text.parse())
        .collect::<std::result::Result<_, _>>()?;
    // The numbers of the chain add up to the overall length, up to their rounding.
    let (overall, chain) = below.split_last().ok_or("numbers")?;
    assert_eq!(*overall, 509.1);
    let sum: f64 = chain.iter().sum();
    assert!(chain.len() > 10 && (sum - overall).abs() < 0.05 * chain.len() as f64);
    Ok(())
}

#[test]
fn chains_are_drawn_however_many_edges_a_drawing_has() -> Result {
    let mut hut = hut();
    let expected = numbers(&hut.to_svg())?;
    // The window sill becomes an outline of many corners, which all lie on its edges.
    let corners = 30_000;
    let sill = |along: u32| 8.9 + 0.12 * f64::from(along) / f64::from(corners);
    let lower = (0..corners).map(|along| [sill(along), 4.0]);
    let upper = (0..corners).rev().map(|along| [sill(along), 5.0]);
    hut.items[8].loops = vec![lower.chain(upper).collect()];
    assert_eq!(numbers(&hut.to_svg())?, expected);
    assert!(expected.len() > 4);
    Ok(())
}

#[test]
fn drawings_without_an_extent_have_no_dimensions_that_matter() -> Result {
    let lone = |points: Vec<[f64; 2]>| Drawing {
        items: vec![Item {
            chains: vec![points],
            name: "line".into(),
            ..Item::default()
        }],
        has_dimensions: true,
        ..Drawing::default()
    };
    for points in [
        vec![],
        vec![[1.0, 2.0]],
        vec![[1.0, 2.0], [1.0, 5.0]],
        vec![[f64::NAN, 0.0], [1.0, 1.0]],
        vec![[-1e300, -1e300], [1e300, 1e300]],
    ] {
        check(&lone(points).to_svg())?;
    }
    let empty = Drawing {
        has_dimensions: true,
        ..Drawing::default()
    };
    check(&empty.to_svg())
}

#[test]
fn dxf_files_have_dimensions_and_plans_have_titles() -> Result {
    let mut bytes = Vec::new();
    hut().write_dxf(&mut bytes)?;
    // Each byte is one character.
    let text: String = bytes.into_iter().map(char::from).collect();
    let count = |text: &str, entity: &str| text.matches(&format!("\n0\n{entity}\n")).count();
    // Eleven numbers of dimensions, and the label of the room.
    assert_eq!(count(&text, "TEXT"), 12);
    assert!(text.contains("\n1\n9.00\n50\n0.0\n") && text.contains("\n1\n6.00\n50\n90.0\n"));
    let attic = Drawing {
        title: "Attic ^ ½".into(),
        ..hut()
    };
    let mut bytes = Vec::new();
    write_plans_dxf(&[hut(), attic], &mut bytes)?;
    let text: String = bytes.into_iter().map(char::from).collect();
    assert_eq!(count(&text, "TEXT"), 2 * (12 + 2));
    assert!(text.contains("\n1\nAttic ^  ½\n"));
    assert_eq!(count(&text, "LWPOLYLINE"), 22);
    // The first plan has its own coordinates, and the second is to the right of it.
    assert_eq!(text.matches("\n10\n8.7\n20\n0.3\n").count(), 2);
    let mut empty = Vec::new();
    write_plans_dxf(&[], &mut empty)?;
    assert!(String::from_utf8(empty)?.ends_with("0\nEOF\n"));
    Ok(())
}
