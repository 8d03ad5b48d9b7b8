//! Tests of themes: their effect on a drawing, and the messages for invalid themes.

use roxmltree::{Document, Node};
use transect_draw::{Drawing, Theme, ThemeErrorKind};

use crate::drawing::page::{Result, building, check, item, rectangle, with_class};

const DOCS: &str = include_str!("../../../../docs/themes.md");
const FILES: [&str; 2] = [
    include_str!("../../themes/light.toml"),
    include_str!("../../themes/dark.toml"),
];

/// Draws a few objects of each of these classes with the theme.
fn drawn(theme: Theme, classes: &[&str]) -> String {
    let outline = rectangle(0.0, 0.0, 2.0, 1.0);
    let items = classes
        .iter()
        .enumerate()
        .map(|(index, class)| item(&format!("{class}/a"), index, outline.clone()))
        .collect();
    Drawing {
        items,
        theme,
        ..Drawing::default()
    }
    .to_svg()
}

/// Returns the SVG group that holds the fill of a class.
fn filled<'a>(document: &'a Document<'_>, class: &str) -> Node<'a, 'a> {
    let group = with_class(document, class).and_then(|group| group.parent());
    group.unwrap_or_else(|| panic!("no {class}"))
}

/// Returns the SVG element that holds the outline of a class: the group, or its hatched copy.
fn outlined<'a>(document: &'a Document<'_>, class: &str) -> Node<'a, 'a> {
    let group = filled(document, class);
    let copy = group.next_sibling_element();
    match copy.filter(|copy| copy.has_tag_name("use")) {
        Some(copy) => copy,
        None => group,
    }
}

#[test]
fn both_themes_draw_the_same_page() -> Result {
    let light = building(5, 4);
    let dark = Drawing {
        theme: Theme::dark(),
        ..light.clone()
    };
    let pages = [light.to_svg(), dark.to_svg()];
    assert_ne!(pages[0], pages[1]);
    let mut counts = Vec::new();
    for page in &pages {
        check(page)?;
        let document = Document::parse(page)?;
        let count = |tag: &str| {
            let nodes = document.descendants();
            nodes.filter(|node| node.has_tag_name(tag)).count()
        };
        counts.push(["g", "path", "use", "pattern", "rect", "text"].map(count));
    }
    assert_eq!(counts[0], counts[1]);
    // The page must have one group per object (101), two groups for each of the 5 classes, and six more groups:
    // section, open chains, grid, legend, scale bar and labels.
    assert_eq!(counts[0][0], 101 + 10 + 6);
    // The page must have one path per object (101), one for open ends, two for the grid, one each for the scale bar and
    // the hatch, and two for open chains in the legend.
    assert_eq!(counts[0][1], 101 + 1 + 2 + 1 + 1 + 2);
    // The pages in the two themes differ only in their colours.
    let colorless = |page: &str| {
        let mut parts = page.split('#');
        let mut rest = String::from(parts.next().unwrap_or_default());
        for part in parts {
            rest.push_str(part.trim_start_matches(|c: char| c.is_ascii_hexdigit()));
        }
        rest
    };
    assert_eq!(colorless(&pages[0]), colorless(&pages[1]));
    Ok(())
}

#[test]
fn the_example_of_the_docs_does_what_they_say() -> Result {
    let example = DOCS
        .split_once("```toml\n")
        .and_then(|(_, rest)| rest.split_once("```"))
        .ok_or("no example")?
        .0;
    let theme: Theme = example.parse()?;
    let classes = ["IfcWall", "IfcWallStandardCase", "IfcDoor", "gripper"];
    let svg = drawn(theme, &classes);
    check(&svg)?;
    let document = Document::parse(&svg)?;
    for class in ["IfcWall", "IfcWallStandardCase"] {
        assert_eq!(filled(&document, class).attribute("fill"), Some("#f4d6d2"));
        let outline = outlined(&document, class);
        assert_eq!(outline.attribute("stroke"), Some("#14191e"), "as it was");
        assert_eq!(outline.attribute("stroke-width"), Some("1.4"));
    }
    let doors = filled(&document, "IfcDoor");
    assert_eq!(doors.attribute("fill"), Some("none"));
    assert_eq!(doors.attribute("stroke-dasharray"), Some("3 2"));
    assert_eq!(
        outlined(&document, "gripper").attribute("stroke"),
        Some("#5a3a00")
    );
    let pattern = |class: &str| {
        let id = format!("hatch-{class}");
        let mut nodes = document.descendants();
        nodes.find(|node| node.attribute("id") == Some(id.as_str()))
    };
    let walls = pattern("IfcWall").ok_or("no hatch")?;
    assert_eq!(walls.attribute("height"), Some("7"));
    assert_eq!(walls.attribute("patternTransform"), Some("rotate(-45)"));
    assert!(pattern("gripper").is_some());
    let page = document
        .descendants()
        .find(|node| node.has_tag_name("rect"));
    assert_eq!(
        page.and_then(|page| page.attribute("fill")),
        Some("#fdfcf8")
    );
    Ok(())
}

