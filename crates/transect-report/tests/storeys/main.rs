//! Tests of the search for storeys: buildings of boxes, with and without IFC names.

mod buildings;

use buildings::{Box3, house, read, slabs, tower};
use transect_io::Document;
use transect_mesh::scene::{Node, Placement};
use transect_report::UserError;
use transect_report::selection::ObjectSelection;
use transect_report::storeys::find::StoreySearch;
use transect_report::storeys::storey::{Evidence, Reason, Storeys};

fn find(document: &Document, unit: &str) -> Result<Storeys, UserError> {
    StoreySearch::default().find(document, &ObjectSelection::default(), Some(unit))
}

fn found(boxes: &[Box3], unit: &str) -> Storeys {
    find(&read(boxes), unit).expect("storeys")
}

fn floors(storeys: &Storeys) -> Vec<f64> {
    storeys.list.iter().map(|storey| storey.floor).collect()
}

fn plans(storeys: &Storeys) -> Vec<f64> {
    storeys.list.iter().map(|storey| storey.plan).collect()
}

#[test]
fn the_floors_of_a_house_are_the_tops_of_its_slabs() {
    let storeys = found(&house(), "m");
    assert_eq!(storeys.axis, 2);
    assert_eq!(floors(&storeys), [0.0, 3.0, 6.0]);
    // The parapet is 0.6 m high, so the plan of the roof is at a third of its height.
    assert_eq!(plans(&storeys), [1.2, 4.2, 6.2]);
    let names: Vec<&str> = storeys.list.iter().map(|own| &*own.name).collect();
    assert_eq!(names, ["Storey 1", "Storey 2", "Storey 3"]);
    assert!(
        storeys
            .list
            .iter()
            .all(|own| own.evidence == Evidence::Faces)
    );
}

#[test]
fn landings_tables_and_ceilings_are_not_floors() {
    let mut boxes = house();
    boxes.push(("landing", [0.3, 0.3, 1.4], [2.7, 1.5, 1.5]));
    boxes.push(("table", [4.0, 4.0, 0.7], [6.0, 5.0, 0.75]));
    boxes.push(("ceiling", [0.3, 0.3, 2.4], [9.7, 7.7, 2.42]));
    let storeys = found(&boxes, "m");
    assert_eq!(floors(&storeys), [0.0, 3.0, 6.0]);
    let reason = |height: f64| {
        let other = storeys.others.iter().find(|own| own.height == height);
        other.map(|other| other.reason)
    };
    assert_eq!(reason(1.5), Some(Reason::Low));
    assert_eq!(reason(2.42), Some(Reason::Low));
    assert_eq!(reason(0.75), Some(Reason::Low));
}

#[test]
fn a_mezzanine_is_a_storey() {
    let hall: [Box3; 5] = [
        ("floor", [0.0, 0.0, -0.3], [20.0, 10.0, 0.0]),
        ("mezzanine", [0.0, 0.0, 3.0], [8.0, 5.0, 3.2]),
        ("west", [0.0, 0.0, 0.0], [0.2, 10.0, 8.0]),
        ("east", [19.8, 0.0, 0.0], [20.0, 10.0, 8.0]),
        ("roof", [0.0, 0.0, 8.0], [20.0, 10.0, 8.2]),
    ];
    let storeys = found(&hall, "m");
    assert_eq!(floors(&storeys), [0.0, 3.2]);
    assert_eq!(plans(&storeys), [1.2, 4.4]);
    // Nothing is higher than the roof.
    assert!(storeys.others.iter().any(|own| own.reason == Reason::Bare));
}

#[test]
fn a_sloped_roof_has_no_floor() {
    let mut boxes = house();
    boxes.retain(|(name, ..)| *name != "parapet");
    let mut document = read(&boxes);
    // The gable roof stands on the uppermost slab. Its two slopes meet above the middle.
    let roof = "v 0 0 6\nv 10 0 6\nv 10 8 6\nv 0 8 6\nv 0 4 9\nv 10 4 9\n\
                f 1 4 3 2\nf 1 2 6 5\nf 3 4 5 6\nf 2 3 6\nf 4 1 5\n";
    let roof = buildings::read_text(roof);
    let mesh = document.scene.meshes.len();
    document.scene.meshes.extend(roof.scene.meshes);
    document.scene.nodes.push(Node {
        name: "roof".into(),
        mesh: Some(mesh),
        ..Node::default()
    });
    let storeys = find(&document, "m").expect("storeys");
    assert_eq!(floors(&storeys), [0.0, 3.0]);
}

