//! Tests of pages with unusual sections: empty, with hostile names, with extents near the limits of floats.

use roxmltree::Document;
use transect_draw::{Drawing, Item};

use crate::drawing::page::{Result, building, check, item, rectangle, with_class};

#[test]
fn a_cut_of_nothing_says_so() -> Result {
    let svg = Drawing {
        title: "nothing.stl".into(),
        plane: "z = 9".into(),
        ..Drawing::default()
    }
    .to_svg();
    check(&svg)?;
    assert!(svg.contains("The plane cuts nothing."));
    check(&Drawing::default().to_svg())
}

#[test]
fn hostile_names_are_text() -> Result {
    let names = [
        "<script>alert('x')</script>/\"&\u{0}\u{1f}\u{fffe}",
        "a\"b<c>&d\t\r\n/]]>",
        "Ä ö ü/日本語",
        "日本語/",
        "ÄÄÄ/x",
        "",
        "/",
        "url(#x)/y",
    ];
    let items: Vec<Item> = names
        .iter()
        // All items have the same index. The ids of their SVG elements must still differ.
        .map(|name| Item {
            chains: vec![rectangle(0.0, 0.0, 2.0, 1.0)],
            ..item(name, 7, rectangle(0.0, 0.0, 1.0, 1.0))
        })
        .collect();
    let drawing = Drawing {
        title: format!("{} {}", names[0], "very long ".repeat(90)),
        plane: "<&>\"'".repeat(60),
        unit: Some("<m>\u{7}".repeat(30)),
        counts: "&amp;".repeat(100),
        axes: ["<x>\"".repeat(40), "&y".repeat(40)],
        hidden_classes: vec!["<h>".repeat(100)],
        items,
        ..Drawing::default()
    };
    let svg = drawing.to_svg();
    check(&svg)?;
    let document = Document::parse(&svg)?;
    let drawn: Vec<&str> = document
        .descendants()
        .filter_map(|node| node.attribute("data-name"))
        .collect();
    assert!(drawn.contains(&"a\"b<c>&d\t\r\n/]]>"));
    assert!(drawn.contains(&"<script>alert('x')</script>/\"&\u{fffd}\u{fffd}\u{fffd}"));
    assert_eq!(drawn.len(), names.len());
    assert!(
        !document
            .descendants()
            .any(|node| node.has_tag_name("script"))
    );
    Ok(())
}

#[test]
fn odd_extents_have_a_page() -> Result {
    let far = [5.0e6, 5.4e6];
    let outlines: Vec<Vec<[f64; 2]>> = vec![
        vec![[3.0, 4.0]; 3],                                     // all points equal
        vec![[0.0, 0.0]],                                        // a single point
        vec![[0.0, 0.0], [0.0, 1e-300], [1e-300, 0.0]],          // smaller than any unit
        vec![[0.0, 0.0], [5e-324, 0.0], [0.0, 5e-324]],          // the smallest positive floats
        rectangle(far[0], far[1], far[0] + 1e-3, far[1] + 1e-3), // small and far away
        rectangle(far[0], far[1], far[0] + 1e-9, far[1]),        // one float spacing wide
        rectangle(1e300, 1e300, 1e300, 1e300),                   // far away, without extent
        rectangle(-1e308, -1e308, 1.7e308, 1.7e308),             // an extent beyond f64
        rectangle(f64::MIN, f64::MIN, f64::MAX, f64::MAX),
        rectangle(0.0, 0.0, 1000.0, 1.0), // 1000 : 1
        rectangle(0.0, 0.0, 1.0, 1000.0),
        rectangle(0.0, 0.0, 1e12, 1e-12),
        rectangle(0.0, 0.0, 0.0, 1e9), // a line
        rectangle(-1e-7, -1e-7, 1e-7, 1e-7),
        rectangle(123_456_789.0, 0.0, 123_456_790.0, 1.0),
        vec![],
        vec![[f64::NAN, 0.0], [1.0, 0.0], [0.0, 1.0]],
        vec![[f64::INFINITY, f64::NEG_INFINITY], [1.0, 0.0], [0.0, 1.0]],
    ];
    for class in ["part", "IfcSpace/room", "IfcWall/w"] {
        for outline in &outlines {
            for area in [1.0, 0.0, -1.0, 1e300, 1e-300, f64::NAN, f64::INFINITY] {
                let drawn = Item {
                    area,
                    chains: vec![outline.clone()],
                    ..item(class, 0, outline.clone())
                };
                check(
                    &Drawing {
                        items: vec![drawn],
                        ..Drawing::default()
                    }
                    .to_svg(),
                )
                .map_err(|error| format!("{outline:?}: {error}"))?;
            }
        }
    }
    Ok(())
}

#[test]
fn a_point_is_a_dot() -> Result {
    let items = vec![item("tip", 0, vec![[3.0, 4.0]; 3])];
    let svg = Drawing {
        items,
        ..Drawing::default()
    }
    .to_svg();
    let document = Document::parse(&svg)?;
    let path = with_class(&document, "tip")
        .and_then(|class| class.descendants().find(|node| node.has_tag_name("path")));
    let outline = path.and_then(|path| path.attribute("d")).ok_or("path")?;
    assert!(
        outline.starts_with('M') && outline.ends_with('z'),
        "{outline}"
    );
    assert!(svg.contains("stroke-linecap=\"round\""));
    Ok(())
}

#[test]
fn outlines_that_are_not_finite_are_counted() -> Result {
    let mut drawing = building(1, 1);
    drawing.items[1]
        .loops
        .push(vec![[f64::NAN, 0.0], [1.0, 0.0], [0.0, 1.0]]);
    let svg = drawing.to_svg();
    check(&svg)?;
    assert!(svg.contains("Not drawn: 1 outline without finite coordinates"));
    Ok(())
}
