//! Names of objects with the IFC classes that converters write in the names, extras and parents of nodes.

use serde_json::{Value, json};
use transect_io::{Document, read_bytes};

/// Reads a document whose nodes all show one triangle, except for those with children.
fn read(generator: &str, mut nodes: Vec<Value>) -> Document {
    let mut roots: Vec<usize> = (0..nodes.len()).collect();
    for node in &mut nodes {
        match node["children"].as_array() {
            Some(children) => {
                let children: Vec<usize> = children
                    .iter()
                    .filter_map(|child| usize::try_from(child.as_u64()?).ok())
                    .collect();
                roots.retain(|root| !children.contains(root));
            }
            None => node["mesh"] = json!(0),
        }
    }
    let bytes = "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA";
    let document = json!({
        "asset": {"version": "2.0", "generator": generator},
        "scene": 0,
        "scenes": [{"nodes": roots}],
        "nodes": nodes,
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "buffers": [{"byteLength": 36, "uri": format!("data:application/octet-stream;base64,{bytes}")}],
    });
    read_bytes("house.gltf".as_ref(), document.to_string().as_bytes()).expect("a document")
}

/// Returns the names of the objects and the texts of the notes, sorted.
fn names(document: &Document) -> (Vec<&str>, Vec<String>) {
    let scene = &document.scene;
    let mut names: Vec<&str> = scene
        .objects()
        .map(|node| &*scene.nodes[node].name)
        .collect();
    names.sort_unstable();
    (
        names,
        document.notes.iter().map(ToString::to_string).collect(),
    )
}

#[test]
fn classes_come_from_names_extras_and_parents() {
    let document = read(
        "some exporter",
        vec![
            json!({"name": "IfcWall/north"}),
            json!({"name": "IfcWall_12"}),
            json!({"name": "south", "extras": {"IfcType": "IfcWall", "Name": "south"}}),
            json!({"name": "IfcSlab", "children": [4]}),
            json!({"name": "floor"}),
            json!({"name": "04Sq57", "extras": {"ifc_class": "IfcDoor"}, "children": [6, 7]}),
            json!({"name": "04Sq57:1"}),
            json!({"name": "handle"}),
            json!({"name": "Level 1", "extras": {"class": "IfcBuildingStorey"}, "children": [9]}),
            json!({"name": "chair"}),
            json!({"name": "IfcRoof"}),
            json!({
                "name": "product-04734147-a1c1-4fa6-95e8-f710acbeac36-body",
                "extras": {"IfcType": "IfcWindow"},
            }),
        ],
    );
    let (names, notes) = names(&document);
    assert_eq!(
        names,
        [
            "IfcDoor/04Sq57/handle",
            "IfcDoor/04Sq57:1",
            "IfcRoof",
            "IfcSlab/floor",
            "IfcWall/12",
            "IfcWall/north",
            "IfcWall/south",
            "IfcWindow/04Sq57eS5FffNezn2ilgms",
            "chair",
        ]
    );
    assert_eq!(notes, ["house.gltf: 6 objects named by IFC class"]);
    assert_eq!(document.scene.nodes[0].name, "IfcWall/north");
}

#[test]
fn objects_of_ifc_files_without_a_class_are_products() {
    let nodes = || {
        vec![
            json!({"name": "product-04734147-a1c1-4fa6-95e8-f710acbeac36-body"}),
            json!({"name": "1Uma8nuu1Frxm4jZQJyUiP"}),
            json!({"name": "IfcWall/north"}),
        ]
    };
    let document = read("IfcOpenShell IfcConvert 0.9.0", nodes());
    let (found, notes) = names(&document);
    assert_eq!(
        found,
        [
            "IfcProduct/04Sq57eS5FffNezn2ilgms",
            "IfcProduct/1Uma8nuu1Frxm4jZQJyUiP",
            "IfcWall/north",
        ]
    );
    assert_eq!(
        notes,
        [
            "house.gltf: 2 objects without an IFC class, all read as IfcProduct; docs/from-ifc.md has a converter that \
             keeps classes"
        ]
    );
    let document = read("some exporter", nodes());
    let (found, notes) = names(&document);
    assert_eq!(found[0], "1Uma8nuu1Frxm4jZQJyUiP");
    assert!(notes.is_empty(), "{notes:?}");
}

#[test]
fn names_that_were_written_are_read_back() {
    let document = read(
        "ifc",
        vec![json!({"name": "north"}), json!({"name": "IfcWall 7"})],
    );
    let nodes = names(&document)
        .0
        .into_iter()
        .map(|name| json!({"name": name}));
    let again = read("transect", nodes.collect());
    assert_eq!(names(&again), (names(&document).0, Vec::new()));
}