#[test]
fn storeys_do_not_depend_on_the_unit() {
    for (unit, length, plan) in [
        ("mm", 1000.0, [1200.0, 4200.0, 6200.0]),
        ("cm", 100.0, [120.0, 420.0, 620.0]),
        ("ft", 1.0 / 0.3048, [3.937, 13.78, 20.341]),
    ] {
        let boxes: Vec<Box3> = house()
            .into_iter()
            .map(|(name, low, high)| (name, low.map(|x| x * length), high.map(|x| x * length)))
            .collect();
        let storeys = found(&boxes, unit);
        let scaled = [0.0, 3.0, 6.0].map(|floor| floor * length);
        assert_eq!(floors(&storeys), scaled, "{unit}");
        assert_eq!(plans(&storeys), plan, "{unit}");
    }
}

#[test]
fn the_up_axis_has_the_largest_floors() {
    // A glTF file with y up: a node turns the house, and rounds its coordinates.
    let mut document = read(&house());
    for node in &mut document.scene.nodes {
        node.parent = Some(node.parent.map_or(0, |parent| parent + 1));
    }
    let half = f64::from(0.5_f32.sqrt());
    document.scene.nodes.insert(
        0,
        Node {
            placement: Placement::Parts {
                translation: [0.0; 3],
                rotation: [-half, 0.0, 0.0, half],
                scale: [1.0; 3],
            },
            ..Node::default()
        },
    );
    let storeys = find(&document, "m").expect("storeys");
    assert_eq!(storeys.axis, 1);
    for (found, floor) in floors(&storeys).iter().zip([0.0, 3.0, 6.0]) {
        assert!((found - floor).abs() < 1e-5, "{found}");
    }
    assert_eq!(plans(&storeys), [1.2, 4.2, 6.2]);
    // A tower has more wall area than floor area, but its up axis is z.
    let storeys = found(&tower(), "m");
    assert_eq!(storeys.axis, 2);
    assert_eq!(storeys.list.len(), 10);
    let given = StoreySearch {
        axis: Some(0),
        above: None,
    };
    let document = read(&house());
    let storeys = given
        .find(&document, &ObjectSelection::default(), Some("m"))
        .expect("faces along x");
    assert_eq!((storeys.axis, storeys.support_by_axis[2]), (0, None));
}

#[test]
fn rooms_tell_floors_and_walls_tell_the_roof() {
    let mut boxes: Vec<Box3> = slabs();
    boxes.extend([
        // The floor finish is 5 cm thick: rooms begin above the slabs.
        ("IfcSpace/1", [0.3, 0.3, 0.05], [9.7, 7.7, 2.7]),
        ("IfcSpace/2", [0.3, 0.3, 3.05], [9.7, 7.7, 5.7]),
        ("IfcSpace/pit", [1.0, 1.0, -1.2], [2.0, 2.0, 0.0]),
        ("IfcWallStandardCase/a", [0.0, 0.0, 0.0], [0.3, 8.0, 2.7]),
        ("IfcWallStandardCase/b", [0.0, 0.0, 3.0], [0.3, 8.0, 5.7]),
        ("IfcWall/parapet", [0.0, 0.0, 6.0], [0.3, 8.0, 7.5]),
        ("IfcWall/chimney", [5.0, 5.0, 7.0], [5.2, 5.2, 9.0]),
        ("IfcSite/ground", [-90.0, -90.0, -1.0], [90.0, 90.0, -0.3]),
    ]);
    let storeys = found(&boxes, "m");
    assert_eq!(floors(&storeys), [0.05, 3.05, 6.0]);
    let evidence: Vec<Evidence> = storeys.list.iter().map(|own| own.evidence).collect();
    assert_eq!(
        evidence,
        [Evidence::Rooms, Evidence::Rooms, Evidence::Walls]
    );
    assert_eq!(storeys.others[0].height, -1.2);
    // Without rooms, the undersides of walls show all floors.
    boxes.retain(|(name, ..)| !name.starts_with("IfcSpace"));
    let storeys = found(&boxes, "m");
    assert_eq!(floors(&storeys), [0.0, 3.0, 6.0]);
    assert!(
        storeys
            .list
            .iter()
            .all(|own| own.evidence == Evidence::Walls)
    );
}

