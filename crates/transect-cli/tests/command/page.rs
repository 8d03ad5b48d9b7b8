//! Tests of `report.html`, parsed as browsers parse it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use serde_json::Value;

use crate::run::{asset, cut, folder, number, report};
use crate::solids::{boxes, brick, open_brick, stairs};

/// An HTML element of the page, or an SVG element of the drawing in it.
#[derive(Clone)]
struct Element(Handle);

impl Element {
    fn name(&self) -> String {
        match &self.0.data {
            NodeData::Element { name, .. } => name.local.to_string(),
            _ => String::new(),
        }
    }

    fn attributes(&self) -> Vec<(String, String)> {
        match &self.0.data {
            NodeData::Element { attrs, .. } => attrs
                .borrow()
                .iter()
                .map(|a| (a.name.local.to_string(), a.value.to_string()))
                .collect(),
            _ => Vec::new(),
        }
    }

    fn attribute(&self, name: &str) -> Option<String> {
        let mut all = self.attributes().into_iter();
        all.find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// Returns this element and all its descendants, in document order.
    fn all(&self) -> Vec<Element> {
        let mut list = vec![self.clone()];
        for child in self.0.children.borrow().iter() {
            list.extend(Element(child.clone()).all());
        }
        list
    }

    fn named(&self, name: &str) -> Vec<Element> {
        let all = self.all().into_iter();
        all.filter(|element| element.name() == name).collect()
    }

    fn with_id(&self, id: &str) -> Element {
        let mut all = self.all().into_iter();
        all.find(|element| element.attribute("id").as_deref() == Some(id))
            .unwrap_or_else(|| panic!("nothing has the id {id}"))
    }

    fn text(&self) -> String {
        match &self.0.data {
            NodeData::Text { contents } => contents.borrow().to_string(),
            _ => {
                let children = self.0.children.borrow();
                children.iter().map(|c| Element(c.clone()).text()).collect()
            }
        }
    }

    /// Returns the cells of a table's body, row by row.
    fn rows(&self) -> Vec<Vec<String>> {
        let body = self.named("tbody").swap_remove(0);
        let cells = |row: Element| {
            let cells = row.all().into_iter();
            cells
                .filter(|cell| ["th", "td"].contains(&cell.name().as_str()))
                .map(|cell| cell.text())
                .collect()
        };
        body.named("tr").into_iter().map(cells).collect()
    }
}

/// Reads the page of a folder, and checks that it has no HTML errors.
fn page(out: &Path) -> (String, Element) {
    let text = fs::read_to_string(out.join("report.html")).expect("a page");
    let dom = parse_document(RcDom::default(), ParseOpts::default()).one(text.as_str());
    let errors = dom.errors.borrow();
    assert!(errors.is_empty(), "{errors:?}");
    (text, Element(dom.document.clone()))
}

/// Checks the properties that every page must have, and returns the page.
fn check(out: &Path, report: &Value) -> Element {
    let (text, page) = page(out);
    let html = page.named("html").swap_remove(0);
    assert_eq!(html.attribute("lang").as_deref(), Some("en"));
    let plane = report["planes"][0]["text"].as_str().expect("a plane");
    assert!(page.named("title")[0].text().contains(plane));
    assert_eq!(page.named("h1").len(), 1);
    assert_eq!(page.named("main").len(), 1);

    // The page must not have scripts or load anything.
    for forbidden in [
        "script", "iframe", "object", "embed", "link", "base", "form",
    ] {
        assert!(page.named(forbidden).is_empty(), "{forbidden}");
    }
    assert!(!text.to_lowercase().contains("<script"));
    for element in page.all() {
        for (key, value) in element.attributes() {
            assert!(!key.starts_with("on"), "{key}={value}");
            if ["href", "src", "xlink:href"].contains(&key.as_str()) {
                let own = value.starts_with('#') || value.starts_with("data:image/png;base64,");
                assert!(own, "{key}={value}");
            }
        }
    }
    let links = text.matches("http").count();
    let spaces = [
        "xmlns=\"http://www.w3.org/2000/svg\"",
        "xmlns:xlink=\"http://www.w3.org/1999/xlink\"",
    ];
    let spaces = spaces.iter().map(|space| text.matches(space).count());
    assert_eq!(links, spaces.sum::<usize>(), "names of namespaces alone");
    assert!(!text.contains("@import") && !text.contains("url(http"));

    // Each id must occur once, and each reference to an id must have a target.
    let all = page.all();
    let ids: Vec<String> = all.iter().filter_map(|e| e.attribute("id")).collect();
    let different: BTreeSet<&String> = ids.iter().collect();
    assert_eq!(different.len(), ids.len());
    for element in &all {
        if let Some(id) = element.attribute("aria-labelledby") {
            assert!(different.contains(&id), "{id}");
        }
    }
    for table in page.named("table") {
        assert_eq!(table.named("caption").len(), 1);
        assert!(
            table
                .named("th")
                .iter()
                .all(|th| th.attribute("scope").is_some())
        );
        let widths: BTreeSet<usize> = table.rows().iter().map(Vec::len).collect();
        assert_eq!(widths.len(), 1, "{}", table.text());
    }

    let counts: Vec<String> = page.named("dd").iter().map(Element::text).collect();
    let objects = &report["planes"][0]["objects"];
    let sides = ["front", "on", "back"].map(|key| &objects[key]);
    let expected = [&[&report["objects"]["total"]][..], &sides].concat();
    let expected: Vec<u64> = expected
        .iter()
        .map(|own| own.as_u64().expect("a count"))
        .collect();
    let read: Vec<u64> = counts
        .iter()
        .map(|count| count.replace(',', "").parse().expect("a count"))
        .collect();
    assert_eq!(read, expected);
    for path in report["written"].as_array().expect("a list") {
        let path = Path::new(path.as_str().expect("a path"));
        let name = path.file_name().expect("a name").to_string_lossy();
        let codes = page.named("code");
        assert!(codes.iter().any(|code| code.text() == name), "{name}");
    }
    page
}

/// Parses a count as the page prints it, with a comma after the thousands.
fn count(cell: &str) -> u64 {
    cell.replace(',', "").parse().expect("a count")
}

#[test]
fn the_office_says_what_its_report_says() {
    let folder = folder(&[]);
    let model = asset("office.glb");
    let report = report(folder.path(), &[&model, "--plane", "z=1.2", "-o", "out"]);
    let page = check(&folder.path().join("out"), &report);

    let listed = report["objects_list"].as_array().expect("a list");
    let objects = page.with_id("report-object-list").rows();
    assert_eq!(objects.len(), listed.len());
    for (row, object) in objects.iter().zip(listed) {
        assert_eq!(row[0], object["name"].as_str().expect("a name"));
        assert_eq!(row[1], object["sides"][0].as_str().expect("a side"));
        assert_eq!(row[2] == "yes", object["closed"].as_bool().expect("a fact"));
        let loops = object["met"][0]["loops"].as_u64();
        assert_eq!(count(&row[3]), loops.unwrap_or(0));
    }

    let open = page.with_id("report-open-objects").rows();
    let names: BTreeSet<&str> = open.iter().map(|row| row[0].as_str()).collect();
    let expected = listed.iter().filter(|object| object["closed"] == false);
    let expected: BTreeSet<&str> = expected.filter_map(|o| o["name"].as_str()).collect();
    assert_eq!(names, expected);
    let chains: u64 = open.iter().map(|row| count(&row[3])).sum();
    assert_eq!(
        chains as f64,
        number(&report, "/planes/0/section/open_chains")
    );
    let edges: u64 = open.iter().map(|row| count(&row[4])).sum();
    let halves = ["front", "back"].map(|half| {
        number(
            &report,
            &format!("/parts/{}/open_edges", usize::from(half == "back")),
        )
    });
    assert_eq!(edges as f64, halves[0] + halves[1]);

    let classes = page.with_id("report-class-counts").rows();
    let keys = [
        "/objects/total",
        "/planes/0/objects/front",
        "/planes/0/objects/on",
        "/planes/0/objects/back",
    ];
    for (column, key) in keys.into_iter().enumerate() {
        let sum: u64 = classes.iter().map(|row| count(&row[column + 1])).sum();
        assert_eq!(sum as f64, number(&report, key));
    }
    let halves = page.with_id("report-halves").rows();
    assert_eq!(
        count(&halves[0][1]) as f64,
        number(&report, "/parts/0/triangles")
    );
    assert_eq!(
        count(&halves[1][1]) as f64,
        number(&report, "/parts/1/triangles")
    );

    // The drawing in the page must be `section.svg`.
    let drawing = fs::read_to_string(folder.path().join("out/section.svg")).expect("a drawing");
    let (text, _) = self::page(&folder.path().join("out"));
    assert!(text.contains(drawing.trim_end()));
    assert!(page.with_id("section").named("path").len() > 500);
    let verdict = page.named("strong")[0].text();
    assert_eq!(verdict, "Certified, with open objects");
}

#[test]
fn pages_of_all_kinds_of_cuts() {
    let folder = folder(&[
        ("brick.obj", &brick()),
        ("open.obj", &open_brick()),
        ("stairs.obj", &stairs()),
    ]);
    let cases: [(&[&str], &str, &str); 6] = [
        (
            &["brick.obj", "--plane", "z=2", "--unit", "m"],
            "Certified",
            "area 6 m², perimeter 10 m.",
        ),
        (
            &["brick.obj", "--plane", "z=-1"],
            "Nothing is cut",
            "Everything lies in front of the plane, so there is no section.",
        ),
        (
            &["brick.obj", "--plane", "z=9"],
            "Nothing is cut",
            "Everything lies behind the plane, so there is no section.",
        ),
        (
            &["open.obj", "--plane", "z=2"],
            "Cut, left open",
            "1 open chain in 1 object: outlines that do not close, with red dots at their open ends.",
        ),
        (
            &["open.obj", "brick.obj", "--plane", "z=2"],
            "Certified, with open objects",
            "1 object is open, 1 of them cut.",
        ),
        (
            &["stairs.obj", "--plane", "z=1"],
            "Certified",
            "So the area of the section just behind the plane (6) differs from the area just in front of it (3).",
        ),
    ];
    for (index, (arguments, verdict, sentence)) in cases.into_iter().enumerate() {
        let out = index.to_string();
        let report = report(folder.path(), &[arguments, &["-o", &out]].concat());
        let page = check(&folder.path().join(&out), &report);
        assert_eq!(page.named("strong")[0].text(), verdict, "{arguments:?}");
        assert!(
            page.text().contains(sentence),
            "{arguments:?}: {}",
            page.text()
        );
        let drawn = report["planes"][0]["objects"]["on"] != 0;
        let figures = page.named("figure").into_iter();
        let pictures =
            figures.filter(|figure| figure.attribute("class").as_deref() != Some("chart"));
        assert_eq!(pictures.count(), 1 + usize::from(drawn), "{arguments:?}");
        assert_eq!(page.named("img").len(), 1, "the view in space");
    }
}

/// Object names that contain markup are shown as text.
#[test]
fn hostile_names_stay_text() {
    let names = [
        "<script>alert(1)</script>/a",
        "\"quoted\"&amp;'x'/b",
        "]]></style></svg></table><img/src=x",
        "{{title}}{%if%}<!--/c",
    ];
    let list: Vec<(&str, [f64; 3], [f64; 3])> = names
        .iter()
        .enumerate()
        .map(|(at, name)| {
            let x = 3.0 * at as f64;
            (*name, [x, 0.0, 0.0], [x + 2.0, 1.0, 1.0])
        })
        .collect();
    let folder = folder(&[("a<b>&\"c\".obj", &boxes(&list))]);
    let arguments = ["a<b>&\"c\".obj", "--plane", "z=0.5", "-o", "out"];
    let report = report(folder.path(), &arguments);
    let page = check(&folder.path().join("out"), &report);
    assert_eq!(page.named("h1")[0].text(), "a<b>&\"c\".obj");
    let rows = page.with_id("report-object-list").rows();
    let shown: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(shown, names);
    assert_eq!(page.named("img").len(), 1, "the preview alone");
    assert!(page.named("i").is_empty());
}

/// If a model has more than 2,000 objects, the page lists only the cut objects, and says so.
#[test]
fn many_objects_are_listed_in_the_table_beside() {
    let list: Vec<(String, f64)> = (0..2001)
        .map(|k| (format!("Box/{k}"), f64::from(k)))
        .collect();
    let list: Vec<(&str, [f64; 3], [f64; 3])> = list
        .iter()
        .map(|(name, at)| (name.as_str(), [0.0, 0.0, *at], [1.0, 1.0, at + 0.5]))
        .collect();
    let folder = folder(&[("many.obj", &boxes(&list))]);
    let report = report(
        folder.path(),
        &["many.obj", "--plane", "z=7.25", "-o", "out"],
    );
    let page = check(&folder.path().join("out"), &report);
    let rows = page.with_id("report-object-list").rows();
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0][..2], ["Box/7", "on"]);
    let sentence =
        "There are 2,001 objects. Only cut objects are listed here; objects.csv lists all objects.";
    assert!(page.text().contains(sentence));
}

/// If `report.html` exists already and `--force` is not given, nothing is written.
#[test]
fn a_page_in_the_way_stays() {
    let folder = folder(&[("brick.obj", &brick())]);
    let out = folder.path().join("out");
    fs::create_dir(&out).expect("a folder");
    fs::write(out.join("report.html"), "mine").expect("a file");
    let outcome = cut(folder.path(), &["brick.obj", "--plane", "z=2", "-o", "out"]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""));
    assert!(
        outcome.stderr.contains("report.html exists already"),
        "{}",
        outcome.stderr
    );
    assert_eq!(crate::run::names(&out), ["report.html"]);
}
