//! Tests of the groups, layers and paths of the SVG page.

use roxmltree::Document;
use transect_draw::{Drawing, Item, Paper, PaperSize};

use crate::drawing::page::{Result, XLINK_HREF, building, check, rectangle, texts, with_class};

/// Inkscape before release 1.3 ignores a plain `href`, and leaves out the hatches and outlines.
#[test]
fn references_are_those_of_svg_1_1() -> Result {
    let drawing = building(2, 2);
    let paper = drawing.on_paper(&Paper::new(PaperSize::A3))?;
    for svg in [drawing.to_svg(), paper.to_svg()] {
        let document = Document::parse(&svg)?;
        let uses = document.descendants();
        let uses: Vec<_> = uses.filter(|node| node.has_tag_name("use")).collect();
        assert!(!uses.is_empty());
        for node in uses {
            assert!(node.attribute(XLINK_HREF).is_some(), "{svg}");
        }
        assert!(!svg.contains(" href="));
    }
    Ok(())
}

#[test]
fn a_group_for_each_class_and_object() -> Result {
    let drawing = building(5, 4);
    let svg = drawing.to_svg();
    check(&svg)?;
    let document = Document::parse(&svg)?;
    for (class, count) in [
        ("IfcSpace", 20),
        ("IfcWallStandardCase", 40),
        ("IfcDoor", 20),
        ("IfcOpeningElement", 20),
        ("IfcRailing", 1),
    ] {
        let group = with_class(&document, class).ok_or(class)?;
        assert_eq!(
            group.attribute("id"),
            Some(format!("class-{class}").as_str())
        );
        let objects: Vec<_> = group
            .children()
            .filter(|node| node.has_tag_name("g"))
            .collect();
        assert_eq!(objects.len(), count, "{class}");
        for object in objects {
            let index: usize = object
                .attribute("id")
                .and_then(|id| id.strip_prefix("object-"))
                .ok_or("id")?
                .parse()?;
            assert_eq!(
                object.attribute("data-name"),
                Some(drawing.items[index].name.as_str())
            );
            let title = object.children().find(|node| node.has_tag_name("title"));
            assert_eq!(
                title.and_then(|node| node.text()),
                object.attribute("data-name")
            );
            assert_eq!(
                object
                    .children()
                    .filter(|node| node.has_tag_name("path"))
                    .count(),
                // The open ends of chains have a path of their own.
                1 + usize::from(!drawing.items[index].chains.is_empty())
            );
        }
    }
    let labels = texts(&document)
        .into_iter()
        .filter(|text| text == "10.6 m²")
        .count();
    assert_eq!(labels, 20, "every room says its area");
    Ok(())
}

#[test]
fn layers_from_rooms_up_to_doors() -> Result {
    let svg = building(2, 2).to_svg();
    let place = |class: &str| {
        svg.find(&format!("data-class=\"{class}\""))
            .ok_or(String::from(class))
    };
    assert!(place("IfcSpace")? < place("IfcOpeningElement")?);
    assert!(place("IfcOpeningElement")? < place("IfcWallStandardCase")?);
    assert!(place("IfcWallStandardCase")? < place("IfcDoor")?);
    let document = Document::parse(&svg)?;
    let openings = with_class(&document, "IfcOpeningElement")
        .and_then(|node| node.parent())
        .ok_or("openings")?;
    assert!(openings.attribute("stroke-dasharray").is_some());
    assert_eq!(openings.attribute("fill"), Some("none"));
    Ok(())
}

#[test]
fn holes_are_kept_and_paths_are_compact() -> Result {
    let plate = Item {
        name: "plate".into(),
        loops: vec![
            rectangle(0.0, 0.0, 10.0, 5.0),
            // This loop is clockwise, so it is a hole. Its point (2.5, 3) lies on the line between its neighbours and
            // is not written.
            vec![[2.0, 2.0], [2.0, 3.0], [2.5, 3.0], [3.0, 3.0], [3.0, 2.0]],
        ],
        ..Item::default()
    };
    let svg = Drawing {
        items: vec![plate],
        ..Drawing::default()
    }
    .to_svg();
    let document = Document::parse(&svg)?;
    let section = document
        .descendants()
        .find(|node| node.attribute("id") == Some("section"))
        .ok_or("section")?;
    assert_eq!(section.attribute("fill-rule"), Some("nonzero"));
    let path = section
        .descendants()
        .find(|node| node.has_tag_name("path"))
        .ok_or("path")?;
    let outline = path.attribute("d").ok_or("d")?;
    assert_eq!(outline.matches('M').count(), 2);
    assert_eq!(outline.matches(['h', 'v']).count(), 6, "{outline}");
    Ok(())
}
