//! Drawings read back as XML: structure, ids, names, hatches, and pages of odd sections.

use roxmltree::Document;
use roxmltree::Node;
use std::collections::HashSet;
use transect_draw::Drawing;
use transect_draw::Item;

type Result = std::result::Result<(), Box<dyn std::error::Error>>;

fn rectangle(left: f64, low: f64, right: f64, high: f64) -> Vec<[f64; 2]> {
    vec![[left, low], [right, low], [right, high], [left, high]]
}

fn item(name: &str, index: usize, outline: Vec<[f64; 2]>) -> Item {
    Item {
        name: name.into(),
        index,
        loops: vec![outline],
        ..Item::default()
    }
}

/// Rooms of 4 m × 3 m between walls, a door and an opening in each, and one open object.
fn building(columns: usize, rows: usize) -> Drawing {
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

fn with_class<'a>(document: &'a Document<'_>, class: &str) -> Option<Node<'a, 'a>> {
    document
        .descendants()
        .find(|node| node.attribute("data-class") == Some(class))
}

fn texts(document: &Document<'_>) -> Vec<String> {
    let nodes = document
        .descendants()
        .filter(|node| node.has_tag_name("text"));
    nodes
        .filter_map(|node| node.text().map(String::from))
        .collect()
}

fn number(
    node: Node<'_, '_>,
    attribute: &str,
) -> std::result::Result<f64, Box<dyn std::error::Error>> {
    Ok(node
        .attribute(attribute)
        .ok_or(format!("no {attribute}"))?
        .parse()?)
}

