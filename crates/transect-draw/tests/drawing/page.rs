//! Shared sample drawings, and checks of pages as XML.

use roxmltree::Document;
use roxmltree::Node;
use std::collections::HashSet;
use transect_draw::Drawing;
use transect_draw::Item;

pub(crate) type Result = std::result::Result<(), Box<dyn std::error::Error>>;

/// The name of the attribute `xlink:href`, with its namespace.
pub(crate) const XLINK_HREF: (&str, &str) = ("http://www.w3.org/1999/xlink", "href");

pub(crate) fn rectangle(left: f64, low: f64, right: f64, high: f64) -> Vec<[f64; 2]> {
    vec![[left, low], [right, low], [right, high], [left, high]]
}

pub(crate) fn item(name: &str, index: usize, outline: Vec<[f64; 2]>) -> Item {
    Item {
        name: name.into(),
        index,
        loops: vec![outline],
        ..Item::default()
    }
}

/// Returns rooms of 4 m × 3 m between walls, each room with a door and its opening, and one railing that is not closed.
pub(crate) fn building(columns: usize, rows: usize) -> Drawing {
    let mut items = Vec::new();
    for column in 0..columns {
        for row in 0..rows {
            let [x, y] = [column as f64 * 4.0, row as f64 * 3.0];
            let index = items.len();
            items.push(Item {
                area: 3.8 * 2.8,
                ..item(
                    "IfcSpace/04Sq57eS5FffNezn2ilgts",
                    index,
                    rectangle(x + 0.1, y + 0.1, x + 3.9, y + 2.9),
                )
            });
            let walls = [
                rectangle(x - 0.1, y - 0.1, x + 4.1, y + 0.1),
                rectangle(x - 0.1, y, x + 0.1, y + 3.0),
            ];
            for wall in walls {
                items.push(item("IfcWallStandardCase/w", items.len(), wall));
            }
            items.push(item(
                "IfcDoor/d",
                items.len(),
                rectangle(x + 1.0, y - 0.05, x + 1.9, y + 0.05),
            ));
            items.push(item(
                "IfcOpeningElement/o",
                items.len(),
                rectangle(x + 1.0, y - 0.1, x + 1.9, y + 0.1),
            ));
        }
    }
    items.push(Item {
        name: "IfcRailing/r".into(),
        index: items.len(),
        chains: vec![vec![[1.0, 1.0], [2.0, 1.0], [2.0, 2.0]]],
        ..Item::default()
    });
    Drawing {
        title: "building.glb".into(),
        plane: "z = 1.2".into(),
        unit: Some("m".into()),
        counts: format!("{} of {} objects cut", items.len(), items.len() + 7),
        items,
        ..Drawing::default()
    }
}

pub(crate) fn with_class<'a>(document: &'a Document<'_>, class: &str) -> Option<Node<'a, 'a>> {
    document
        .descendants()
        .find(|node| node.attribute("data-class") == Some(class))
}

pub(crate) fn texts(document: &Document<'_>) -> Vec<String> {
    let nodes = document
        .descendants()
        .filter(|node| node.has_tag_name("text"));
    nodes
        .filter_map(|node| node.text().map(String::from))
        .collect()
}

pub(crate) fn number(
    node: Node<'_, '_>,
    attribute: &str,
) -> std::result::Result<f64, Box<dyn std::error::Error>> {
    Ok(node
        .attribute(attribute)
        .ok_or(format!("no {attribute}"))?
        .parse()?)
}

/// Returns the middle of the baseline of a text that is turned by a quarter turn.
fn middle(transform: &str) -> std::result::Result<[f64; 2], Box<dyn std::error::Error>> {
    let inner = transform.strip_prefix("translate(");
    let inner = inner.and_then(|inner| inner.strip_suffix(") rotate(-90)"));
    let (x, y) = inner
        .and_then(|inner| inner.split_once(' '))
        .ok_or("a translation and a quarter turn")?;
    Ok([x.parse()?, y.parse()?])
}

/// Checks the rules for every drawing: valid XML, unique ids, valid references, finite numbers, text of at least 9 px
/// on the page, and no overlapping text.
pub(crate) fn check(svg: &str) -> Result {
    let document = Document::parse(svg)?;
    let ids: Vec<&str> = document
        .descendants()
        .filter_map(|node| node.attribute("id"))
        .collect();
    let unique: HashSet<&&str> = ids.iter().collect();
    assert_eq!(ids.len(), unique.len(), "ids repeat");
    for node in document.descendants() {
        for attribute in node.attributes() {
            let value = attribute.value();
            let reference = match attribute.name() {
                "fill" => value
                    .strip_prefix("url(#")
                    .and_then(|rest| rest.strip_suffix(')')),
                "href" => value.strip_prefix('#'),
                _ => None,
            };
            if let Some(id) = reference {
                assert!(ids.contains(&id), "{id} is not there");
            }
            if ["d", "x", "y", "width", "height"].contains(&attribute.name()) {
                assert!(!value.contains("NaN") && !value.contains("inf"), "{value}");
            }
        }
    }
    let root = document.root_element();
    let [width, height] = [number(root, "width")?, number(root, "height")?];
    assert!((480.0..=1000.0).contains(&width), "width {width}");
    assert!((200.0..=1400.0).contains(&height), "height {height}");
    let mut boxes: Vec<([f64; 4], &str)> = Vec::new();
    for node in document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
    {
        let text = node.text().unwrap_or_default();
        let size = number(node, "font-size")?;
        let turned = node.attribute("transform").map(middle).transpose()?;
        let [x, y] = match turned {
            Some(middle) => middle,
            None => [number(node, "x")?, number(node, "y")?],
        };
        assert!(size >= 9.0, "{text} is too small");
        // The width is estimated without the code under test: Helvetica letters are 0.5 em wide on average.
        let wide = text.chars().count() as f64 * size * 0.5;
        let left = match node.attribute("text-anchor") {
            Some("middle") => x - wide / 2.0,
            Some("end") => x - wide,
            _ => x,
        };
        let mine = match turned {
            // This text runs upwards, and (x, y) is the middle of its baseline.
            Some(_) => [
                x - 0.72 * size,
                y - wide / 2.0,
                x + 0.2 * size,
                y + wide / 2.0,
            ],
            None => [left, y - 0.72 * size, left + wide, y + 0.2 * size],
        };
        assert!(
            mine[0] >= 0.0 && mine[2] <= width && mine[1] >= 0.0 && mine[3] <= height,
            "{text} leaves the page"
        );
        for (other, other_text) in &boxes {
            let apart = mine[0] >= other[2]
                || other[0] >= mine[2]
                || mine[1] >= other[3]
                || other[1] >= mine[3];
            assert!(apart, "{text:?} lies over {other_text:?}");
        }
        boxes.push((mine, text));
    }
    Ok(())
}
