//! Tests of hatches, and of the colours of classes that are not in the theme.

use roxmltree::Document;
use transect_draw::Drawing;

use crate::drawing::page::{Result, building, item, rectangle, with_class};

#[test]
fn hatches_are_in_the_space_of_the_page() -> Result {
    let svg = building(2, 2).to_svg();
    let document = Document::parse(&svg)?;
    let patterns: Vec<_> = document
        .descendants()
        .filter(|node| node.has_tag_name("pattern"))
        .collect();
    assert!(!patterns.is_empty());
    for pattern in patterns {
        assert_eq!(pattern.attribute("patternUnits"), Some("userSpaceOnUse"));
    }
    // No element of the page has a transform. So all hatches have the coordinate system of the page.
    assert!(
        document
            .descendants()
            .all(|node| node.attribute("transform").is_none())
    );
    Ok(())
}

#[test]
fn a_palette_colour_depends_on_the_name_alone() -> Result {
    let fill = |names: [&str; 3]| -> std::result::Result<String, Box<dyn std::error::Error>> {
        let items = (0..3)
            .zip(names)
            .map(|(index, name)| item(name, index, rectangle(0.0, 0.0, 1.0, 1.0)))
            .collect();
        let svg = Drawing {
            items,
            ..Drawing::default()
        }
        .to_svg();
        let document = Document::parse(&svg)?;
        let class = with_class(&document, "gripper")
            .and_then(|node| node.parent())
            .ok_or("gripper")?;
        Ok(class.attribute("fill").ok_or("fill")?.to_owned())
    };
    assert_eq!(
        fill(["gripper/a", "b", "c"])?,
        fill(["zebra", "alpha", "gripper"])?
    );
    Ok(())
}

#[test]
fn a_common_material_colour_is_kept_as_a_tint() -> Result {
    let red = Some([1.0, 0.0, 0.0, 1.0]);
    let mut items = vec![
        item("arm/a", 0, rectangle(0.0, 0.0, 1.0, 1.0)),
        item("arm/b", 1, rectangle(1.0, 0.0, 2.0, 1.0)),
        item("leg/a", 2, rectangle(2.0, 0.0, 3.0, 1.0)),
    ];
    items[0].color = red;
    items[1].color = red;
    let svg = Drawing {
        items,
        ..Drawing::default()
    }
    .to_svg();
    let document = Document::parse(&svg)?;
    let arm = with_class(&document, "arm")
        .and_then(|node| node.parent())
        .ok_or("arm")?;
    assert_eq!(arm.attribute("fill"), Some("#ffb8b8"));
    Ok(())
}