#[test]
fn the_docs_name_every_key_and_word() {
    for file in FILES {
        let lines = file.lines().filter(|line| !line.starts_with('#'));
        let keys = lines
            .filter_map(|line| line.split_once(" = "))
            .map(|(key, _)| key);
        for key in keys {
            assert!(
                DOCS.contains(&format!("`{key}`")),
                "{key} is not in the docs"
            );
        }
    }
    for text in [
        "[other]\nlayer = ''",
        "[plain]\nhatch = { motif = '' }",
        "base = ''",
    ] {
        let error = text.parse::<Theme>().expect_err("no such word");
        let ThemeErrorKind::UnknownWord { valid, .. } = error.kind else {
            panic!("{error}");
        };
        assert!(valid.len() > 1);
        for word in valid {
            assert!(
                DOCS.contains(&format!("`{word}`")),
                "{word} is not in the docs"
            );
        }
    }
}

#[test]
fn an_empty_theme_changes_nothing() {
    assert_eq!("".parse(), Ok(Theme::light()));
    assert_eq!("base = 'light'".parse(), Ok(Theme::light()));
    assert_eq!("base = 'dark'".parse(), Ok(Theme::dark()));
    assert_ne!(Theme::light(), Theme::dark());
    assert_eq!(Drawing::default().theme, Theme::light());
    // The texts of the built-in themes can themselves be parsed as themes.
    assert_eq!(FILES[0].parse(), Ok(Theme::light()));
    assert_eq!(FILES[1].parse(), Ok(Theme::dark()));
    for name in Theme::NAMES {
        assert!(Theme::named(name).is_some());
    }
    assert_eq!(Theme::named("grey"), None);
}

#[test]
fn the_longest_beginning_wins_and_a_whole_name_beats_it() -> Result {
    let theme: Theme = "
        [[class]]
        match = ['arm*']
        fill = '#aa0000'
        [[class]]
        match = ['armrest*', 'x']
        fill = '#00aa00'
        [[class]]
        match = ['armrest']
        fill = '#0000aa'
        [[class]]
        match = ['IfcWallElementedCase*']
        outline = '#123456'
    "
    .parse()?;
    let classes = [
        "arm",
        "armrest",
        "armrests",
        "x",
        "IfcWallElementedCase",
        "IfcSpaceHeater",
        "IfcSpaceHeaterType",
    ];
    let svg = drawn(theme, &classes);
    let document = Document::parse(&svg)?;
    for (class, fill) in [
        ("arm", "#aa0000"),
        ("armrest", "#0000aa"),
        ("armrests", "#00aa00"),
        ("x", "#00aa00"),
        // The theme has no style for these classes. Their fills come from the base theme's styles for walls and for
        // building services.
        ("IfcWallElementedCase", "#d5d8dc"),
        ("IfcSpaceHeater", "#d5eee4"),
        ("IfcSpaceHeaterType", "#d5eee4"),
    ] {
        let found = filled(&document, class).attribute("fill");
        assert_eq!(found, Some(fill), "{class}");
    }
    let wall = outlined(&document, "IfcWallElementedCase");
    assert_eq!(wall.attribute("stroke"), Some("#123456"));
    assert_eq!(
        outlined(&document, "arm").attribute("stroke"),
        Some("#59636d"),
        "as [other]"
    );
    Ok(())
}

#[test]
fn colours_of_the_preview() -> Result {
    let theme: Theme = "[preview]\ncap = '#f80'\nplane = '#010203'".parse()?;
    let preview = theme.preview();
    assert_eq!(preview.cap, [0xff, 0x88, 0x00]);
    assert_eq!(preview.plane, [1, 2, 3]);
    assert_eq!(preview.solid, Theme::light().preview().solid);
    Ok(())
}