#[test]
fn storeys_have_the_names_of_the_groups_in_the_file() {
    let mut document = read(&[
        ("IfcSpace/1", [0.0, 0.0, 0.0], [9.0, 7.0, 2.5]),
        ("IfcSpace/2", [0.0, 0.0, 3.0], [9.0, 7.0, 5.5]),
    ]);
    for (node, name) in [(0, "Ground floor"), (1, "Upper floor")] {
        document.scene.nodes[node].parent = Some(node);
        let group = Node {
            name: name.into(),
            ..Node::default()
        };
        document.scene.nodes.insert(node, group);
        for node in &mut document.scene.nodes[node + 1..] {
            node.parent = node.parent.map(|parent| parent + usize::from(parent > 1));
        }
    }
    // The nodes are now: two groups, then their two rooms.
    document.scene.nodes[2].parent = Some(0);
    document.scene.nodes[3].parent = Some(1);
    let names = |document: &Document| -> Vec<String> {
        let storeys = find(document, "m").expect("storeys");
        storeys.list.into_iter().map(|own| own.name).collect()
    };
    assert_eq!(names(&document), ["Ground floor", "Upper floor"]);
    // If both storeys would have the same name, they are numbered.
    document.scene.nodes[3].parent = Some(0);
    assert_eq!(names(&document), ["Storey 1", "Storey 2"]);
}

#[test]
fn a_group_of_half_of_the_objects_gives_no_name() {
    let mut document = read(&[
        ("IfcSpace/1", [0.0, 0.0, 0.0], [4.0, 7.0, 2.5]),
        ("IfcSpace/2", [5.0, 0.0, 0.0], [9.0, 7.0, 2.5]),
        ("IfcSpace/3", [0.0, 0.0, 3.0], [9.0, 7.0, 5.5]),
    ]);
    let group = |name: &str| Node {
        name: name.into(),
        ..Node::default()
    };
    let groups = ["West", "East", "Upper floor"].map(group);
    for (index, node) in document.scene.nodes.iter_mut().enumerate() {
        node.parent = Some(index);
    }
    document.scene.nodes.splice(0..0, groups);
    let storeys = find(&document, "m").expect("storeys");
    let names: Vec<&str> = storeys.list.iter().map(|own| &*own.name).collect();
    assert_eq!(names, ["Storey 1", "Storey 2"]);
}

#[test]
fn a_level_near_a_larger_one_adds_its_area() {
    let mut boxes = house();
    boxes.push(("stage", [4.0, 4.0, 3.0], [6.0, 5.0, 3.4]));
    let storeys = found(&boxes, "m");
    assert_eq!(floors(&storeys), [0.0, 3.0, 6.0]);
    let area = storeys.list[1].area;
    assert!((area - 82.0).abs() < 1e-12, "{area}");
}

#[test]
fn a_plan_lies_between_its_floor_and_the_top() {
    // The top is 0.4 mm above the upper floor, so a plan at a whole millimetre would be on the floor.
    let storeys = found(
        &[
            ("IfcSpace/1", [0.0, 0.0, 0.0], [9.0, 7.0, 2.5]),
            ("IfcSpace/loft", [0.0, 0.0, 3.0], [9.0, 7.0, 3.0004]),
        ],
        "m",
    );
    assert_eq!(floors(&storeys), [0.0, 3.0]);
    let plan = storeys.list[1].plan;
    assert!(3.0 < plan && plan < 3.0004, "{plan}");
}

#[test]
fn errors_say_what_to_do() {
    let document = read(&house());
    let error = find(&document, "cubit").expect_err("an unknown unit");
    let expected = "--unit: \"cubit\" is not a known unit of length: known are mm, ";
    assert!(error.message.starts_with(expected), "{}", error.message);
    let none = StoreySearch::default().find(&document, &ObjectSelection::default(), None);
    let error = none.expect_err("no unit");
    assert!(error.message.ends_with("the file has no unit"));
    let brick = read(&[("brick", [0.0; 3], [1.0; 3])]);
    let error = find(&brick, "m").expect_err("no floors");
    assert_eq!(error.message, "--storeys: no floors are found");
}
