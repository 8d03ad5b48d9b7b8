//! Tests of the text on the page: rooms, legend, scale bar, notes.

use roxmltree::Document;
use transect_draw::{Drawing, Item};

use crate::drawing::page::{
    Result, XLINK_HREF, building, check, item, number, rectangle, texts, with_class,
};

#[test]
fn open_objects_are_marked_and_counted() -> Result {
    let svg = building(2, 2).to_svg();
    let document = Document::parse(&svg)?;
    assert!(
        texts(&document)
            .iter()
            .any(|text| text == "1 open chain in 1 object")
    );
    let uses = document
        .descendants()
        .filter(|node| node.has_tag_name("use"));
    assert!(
        uses.filter_map(|node| node.attribute(XLINK_HREF))
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
fn twenty_classes_have_a_row_and_the_rest_is_other() -> Result {
    let items: Vec<Item> = (0..500)
        .map(|index| {
            let x = index as f64;
            // The first forty objects form twenty classes of two. Each later object is the only one of its class.
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
fn the_legend_begins_with_the_structure() -> Result {
    let names = ["IfcFurniture/a", "IfcColumn/b", "IfcWall/c", "IfcSlab/d"];
    let items = names.into_iter().enumerate().map(|(index, name)| {
        let left = 3.0 * index as f64;
        item(name, index, rectangle(left, 0.0, left + 2.0, 2.0))
    });
    let drawing = Drawing {
        items: items.collect(),
        ..Drawing::default()
    };
    let svg = drawing.to_svg();
    let texts = texts(&Document::parse(&svg)?);
    let rows: Vec<&String> = texts
        .iter()
        .filter(|text| text.starts_with("Ifc"))
        .collect();
    assert_eq!(rows, ["IfcWall", "IfcColumn", "IfcSlab", "IfcFurniture"]);
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
    // The outline of the column (a building's, seen from above) is an SVG path that starts at its lower left corner:
    // `M<x> <y>h<width>…`.
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
        let length = label.split(' ').next().ok_or("length")?;
        let length: f64 = length.replace(',', "").parse()?;
        // The widths of the outline and of the scale bar are read from the drawing, rounded to hundredths of a px.
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

/// All areas have one decimal, because the median area, 12.345, then has three digits.
#[test]
fn areas_of_rooms_have_the_same_number_of_decimals() -> Result {
    let room = |index: usize, left: f64, area: f64| Item {
        area,
        ..item("IfcSpace/", index, rectangle(left, 0.0, left + 9.0, 8.0))
    };
    let areas = [1234.56, 12.345, 0.0123];
    let rooms = areas.into_iter().enumerate();
    let rooms = rooms.map(|(index, area)| room(index, 10.0 * index as f64, area));
    let drawing = Drawing {
        unit: Some("m".into()),
        items: rooms.collect(),
        ..Drawing::default()
    };
    let svg = drawing.to_svg();
    let texts = texts(&Document::parse(&svg)?);
    for text in ["1,234.6 m²", "12.3 m²", "<0.1 m²"] {
        assert!(texts.iter().any(|found| found == text), "{text}: {texts:?}");
    }
    Ok(())
}

/// The dashed opening leaves gaps of 11 px above and below it, in which the label fits without touching a line.
#[test]
fn a_label_keeps_clear_of_a_dashed_opening() -> Result {
    /// The number of px per unit: the frame shows 100 units in 1,000 − 28 − 44 − 2 · 22 px.
    const SCALE: f64 = 8.84;
    let room = Item {
        area: 20.0,
        ..item("IfcSpace/", 0, rectangle(40.0, 40.0, 46.0, 44.9))
    };
    let opening = item("IfcOpeningElement/", 1, rectangle(41.8, 41.25, 60.0, 43.6));
    let wall = item("IfcWall/", 2, rectangle(0.0, 0.0, 100.0, 1.0));
    let drawing = Drawing {
        unit: Some("m".into()),
        items: vec![room, opening, wall],
        ..Drawing::default()
    };
    let svg = drawing.to_svg();
    check(&svg)?;
    let document = Document::parse(&svg)?;
    let label = document
        .descendants()
        .find(|node| node.text() == Some("20.0 m²"));
    let baseline: f64 = number(label.ok_or("a label")?, "y")?;
    let path = with_class(&document, "IfcOpeningElement").ok_or("an opening")?;
    let path = path
        .descendants()
        .find_map(|node| node.attribute("d"))
        .ok_or("an outline")?;
    // The outline begins with its lower left corner.
    let numbers: Vec<f64> = path
        .split(|c: char| !(c.is_ascii_digit() || c == '.'))
        .filter_map(|text| text.parse().ok())
        .collect();
    let low = *numbers.get(1).ok_or("a corner")?;
    let high = low - 2.35 * SCALE;
    // The digits are 7 px high.
    assert!(
        baseline < high || baseline - 7.0 > low,
        "{baseline}: {high} to {low}"
    );
    Ok(())
}

/// A section that is higher than wide has a narrow page. A long title widens the page, so that the title is whole.
#[test]
fn the_page_of_a_high_section_is_narrow() -> Result {
    let tower = Drawing {
        title: "tower.glb".into(),
        items: vec![item("shaft", 0, rectangle(0.0, 0.0, 1.0, 10.0))],
        ..Drawing::default()
    };
    let svg = tower.to_svg();
    check(&svg)?;
    let document = Document::parse(&svg)?;
    let width: f64 = document
        .root_element()
        .attribute("width")
        .ok_or("a width")?
        .parse()?;
    assert!((400.0..600.0).contains(&width), "{width}");
    let title = "A tower with a name that is longer than its page";
    let wide = Drawing {
        title: title.into(),
        ..tower
    };
    let svg = wide.to_svg();
    assert!(
        texts(&Document::parse(&svg)?)
            .iter()
            .any(|text| text == title)
    );
    Ok(())
}

#[test]
fn rooms_for_which_no_label_is_tried_are_counted_in_a_note() -> Result {
    let room = |index: usize, area: f64, outline: Vec<[f64; 2]>| Item {
        area,
        ..item("IfcSpace/Room", index, outline)
    };
    let mut drawing = Drawing {
        items: (0..1_003)
            .map(|index| room(index, 1.0, rectangle(0.0, 0.0, 4.0, 1.0)))
            .collect(),
        ..Drawing::default()
    };
    let top = (0..50_001)
        .rev()
        .map(|step| [f64::from(step) / 12_500.0, 2.0]);
    let outline = [[0.0, 0.0], [4.0, 0.0]].into_iter().chain(top).collect();
    drawing.items.push(room(1_003, 2.0, outline));
    let svg = drawing.to_svg();
    let note =
        "Rooms without labels: 4 smaller than the 1,000 largest, 1 with more than 50,000 corners";
    assert!(svg.contains(note));
    drawing.items.truncate(1_000);
    assert!(!drawing.to_svg().contains("Rooms without labels"));
    Ok(())
}