/// What holds for every drawing: valid XML, unique ids, references that lead somewhere, finite
/// numbers, text of at least 9 px on the page and none over another.
fn check(svg: &str) -> Result {
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
    assert_eq!(width, 1000.0);
    assert!((200.0..=1400.0).contains(&height), "height {height}");
    let mut boxes: Vec<([f64; 4], &str)> = Vec::new();
    for node in document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
    {
        let text = node.text().unwrap_or_default();
        let [x, y, size] = [
            number(node, "x")?,
            number(node, "y")?,
            number(node, "font-size")?,
        ];
        assert!(size >= 9.0, "{text} is too small");
        // A width of its own making: letters of Helvetica are 0.5 em wide on average.
        let wide = text.chars().count() as f64 * size * 0.5;
        let left = match node.attribute("text-anchor") {
            Some("middle") => x - wide / 2.0,
            Some("end") => x - wide,
            _ => x,
        };
        let mine = [left, y - 0.72 * size, left + wide, y + 0.2 * size];
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
                1
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
    // Nothing between the page and a path moves the space that its hatch is drawn in.
    assert!(
        document
            .descendants()
            .all(|node| node.attribute("transform").is_none())
    );
    Ok(())
}

#[test]
fn open_objects_are_marked_and_counted() -> Result {
    let svg = building(2, 2).to_svg();
    let document = Document::parse(&svg)?;
    assert!(texts(&document).iter().any(|text| text == "open: 1 object"));
    let uses = document
        .descendants()
        .filter(|node| node.has_tag_name("use"));
    assert!(
        uses.filter_map(|node| node.attribute("href"))
            .any(|href| href.starts_with("#open-"))
    );
    Ok(())
}

#[test]
fn a_hidden_class_is_named_but_not_drawn() -> Result {
    let hidden_classes = vec!["IfcSpace".to_owned(), "IfcDoor".to_owned()];
    let svg = Drawing {
        hidden_classes,
        ..building(3, 2)
    }
    .to_svg();
    check(&svg)?;
    let document = Document::parse(&svg)?;
    assert!(with_class(&document, "IfcSpace").is_none());
    assert!(with_class(&document, "IfcDoor").is_none());
    assert!(with_class(&document, "IfcWallStandardCase").is_some());
    assert!(!texts(&document).iter().any(|text| text.ends_with("m²")));
    assert!(
        texts(&document)
            .iter()
            .any(|text| text == "Hidden: IfcSpace, IfcDoor")
    );
    let all = building(1, 1);
    let hidden_classes = all
        .items
        .iter()
        .map(|item| item.class().to_owned())
        .collect();
    let svg = Drawing {
        hidden_classes,
        ..all
    }
    .to_svg();
    check(&svg)?;
    assert!(svg.contains("All that the plane cuts is hidden."));
    Ok(())
}

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
        // One index for all: ids stay apart all the same.
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
        vec![[0.0, 0.0], [5e-324, 0.0], [0.0, 5e-324]],          // the least numbers
        rectangle(far[0], far[1], far[0] + 1e-3, far[1] + 1e-3), // small and far away
        rectangle(far[0], far[1], far[0] + 1e-9, far[1]),        // one spacing of floats wide
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

#[test]
fn twenty_classes_have_a_row_and_the_rest_is_other() -> Result {
    let items: Vec<Item> = (0..500)
        .map(|index| {
            let x = index as f64;
            // The first twenty classes have two objects each.
            let class = if index < 40 { index / 2 } else { index };
            item(
                &format!("link number {class}/part"),
                index,
                rectangle(x, 0.0, x + 0.8, 90.0),
            )
        })
        .collect();
    let svg = Drawing {
        items,
        ..Drawing::default()
    }
    .to_svg();
    check(&svg)?;
    let document = Document::parse(&svg)?;
    let texts = texts(&document);
    assert_eq!(
        texts
            .iter()
            .filter(|text| text.starts_with("link number"))
            .count(),
        20
    );
    assert!(texts.contains(&"other (460 classes)".into()));
    assert!(texts.contains(&"460".into()));
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

#[test]
fn holes_are_kept_and_paths_are_compact() -> Result {
    let plate = Item {
        name: "plate".into(),
        loops: vec![
            rectangle(0.0, 0.0, 10.0, 5.0),
            // Clockwise, with points on straight lines that the eye does not need.
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

#[test]
fn names_of_rooms_are_shown_and_identifiers_are_not() -> Result {
    let items = vec![
        Item {
            area: 24.0,
            ..item("IfcSpace/Lobby", 0, rectangle(0.0, 0.0, 6.0, 4.0))
        },
        Item {
            area: 24.0,
            ..item(
                "IfcSpace/04Sq57eS5FffNezn2ilgts",
                1,
                rectangle(6.0, 0.0, 12.0, 4.0),
            )
        },
        Item {
            area: 0.01,
            ..item("IfcSpace/Shaft", 2, rectangle(12.0, 0.0, 12.1, 0.1))
        },
    ];
    let svg = Drawing {
        items,
        unit: Some("m".into()),
        ..Drawing::default()
    }
    .to_svg();
    check(&svg)?;
    let texts = texts(&Document::parse(&svg)?);
    assert!(texts.contains(&"Lobby".into()));
    assert_eq!(texts.iter().filter(|text| *text == "24.0 m²").count(), 2);
    assert!(!texts.contains(&"Shaft".into()), "too small for its label");
    Ok(())
}

#[test]
fn a_label_keeps_clear_of_a_column() -> Result {
    let items = vec![
        Item {
            area: 48.0,
            ..item("IfcSpace/Hall", 0, rectangle(0.0, 0.0, 8.0, 6.0))
        },
        item("IfcColumn/c", 1, rectangle(3.8, 2.8, 4.2, 3.2)),
    ];
    let svg = Drawing {
        items,
        ..Drawing::default()
    }
    .to_svg();
    check(&svg)?;
    let document = Document::parse(&svg)?;
    let label = document
        .descendants()
        .find(|node| node.text() == Some("Hall"))
        .ok_or("Hall")?;
    let column = document
        .descendants()
        .find(|node| node.attribute("id") == Some("object-1"))
        .ok_or("column")?;
    let path = column
        .descendants()
        .find_map(|node| node.attribute("d"))
        .ok_or("path")?;
    // The path starts at the lower left corner: "M<x> <y>h<width>…".
    let mut numbers = path
        .split(['M', ' ', 'h', 'v'])
        .filter(|part| !part.is_empty());
    let mut next = || -> std::result::Result<f64, Box<dyn std::error::Error>> {
        Ok(numbers.next().ok_or("number")?.parse()?)
    };
    let [left, bottom, width] = [next()?, next()?, next()?];
    let [x, y] = [number(label, "x")?, number(label, "y")?];
    let within = (left - 12.0..left + width + 12.0).contains(&x)
        && (bottom - width - 9.0..bottom + 9.0).contains(&y);
    assert!(
        !within,
        "the label at {x}, {y} lies on the column at {left}, {bottom}"
    );
    Ok(())
}

#[test]
fn the_scale_bar_is_true_and_round() -> Result {
    for (width, unit) in [(20.0, "m"), (7.3, "mm"), (0.004, "m"), (312_000.0, "km")] {
        let items = vec![item("plate", 0, rectangle(0.0, 0.0, width, width / 2.0))];
        let svg = Drawing {
            items,
            unit: Some(unit.into()),
            ..Drawing::default()
        }
        .to_svg();
        check(&svg)?;
        let document = Document::parse(&svg)?;
        let bar = document
            .descendants()
            .find(|node| node.attribute("id") == Some("scale-bar"))
            .ok_or("bar")?;
        let bar = bar
            .children()
            .find(|node| node.has_tag_name("rect"))
            .ok_or("rect")?;
        let outline = document
            .descendants()
            .filter_map(|node| node.attribute("d"))
            .find(|d| d.ends_with('z') && d.matches('h').count() == 2);
        let drawn: f64 = outline
            .and_then(|d| d.split('h').nth(1))
            .and_then(|rest| rest.split('v').next())
            .ok_or("d")?
            .parse()?;
        let label = texts(&document)
            .into_iter()
            .find(|text| text.ends_with(&format!(" {unit}")) && text.starts_with(char::is_numeric))
            .ok_or("label")?;
        let length: f64 = label.split(' ').next().ok_or("length")?.parse()?;
        // Both are written to the hundredth of a px.
        let expected = length / width * drawn;
        assert!(
            (number(bar, "width")? - expected).abs() <= 0.02,
            "{label}: {expected}"
        );
        let digits: String = label.chars().filter(|c| ('1'..='9').contains(c)).collect();
        assert!(["1", "2", "5"].contains(&digits.as_str()), "{label}");
    }
    Ok(())
}