#[test]
fn errors_have_a_message_and_a_position() {
    for (text, place, message) in [
        (
            "[pge]",
            (1, 2),
            "unknown key `pge` in the theme; did you mean `page`?",
        ),
        (
            "[page]\n  backgroud = '#fff'",
            (2, 3),
            "unknown key `backgroud` in [page]; did you mean `background`?",
        ),
        (
            "[page]\nxyz = 1",
            (2, 1),
            "unknown key `xyz` in [page]; there are: background, title, text, secondary, muted, axis, \
             room, area, halo, grid, frame, warning",
        ),
        (
            "# ü\n[page]\ntitle = 'red'",
            (3, 9),
            "`title` in [page] is \"red\"; it must be a colour such as \"#1a2b3c\"",
        ),
        (
            "[other]\nfill = '#12345'",
            (2, 8),
            "`fill` in [other] is \"#12345\"; it must be a colour such as \"#1a2b3c\", or \"none\"",
        ),
        (
            "[[class]]\nmatch = ['IfcWall*']\nlayer = 'walls'",
            (3, 9),
            "`layer` in [[class]] is \"walls\"; did you mean `wall`?",
        ),
        (
            "[plain]\nhatch = { motif = 'zebra' }",
            (2, 19),
            "`motif` in `hatch` of [plain] is \"zebra\"; there are: lines, cross, pairs, dots",
        ),
        (
            "[plain]\nweight = -1",
            (2, 10),
            "`weight` in [plain] is -1; it must be from 0 to 20",
        ),
        (
            "[plain]\nhatch = { spacing = 0.1 }",
            (2, 21),
            "`spacing` in `hatch` of [plain] is 0.1; it must be from 1 to 200",
        ),
        (
            "[plain]\nweight = nan",
            (2, 10),
            "`weight` in [plain] is NaN; it must be from 0 to 20",
        ),
        (
            "[plain]\nweight = inf",
            (2, 10),
            "`weight` in [plain] is inf; it must be from 0 to 20",
        ),
        (
            "[plain]\nweight = '1'",
            (2, 10),
            "`weight` in [plain] is \"1\"; it must be a number",
        ),
        (
            "[tint]\nfill = '#fff'",
            (2, 8),
            "`fill` in [tint] is \"#fff\"; it must be a table such as { share = 0.3, on = \"#ffffff\" }",
        ),
        (
            "palette = []",
            (1, 11),
            "`palette` in the theme is a list; it must be a non-empty list of colours",
        ),
        (
            "[tint]\nangles = [45, 1000]",
            (2, 15),
            "`angles` in [tint] is 1000; it must be from -360 to 360",
        ),
        (
            "[[class]]\nfill = '#fff'",
            (1, 1),
            "[[class]] has no `match`",
        ),
        (
            "[[class]]\nmatch = ['Ifc*Wall']",
            (2, 10),
            "`match` in [[class]] is \"Ifc*Wall\"; it must be a list of names, such as \
             [\"IfcWall*\"]; `*` is valid only at the end",
        ),
        (
            "[[class]]\nmatch = ['a', 'a']",
            (2, 15),
            "`match` in [[class]] names \"a\", which an earlier entry already has",
        ),
        (
            "[page]\ndashed = true\n[other]\ndashed = 1",
            (2, 1),
            "unknown key `dashed` in [page]; there are: background, title, text, secondary, muted, \
             axis, room, area, halo, grid, frame, warning",
        ),
        (
            "[other]\ndashed = 1",
            (2, 10),
            "`dashed` in [other] is 1; it must be true or false",
        ),
        (
            "base = 'drak'",
            (1, 8),
            "`base` in the theme is \"drak\"; did you mean `dark`?",
        ),
    ] {
        let error = text.parse::<Theme>().expect_err(text);
        assert_eq!((error.line, error.column), place, "{text}: {error}");
        assert_eq!(error.kind.to_string(), message);
    }
    let error = "[page]\ntitle = '#fff"
        .parse::<Theme>()
        .expect_err("no end");
    assert!(matches!(error.kind, ThemeErrorKind::Syntax(_)), "{error}");
    assert_eq!(error.line, 2);
}
